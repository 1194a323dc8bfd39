/**
 * A session works from its sign-in on until it ends, whatever happens to the node: by its own sign-out, by
 * one everywhere, by a new password that another one set, with its user, when it was idle for 12 h, or after
 * 30 days.
 */
import { createHash } from 'node:crypto';
import { DiskTrouble } from '../facts/disk-trouble.js';
import { isLedToSignIn, outcomeOf } from '../facts/people-outcomes.js';
import { PersonBook } from '../facts/person-book.js';
import { bodyOf, codeOf, type Exchange, isOfChat } from '../facts/requests.js';
import { SteadyDoubt } from '../facts/steady-doubt.js';
import type { Rule } from '../invariant.js';

const IDLE_MS = 12 * 3_600_000;
const LIFE_MS = 30 * 86_400_000;
/** A session notes that it is used at most this often. */
const NOTED_EVERY_MS = 10 * 60_000;
/** Of one person: one more ends the one that was used longest ago. */
const SESSIONS_MAX = 50;
const TOKEN = /__Host-tollgate=([\w-]{43})/;

interface Session {
  readonly name: string;
  readonly made: Exchange;
  /** The latest that it may have been used. */
  usedBy: number;
  /** The latest use that is surely noted, and that of the process that runs. */
  notedAt: number;
  usedAt: number;
}

/** A request that ends sessions of a person. */
interface End {
  readonly exchange: Exchange;
  readonly name: string;
  /** The only session that it ends; undefined if it ends more. */
  readonly only?: number | undefined;
  /** The session that it leaves; undefined if it leaves none. */
  readonly but?: number | undefined;
  /** Whether the answer tells that it did. */
  readonly isTold: () => boolean;
}

