/** A node whose machine runs short takes no new work, and goes on with all else. */
import { BrokenBodies } from '../facts/loads/broken-bodies.js';
import { isNewWork, ShortMachine } from '../facts/loads/short-machine.js';
import { hasSlowQueue, hasSmallMailboxes } from '../facts/options.js';
import { type Answer, codeOf, type Exchange } from '../facts/requests.js';
import type { Rule } from '../invariant.js';

/** Places are as far apart as work takes that is done; no history does so much. */
const APART_MS_MIN = 20;
const [WAIT_MS_MIN, WAIT_MS_MAX] = [1_000, 60_000];

export const SHORTAGES_TOLD: Rule = {
  name: 'shortages',
  says: 'While the disk is nearly full no new work is taken, and while memory is short no long list is read either; a second later all is as before. While time is short, each request for new work that is refused is told a place of its own, from a second to a minute ahead.',
  watch(setup, report, requests) {
    const machine = new ShortMachine();
    const bodies = new BrokenBodies(setup);
    const mayBeFull = hasSmallMailboxes(setup) || hasSlowQueue(setup);
    /** When the last that was refused is to come back, in ms. */
    let place = Number.NEGATIVE_INFINITY;

    const refused = ({ sent }: Exchange, { at, headers }: Answer): void => {
      const waitMs = Number(headers['retry-after-ms']);
      const about = `request ${sent.request} (${sent.call.op}) is to come back in ${waitMs} ms`;
      if (!(waitMs >= WAIT_MS_MIN && waitMs <= WAIT_MS_MAX)) report(about);
      else if (waitMs < WAIT_MS_MAX && at + waitMs < place + APART_MS_MIN)
        report(`${about}, and the one before ${place - at} ms from now`);
      place = at + waitMs;
    };
    const answered = (exchange: Exchange, answer: Answer): void => {
      const of = answer.status < 300 ? machine.forbids(exchange, answer.at) : undefined;
      if (of === undefined) return;
      const { request, call } = exchange.sent;
      report(
        `request ${request} (${call.op}) was answered ${answer.status} while the machine is short of ${of}`,
      );
    };
    return {
      observe(seen, exchange) {
        machine.observe(seen);
        bodies.observe(seen, requests.seq);
        if (seen.what === 'starting') place = Number.NEGATIVE_INFINITY;
        if (seen.what !== 'answered' || exchange === undefined) return;
        answered(exchange, seen);
        const isRefused = codeOf(seen) === 'overloaded' && isNewWork(exchange.sent.call);
        if (isRefused && machine.isLateAlone(seen.at) && !mayBeFull && !bodies.mayTakeRoom(exchange))
          refused(exchange, seen);
      },
    };
  },
};
