/**
 * An invitation is used at most once, never after its time or once it is withdrawn, and until then whenever
 * somebody wants to.
 */
import { WallTimes } from '../facts/acts/wall-times.js';
import { outcomeOf } from '../facts/people-outcomes.js';
import { PersonBook } from '../facts/person-book.js';
import { bodyOf, type Exchange, isObject, type JsonObject } from '../facts/requests.js';
import { SteadyDoubt } from '../facts/steady-doubt.js';
import type { Rule } from '../invariant.js';
import { mayHandle } from './rights.js';

const INVITATION_MS = 72 * 3_600_000;
/** Of a link, and of an invitation that is to be withdrawn. */
const OVER: readonly number[] = [404, 410];

export const INVITATIONS: Rule = {
  name: 'invitations',
  says: 'A link works once, for 72 h, unless it is withdrawn; looking at it uses nothing up. The open ones of an account are listed, and no others.',
  watch({ limits, people }, report, requests) {
    const book = new PersonBook(requests);
    const doubt = new SteadyDoubt();
    const walls = new WallTimes();
    let hasStepped = false;
    /** The forms sent with each link, and what withdraws it, by the request for its invitation. */
    const ends = new Map<Exchange, Exchange[]>();
    /** Those of an operator's management key that were done, by their ids. */
    const made = new Map<string, Exchange>();
    const asked: Exchange[] = [];

    const check = (exchange: Exchange, invited: Exchange): void => {
      const { sent, answer, seq } = exchange;
      if (answer === undefined || answer.status >= 500) return;
      const others = (ends.get(invited) ?? []).filter((one) => one !== exchange);
      const slackMs = doubt.slackSince(invited.sent.at);
      const about = `request ${sent.request} (${sent.call.op})`;
      if (OVER.includes(answer.status)) {
        const isBarred =
          sent.call.op === 'withdraw' ? !mayWithdraw(invited, exchange) : mayBeBarred(invited, exchange);
        if (!mayHaveEnded(invited, exchange) && !isBarred)
          report(`${about}: the link of request ${invited.sent.request} is neither used nor late`);
        return;
      }
      if (sent.call.op === 'withdraw' && outcomeOf(exchange) === 'refused') return;
      if (others.some((one) => one.endSeq < seq && outcomeOf(one) === 'done'))
        report(`${about}: the link of request ${invited.sent.request} was used before`);
      if (sent.at > invited.endAt + INVITATION_MS + slackMs)
        report(`${about}: the link of request ${invited.sent.request} is older than 72 h`);
    };

    const mayHaveEnded = (invited: Exchange, { endAt, endSeq }: Exchange): boolean =>
      (ends.get(invited) ?? []).some(
        (one) => one.seq < endSeq && one.endSeq !== endSeq && outcomeOf(one) !== 'refused',
      ) || endAt + doubt.slackSince(invited.sent.at) >= invited.sent.at + INVITATION_MS;

    /** An invitation as it is shown to whoever makes it. */
    const checkMade = ({ sent: { call, request, at }, answer, endAt }: Exchange): void => {
      const { name, role, created_at, expires_at, mailed } = (answer && bodyOf(answer)) ?? {};
      // The rule `answer-shape` says which fields there are.
      if (call.op !== 'invite' || name === undefined) return;
      if (mailed !== (people?.hasMail === true)) report(`request ${request} says that mailed is ${mailed}`);
      const { least, most } = walls.between(at, endAt);
      const isThen = Number(created_at) >= least && Number(created_at) <= most;
      const keptS = Number(expires_at) - Number(created_at);
      // A step of the wall clock between its making and its answer moves its end.
      const isKeptOtherwise = !hasStepped && Math.abs(keptS - INVITATION_MS / 1_000) > 1;
      if (name !== call.name || role !== call.role || !isThen || isKeptOtherwise)
        report(
          `request ${request} shows an invitation of ${name} as ${role}, of ${created_at}, that is kept ${keptS} s`,
        );
    };

    /** It is shown in a list as it was made. */
    const checkListed = (item: JsonObject, { answer }: Exchange, request: number): void => {
      const first = (answer && bodyOf(answer)) ?? {};
      for (const field of ['account', 'name', 'role', 'created_at', ...(hasStepped ? [] : ['expires_at'])]) {
        const isSame =
          item[field] === first[field] || Math.abs(Number(item[field]) - Number(first[field])) <= 1;
        if (!isSame)
          report(`request ${request} lists ${item.id} with ${field} ${item[field]}, not ${first[field]}`);
      }
    };

    const checkList = (exchange: Exchange, account: number): void => {
      const { sent, answer, seq } = exchange;
      const { data } = (answer && bodyOf(answer)) ?? {};
      const listed = new Set(Array.isArray(data) ? data.filter(isObject).map(({ id }) => String(id)) : []);
      /** Those of pages, and those that nobody was answered about: their ids are not known. */
      const others = asked.filter((one) => {
        const isOver = (ends.get(one) ?? []).some((end) => end.endSeq < seq && outcomeOf(end) === 'done');
        return !isOver && outcomeOf(one) !== 'refused' && ![...made.values()].includes(one);
      });
      for (const item of Array.isArray(data) ? data.filter(isObject) : []) {
        const invited = made.get(String(item.id));
        if (invited !== undefined) checkListed(item, invited, sent.request);
        const nth = invited === undefined ? others.findIndex((one) => isLike(one, item, account)) : 0;
        if (nth < 0) report(`request ${sent.request} lists ${item.id} of ${item.name}, whom nobody invited`);
        else if (invited === undefined) others.splice(nth, 1);
      }
      for (const [id, invited] of made) {
        const { call } = invited.sent;
        if (call.op !== 'invite' || call.account !== account || invited.endSeq > seq) continue;
        const isOver =
          (ends.get(invited) ?? []).some((one) => one.endSeq < seq && outcomeOf(one) === 'done') ||
          sent.at > invited.endAt + INVITATION_MS + doubt.slackSince(invited.sent.at);
        if (listed.has(id) && isOver)
          report(`request ${sent.request} lists ${id}, which is used, withdrawn or late`);
        if (!listed.has(id) && !mayHaveEnded(invited, exchange))
          report(`request ${sent.request} does not list ${id}, which is open`);
      }
    };

    /**
     * A name that is another account's user, or has more rights by now than its inviter had; or an account
     * that may be full.
     */
    const mayBeBarred = ({ sent: { call } }: Exchange, { seq, endSeq, sent }: Exchange): boolean => {
      if (call.op !== 'invite' || (sent.call.op === 'accept' && limits?.peopleOfAccount !== undefined))
        return true;
      const { role, hasSignedUp } = book.of(call.name);
      const mayBeOperator = role.possible(seq, endSeq).includes('operator');
      return hasSignedUp || (mayBeOperator && call.role !== 'operator');
    };

    /** Whether it is surely in the sender's reach. */
    const mayWithdraw = ({ sent: { call } }: Exchange, exchange: Exchange): boolean => {
      const { sent, seq, endSeq } = exchange;
      if (sent.credential !== 'page') return sent.ofAccount === undefined;
      const name = book.nameOf(exchange);
      if (name === undefined || call.op !== 'invite') return false;
      const { account, role, isUser } = book.of(name);
      return (
        account !== undefined &&
        !isUser.possible(seq, endSeq).includes(false) &&
        role.possible(seq, endSeq).every((one) => mayHandle(one, account, call.account, []))
      );
    };

    return {
      observe(seen, exchange) {
        book.observe(seen, exchange);
        doubt.observe(seen);
        walls.observe(seen);
        if (seen.what === 'wall_stepped' || (seen.what === 'starting' && seen.isReboot)) hasStepped = true;
        if (exchange === undefined) return;
        const { call } = exchange.sent;
        if (call.op === 'invite' && seen.what === 'sent') asked.push(exchange);
        if (call.op === 'invite' && seen.what === 'answered' && seen.status === 201) {
          made.set(String(bodyOf(seen)?.id), exchange);
          checkMade(exchange);
        }
        if (call.op === 'list_invitations' && seen.what === 'answered' && seen.status === 200)
          checkList(exchange, call.account);
        if (call.op !== 'accept' && call.op !== 'look_at_link' && call.op !== 'withdraw') return;
        const invited = book.invitationOf(exchange);
        if (invited === undefined) return;
        if (seen.what === 'sent' && call.op !== 'look_at_link')
          ends.set(invited, [...(ends.get(invited) ?? []), exchange]);
        if (seen.what === 'answered') check(exchange, invited);
        if (call.op !== 'look_at_link' && outcomeOf(exchange) === 'done') {
          const twice = (ends.get(invited) ?? []).filter((one) => outcomeOf(one) === 'done');
          if (twice.length > 1)
            report(`the link of request ${invited.sent.request} was used ${twice.length} times`);
        }
      },
    };
  },
};

function isLike({ sent: { call } }: Exchange, { name, role }: JsonObject, account: number): boolean {
  return call.op === 'invite' && call.account === account && call.name === name && call.role === role;
}
