/** A node whose machine runs short takes no new work, and goes on with all else. */
import { ShortMachine } from '../facts/loads/short-machine.js';
import type { Answer, Exchange } from '../facts/requests.js';
import type { Rule } from '../invariant.js';

export const SHORTAGES_TOLD: Rule = {
  name: 'shortages',
  says: 'While the disk is nearly full no new work is taken, and while memory is short no long list is read either; a second later all is as before.',
  watch(_setup, report) {
    const machine = new ShortMachine();
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
        if (seen.what === 'answered' && exchange !== undefined) answered(exchange, seen);
      },
    };
  },
};
