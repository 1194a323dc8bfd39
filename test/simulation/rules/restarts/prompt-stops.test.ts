import { PROMPT_STOPS } from '../../../../simulation/rules/restarts/prompt-stops.js';
import { checkBreaches } from '../check-breaches.js';
import { at, exchange, pollCalled, type Run } from '../told-history.js';

/** More than a minute after the clean run; a stop may take a second. */
const told = at(80_000, { what: 'stopping' });
const stop = (tookMs: number): Run => ({
  told,
  over: at(80_000 + tookMs, { what: 'stopped' }),
});

const CHAT = { op: 'chat', key: 0, model: 'text/0', prompt: 'Text 1', cap: 4 } as const;
/** A text with its head answered, read slowly. */
const streamed = exchange({ ...CHAT, isStreamed: true, readPauseMs: 1_500 }, 200, {}, {}, { request: 900 });

const killed = (afterMs: number) => at(80_000 + afterMs, { what: 'crashed', on: 'now', undecided: 'kept' });

checkBreaches(
  PROMPT_STOPS,
  [
    ['a stop takes its whole time for nothing', stop(1_000), /took 1000 ms, of 1000 at most/],
    ['a stop for nothing does not end', { told, over: killed(30_000) }, /took 30000 ms/],
    [
      'it takes its whole time for a stream that has ended',
      {
        ...stop(1_000),
        text: at(79_000, ...streamed, { what: 'stream_over', request: 900, how: 'ended' }),
      },
      /took 1000 ms/,
    ],
  ],
  [
    ['a stop takes less than it may', stop(900)],
    ['the process is killed meanwhile', { told, over: killed(500) }],
    ['it is killed once it has stopped', { ...stop(900), end: killed(30_000) }],
    ['a provider has yet to answer', { ...stop(1_000), called: at(79_000, pollCalled(71)) }],
    ['somebody has yet to read a stream', { ...stop(1_000), text: at(79_000, ...streamed) }],
    [
      'somebody asks meanwhile',
      { ...stop(1_000), asked: at(80_100, ...exchange({ op: 'credits', key: 0 }, 200, {})) },
    ],
  ],
);