export const SESSIONS: Rule = {
  name: 'sessions',
  says: 'A session works until it is ended, 12 h idle or 30 days old, and no longer; restarts change nothing.',
  watch(_, report, requests) {
    const book = new PersonBook(requests);
    const doubt = new SteadyDoubt();
    const trouble = new DiskTrouble();
    const sessions = new Map<number, Session>();
    /** The request that made the session of each step. */
    const ofSteps = new Map<number, number>();
    const ends: End[] = [];
    /** Sign-outs that are answered in the same way if the disk fails. */
    const unsure = new Set<Exchange>();
    /** The names of those who may have been signed in, by the request. */
    const tried = new Map<number, string>();
    let isStopping = false;

    const endOf = (exchange: Exchange): End | undefined => {
      const { call, request, session } = exchange.sent;
      const isTold = () => outcomeOf(exchange) === 'done';
      const name = book.nameOf(exchange) ?? '';
      switch (call.op) {
        case 'sign_out':
          return call.isEverywhere === true
            ? { exchange, name, isTold }
            : { exchange, name, only: session, isTold: () => isTold() && !unsure.has(exchange) };
        case 'desk':
          return call.act === 'end_session'
            ? { exchange, name, only: ofSteps.get(call.ends) ?? 0, isTold }
            : undefined;
        case 'change_password':
          return { exchange, name, but: session, isTold };
        case 'remove_user':
          return { exchange, name: call.name, isTold };
        case 'accept':
          return { exchange, name: book.signsIn(exchange) ?? '', but: request, isTold };
        default:
          return undefined;
      }
    };

    const covers = ({ name, only, but }: End, session: number): boolean => {
      if (name !== sessions.get(session)?.name) return false;
      return only === undefined ? but !== session : only === session;
    };

    /** A sign-in whose password another one took the place of meanwhile comes before that, or not at all. */
    const isOutdatedBy = ({ exchange: { sent, endSeq } }: End, { name, made }: Session, seq: number) => {
      const [{ call }, set] = [made.sent, sent.call];
      if (call.op !== 'sign_in' || endSeq < made.seq || endSeq >= seq) return false;
      if (set.op !== 'accept' && set.op !== 'change_password') return false;
      return !book.of(name).password.possible(endSeq, seq).includes(call.password);
    };

    const othersOf = (id: number, session: Session) =>
      [...sessions]
        .filter(([other, { name }]) => name === session.name && other !== id)
        .map(([, one]) => one);

    /** It is noted as used then, or later. */
    const notedSince = ({ made, notedAt, usedAt }: Session): number =>
      Math.max(made.sent.at, Math.max(notedAt, usedAt) - NOTED_EVERY_MS);

    /** So many others began after its last use, or were used, and none of them had ended by then. */
    const isSurelyDisplaced = (id: number, session: Session, seq: number): boolean => {
      const { made, usedBy, name } = session;
      const newer = othersOf(id, session).filter((one) => notedSince(one) > usedBy && one.made.endSeq < seq);
      return (
        newer.length >= SESSIONS_MAX &&
        !ends.some((one) => one.name === name && one.exchange.endSeq > made.seq) &&
        newer.every((one) => Math.abs(one.made.sent.at - made.sent.at) < IDLE_MS / 2)
      );
    };

    /** So many others may have been used no earlier. */
    const mayBeDisplaced = (id: number, session: Session): boolean =>
      [...tried.values()].filter((name) => name === session.name).length > SESSIONS_MAX &&
      othersOf(id, session).filter((one) => one.usedBy >= notedSince(session)).length >=
        SESSIONS_MAX - doubtful(session.name);

    /** Undefined if it has not surely ended when the request was sent. */
    const whySurelyOver = (id: number, session: Session, { sent, seq }: Exchange) => {
      const { made, usedBy } = session;
      if (isSurelyDisplaced(id, session, seq)) return `${SESSIONS_MAX} others began after its last use`;
      const end = ends.find(
        (one) =>
          covers(one, id) && one.exchange.seq > made.endSeq && one.exchange.endSeq < seq && one.isTold(),
      );
      if (end !== undefined)
        return `request ${end.exchange.sent.request} (${end.exchange.sent.call.op}) ended it`;
      const set = ends.find((one) => covers(one, id) && isOutdatedBy(one, session, seq) && one.isTold());
      if (set !== undefined)
        return `request ${set.exchange.sent.request} (${set.exchange.sent.call.op}) set another password than it has`;
      const slackMs = doubt.slackSince(made.sent.at);
      if (sent.at > usedBy + IDLE_MS + slackMs) return 'it was idle for 12 h';
      return sent.at > made.endAt + LIFE_MS + slackMs ? 'it is 30 days old' : undefined;
    };

    /** Sign-ins of a name that nobody was answered about. */
    const doubtful = (name: string): number =>
      [...tried].filter(([request, of]) => of === name && !sessions.has(request)).length;

    const mayBeOver = (id: number, session: Session, { endSeq, endAt }: Exchange): boolean => {
      const { made, notedAt, usedAt } = session;
      if (mayBeDisplaced(id, session)) return true;
      const isEnded = ends.some(
        (one) =>
          covers(one, id) &&
          one.exchange.seq < endSeq &&
          one.exchange.endSeq > made.seq &&
          outcomeOf(one.exchange) !== 'refused',
      );
      const slackMs = doubt.slackSince(made.sent.at);
      if (isEnded) return true;
      const idleSince = Math.max(made.sent.at, notedAt, usedAt) - NOTED_EVERY_MS;
      return endAt + slackMs >= Math.min(idleSince + IDLE_MS, made.sent.at + LIFE_MS);
    };

    const check = (exchange: Exchange, id: number, session: Session): void => {
      const { sent, answer } = exchange;
      const isSilent = sent.call.op === 'sign_out' && sent.call.isEverywhere !== true;
      if (answer === undefined || answer.status >= 500 || answer.status === 408 || isSilent) return;
      const about = `request ${sent.request} (${sent.call.op}): the session of request ${id}`;
      // 401 may be that of the key that pays, which was revoked just now.
      const isSignedOut =
        (isOfChat(sent) || sent.call.op === 'watch_page') &&
        answer.status === 401 &&
        codeOf(answer) !== 'invalid_api_key';
      if (isLedToSignIn(answer) || isSignedOut) {
        if (!mayBeOver(id, session, exchange)) report(`${about} is over, and nothing ended it`);
        return;
      }
      // There may be no video, or nobody signed in who could see it.
      if (sent.call.op === 'see_private' && answer.status === 404) return;
      const why = whySurelyOver(id, session, exchange);
      if (why !== undefined) report(`${about} works, and ${why}`);
      if (!isStopping && !trouble.isOnAt(answer.at)) session.usedAt = sent.at;
    };

    /** The list of a person's sessions has each of theirs that has not ended, and no other. */
    const checkList = (exchange: Exchange, own: number, { name }: Session): void => {
      const { call, request } = exchange.sent;
      const listed = exchange.answer && bodyOf(exchange.answer)?.sessions;
      if (call.op !== 'read_page' || call.page !== 'sessions' || !Array.isArray(listed)) return;
      for (const [id, session] of sessions) {
        const token = TOKEN.exec(session.made.answer?.headers['set-cookie'] ?? '')?.[1];
        if (token === undefined || id === own) continue;
        const isListed = listed.includes(createHash('sha256').update(token).digest('hex'));
        if (isListed && session.name !== name)
          report(`request ${request} lists a session of ${session.name}`);
        const why = isListed ? whySurelyOver(id, session, exchange) : undefined;
        if (why !== undefined) report(`request ${request} lists the session of request ${id}, and ${why}`);
        if (
          !isListed &&
          session.name === name &&
          session.made.endSeq < exchange.seq &&
          !mayBeOver(id, session, exchange)
        )
          report(`request ${request} does not list the session of request ${id}`);
      }
    };

    /** @param isKept whether what the process had noted is on disk */
    const processEnded = (isKept: boolean): void => {
      for (const session of sessions.values()) {
        if (isKept) session.notedAt = Math.max(session.notedAt, session.usedAt);
        session.usedAt = Number.NEGATIVE_INFINITY;
      }
    };

    return {
      observe(seen, exchange) {
        book.observe(seen, exchange);
        doubt.observe(seen);
        trouble.observe(seen);
        if (seen.what === 'stopping') isStopping = true;
        if (seen.what === 'started') isStopping = false;
        if (seen.what === 'crashed' || seen.what === 'disk_failed') processEnded(false);
        if (seen.what === 'stopped') processEnded(!trouble.isOnAt(seen.at));
        if (exchange === undefined) return;
        const { request, session: id } = exchange.sent;
        if (seen.what === 'sent') {
          const end = endOf(exchange);
          if (end !== undefined) ends.push(end);
          const name = book.signsIn(exchange);
          if (name !== undefined) tried.set(request, name);
        }
        const session = id === undefined ? undefined : sessions.get(id);
        if (seen.what === 'answered') {
          if (isStopping || trouble.isOnAt(exchange.sent.at) || trouble.isOnAt(seen.at)) unsure.add(exchange);
          if (session !== undefined && id !== undefined) {
            check(exchange, id, session);
            checkList(exchange, id, session);
          }
          if (outcomeOf(exchange) === 'refused') tried.delete(request);
          const name = outcomeOf(exchange) === 'done' ? book.signsIn(exchange) : undefined;
          const never = Number.NEGATIVE_INFINITY;
          if (name !== undefined) ofSteps.set(exchange.sent.step, request);
          if (name !== undefined)
            sessions.set(request, { name, made: exchange, usedBy: seen.at, notedAt: never, usedAt: never });
        }
        if (session !== undefined && exchange.outcome !== 'open')
          session.usedBy = Math.max(session.usedBy, exchange.endAt);
      },
    };
  },
};
