/**
 * A session works from its sign-in on until it ends, whatever happens to the node: by its own sign-out, by
 * one everywhere, by a new password that another one set, with its user, when it was idle for 12 h, or after
 * 30 days.
 */
import { DiskTrouble } from '../facts/disk-trouble.js';
import { isLedToSignIn, outcomeOf } from '../facts/people-outcomes.js';
import { PersonBook } from '../facts/person-book.js';
import { codeOf, type Exchange } from '../facts/requests.js';
import { SteadyDoubt } from '../facts/steady-doubt.js';
import type { Rule } from '../invariant.js';

const IDLE_MS = 12 * 3_600_000;
const LIFE_MS = 30 * 86_400_000;
/** A session notes that it is used at most this often. */
const NOTED_EVERY_MS = 10 * 60_000;

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
    const ends: End[] = [];
    /** Sign-outs that are answered in the same way if the disk fails. */
    const unsure = new Set<Exchange>();
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

    /** Undefined if it has not surely ended when the request was sent. */
    const whySurelyOver = (id: number, session: Session, { sent, seq }: Exchange) => {
      const { made, usedBy } = session;
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

    const mayBeOver = (id: number, session: Session, { endSeq, endAt }: Exchange): boolean => {
      const { made, notedAt, usedAt } = session;
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
        sent.call.op === 'chat_message' && answer.status === 401 && codeOf(answer) !== 'invalid_api_key';
      if (isLedToSignIn(answer) || isSignedOut) {
        if (!mayBeOver(id, session, exchange)) report(`${about} is over, and nothing ended it`);
        return;
      }
      const why = whySurelyOver(id, session, exchange);
      if (why !== undefined) report(`${about} works, and ${why}`);
      if (!isStopping && !trouble.isOnAt(answer.at)) session.usedAt = sent.at;
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
        }
        const session = id === undefined ? undefined : sessions.get(id);
        if (seen.what === 'answered') {
          if (isStopping || trouble.isOnAt(exchange.sent.at) || trouble.isOnAt(seen.at)) unsure.add(exchange);
          if (session !== undefined && id !== undefined) check(exchange, id, session);
          const name = outcomeOf(exchange) === 'done' ? book.signsIn(exchange) : undefined;
          const never = Number.NEGATIVE_INFINITY;
          if (name !== undefined)
            sessions.set(request, { name, made: exchange, usedBy: seen.at, notedAt: never, usedAt: never });
        }
        if (session !== undefined && exchange.outcome !== 'open')
          session.usedBy = Math.max(session.usedBy, exchange.endAt);
      },
    };
  },
};
