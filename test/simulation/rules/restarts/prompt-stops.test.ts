import { PROMPT_STOPS } from '../../../../simulation/rules/restarts/prompt-stops.js';
import { checkBreaches } from '../check-breaches.js';
import { at, exchange, pollCalled, type Run } from '../told-history.js';

/** More than a minute after the clean run; a stop may take a second. */
const stop = (tookMs: number): Run => ({
  told: at(80_000, { what: 'stopping' }),
  over: at(80_000 + tookMs, { what: 'stopped' }),
});

checkBreaches(
  PROMPT_STOPS,
  [['a stop takes its whole time for nothing', stop(1_000), /took 1000 ms, of 1000 at most/]],
  [
    ['a stop takes less than it may', stop(900)],
    ['a provider has yet to answer', { ...stop(1_000), called: at(79_000, pollCalled(71)) }],
    [
      'somebody asks meanwhile',
      { ...stop(1_000), asked: at(80_100, ...exchange({ op: 'credits', key: 0 }, 200, {})) },
    ],
  ],
);
