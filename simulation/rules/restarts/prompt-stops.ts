/**
 * A node that is told to stop, and has nothing under way, does not wait for its whole time. A stop that does
 * not end is ended from outside, after its whole time and that of a few commits: as a crash.
 */
import { DiskTrouble } from '../facts/disk-trouble.js';
import { hasSmallMailboxes, OptionBounds } from '../facts/options.js';
import type { Rule } from '../invariant.js';
import { OpenCalls } from '../watching/open-calls.js';

export const PROMPT_STOPS: Rule = {
  name: 'prompt-stops',
  says: 'A stop in order of a node that has no request, no text and no call to a provider under way takes less than the time that it may.',
  watch(setup, report, requests) {
    const options = new OptionBounds(setup);
    const trouble = new DiskTrouble();
    const calls = new OpenCalls();
    /** Streams whose heads were answered: a client that reads slowly keeps one when its text is over. */
    const streams = new Set<number>();
    /** When it was told to stop, if nothing was under way then. */
    let idleAt: number | undefined;

    return {
      observe(seen, exchange) {
        options.observe(seen);
        trouble.observe(seen);
        calls.observe(seen);
        switch (seen.what) {
          case 'stopping': {
            const areUnderWay = [...requests.open].length + streams.size + calls.size > 0;
            const isIdle = !areUnderWay && !trouble.isOnAt(seen.at);
            idleAt = isIdle && !hasSmallMailboxes(setup) ? seen.at : undefined;
            return;
          }
          case 'answered': {
            const call = exchange?.sent.call;
            if (seen.status === 200 && call?.op === 'chat' && call.isStreamed) streams.add(seen.request);
            return;
          }
          case 'stream_over':
            streams.delete(seen.request);
            return;
          case 'sent':
          case 'provider_called':
          case 'text_called':
          case 'disk_failed':
            idleAt = undefined;
            return;
          case 'crashed':
          case 'stopped': {
            if (idleAt === undefined) return;
            const leastMs = options.least('drainTimeLimitMs', idleAt);
            if (seen.at - idleAt >= leastMs)
              report(`a stop with nothing under way took ${seen.at - idleAt} ms, of ${leastMs} at most`);
            idleAt = undefined;
          }
        }
      },
    };
  },
};
