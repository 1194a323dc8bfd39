/** Strangers make as many accounts in a day as they may, and no fewer. A start begins to count anew. */
import { InForce } from '../facts/in-force.js';
import type { Exchange } from '../facts/requests.js';
import type { Rule } from '../invariant.js';

const DAY_MS = 86_400_000;
const OF_A_NETWORK = 10;
const TOO_MANY = 429;

export const SIGN_UPS: Rule = {
  name: 'sign-ups',
  says: 'In a day strangers ask for `sign-ups-per-day-max` accounts, 10 of a network, and no more is refused.',
  watch(setup, report, requests) {
    const inForce = new InForce(setup);
    /** Those of the process that runs, in the order of their sending. */
    let asked: Exchange[] = [];
    /** When the wall clock stepped while it ran: places among the observations. */
    let steps: number[] = [];
    const isStepped = ({ seq, endSeq }: Exchange) => steps.some((step) => step >= seq && step <= endSeq);

    const check = (one: Exchange): void => {
      const { answer, sent, seq, endSeq } = one;
      if (answer === undefined || isStepped(one) || isNearMidnight(one)) return;
      const others = asked.filter((other) => other !== one && (mayCount(other, one) || isStepped(other)));
      // One of another day in between begins the count anew.
      const begunAt = Math.max(
        -1,
        ...asked.filter((other) => isStepped(other) || mayTurnTheDay(other, one)).map(lastOf),
      );
      const sure = others.filter(
        (other) => other.answer?.status === 200 && other.endSeq < seq && other.seq > begunAt,
      );
      const near = (all: readonly Exchange[]) => all.filter((other) => other.sent.address === sent.address);
      const bounds = inForce.numbers('signUpsPerDayMax', seq, endSeq);
      const about = `request ${sent.request} (sign_up)`;
      if (answer.status === 200) {
        if (sure.length >= Math.max(...bounds))
          report(`${about}: taken after ${sure.length} of ${bounds.join(' or ')} of the day`);
        if (near(sure).length >= OF_A_NETWORK)
          report(`${about}: taken after ${near(sure).length} of ${OF_A_NETWORK} of its network`);
      }
      // A sign-up that is refused for the day has counted for its network, and never the other way about.
      const taken = others.filter((other) => other.answer?.status !== TOO_MANY);
      const mayBeFull = taken.length >= Math.min(...bounds) || near(others).length >= OF_A_NETWORK;
      if (answer.status === TOO_MANY && !mayBeFull)
        report(`${about}: refused after at most ${taken.length} of ${bounds.join(' or ')} of the day`);
    };

    return {
      observe(seen, exchange) {
        inForce.observe(seen, requests.seq);
        if (seen.what === 'wall_stepped') steps.push(requests.seq);
        if (seen.what === 'starting') {
          asked = [];
          steps = [];
        }
        if (exchange?.sent.call.op !== 'sign_up') return;
        if (seen.what === 'sent') asked.push(exchange);
        if (seen.what === 'answered') check(exchange);
      },
    };
  },
};

/** Whether it may have been counted by the end of `one`, on the same day. */
function mayCount(other: Exchange, one: Exchange): boolean {
  const { answer, seq } = other;
  if (seq > one.endSeq) return false;
  if (answer === undefined || one.answer === undefined) return true;
  const isOfDay = dayOf(answer.wallMs) === dayOf(one.answer.wallMs);
  return isOfDay && (answer.status === 200 || answer.status === TOO_MANY || answer.status >= 500);
}

/** Whether it may have come on another day, and before `one` had its answer. */
function mayTurnTheDay({ answer, seq, sent }: Exchange, one: Exchange): boolean {
  if (one.answer === undefined || seq > one.endSeq) return false;
  if (answer === undefined) return true;
  const day = dayOf(one.answer.wallMs);
  return dayOf(answer.wallMs) !== day || dayOf(answer.wallMs - (answer.at - sent.at) - 1) !== day;
}

/** Its last instant, among the observations. */
function lastOf({ answer, endSeq }: Exchange): number {
  return answer === undefined ? Number.POSITIVE_INFINITY : endSeq;
}

function isNearMidnight({ answer, sent }: Exchange): boolean {
  return answer !== undefined && dayOf(answer.wallMs) !== dayOf(answer.wallMs - (answer.at - sent.at) - 1);
}

function dayOf(wallMs: number): number {
  return Math.floor(wallMs / DAY_MS);
}
