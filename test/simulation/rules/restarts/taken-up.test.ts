import { TAKEN_UP } from '../../../../simulation/rules/restarts/taken-up.js';
import { checkBreaches } from '../check-breaches.js';
import { ACCEPTED, at, JOB, type Moment, pollCalled, providerSaid, type Records } from '../told-history.js';

const STARTS = [{ what: 'starting', isReboot: false }, { what: 'started' }] as const;
const CRASH = { what: 'crashed', on: 'now', undecided: 'lost' } as const;

const unfinished = { [JOB]: { provider: 'idempotent', model: 'model/idempotent', handle: 'h' } };
const image = (disk: Records): Moment => ({ disk, when: 'restart' });
/** A crash of which this is left, and a start. */
const leftOpen = (disk: Records) => ({
  left: at(2_000, CRASH, image(disk)),
  startsAgain: at(3_000, ...STARTS),
});
const endsWith = (ms: number, disk: Records) => ({ ends: at(3_000 + ms, CRASH, image(disk)) });

checkBreaches(
  TAKEN_UP,
  [
    [
      'a job at its provider is not asked for after a start',
      { ...leftOpen({ unfinished }), ...endsWith(31_000, { unfinished }) },
      /was not asked for in 31000 ms/,
    ],
    [
      'it is not asked for before a stop, whatever is under way when that stop is cut short',
      {
        ...leftOpen({ unfinished }),
        other: at(33_000, pollCalled(8, 'video_2')),
        stop: at(34_000, { what: 'stopping' }),
        ...endsWith(41_000, { unfinished }),
      },
      /was not asked for in 31000 ms/,
    ],
    [
      'it is asked for late',
      { ...leftOpen({ unfinished }), late: at(40_000, pollCalled(9)) },
      /asked for after 37000 ms/,
    ],
    [
      'it is asked for after a wait that no provider is granted',
      {
        ...leftOpen({ unfinished }),
        said: at(
          1_500,
          pollCalled(7),
          providerSaid(7, { kind: 'state', state: { state: 'pending', askAgainAfterMs: 86_400_000 } }),
        ),
        late: at(99_000, pollCalled(9)),
      },
      /asked for after 31500 ms/,
    ],
    [
      'a text stays open',
      {
        ...leftOpen({ open_generations: { req_1: 1 } }),
        ...endsWith(11_000, { open_generations: { req_1: 1 } }),
      },
      /req_1 is open/,
    ],
    [
      'a reminder does not fire',
      endsWith(60_000, {
        meta: { clock: { steady_ms: 100_000 } },
        reminders: { 'video_job/video_1/deadline': 60_000 },
      }),
      /was due 40000 ms before/,
    ],
    [
      'a job is polled twice at a time',
      { two: at(700, pollCalled(8), pollCalled(9)) },
      /a poll of 0 ms before/,
    ],
  ],
  [
    [
      'its provider asked for a long wait',
      {
        ...leftOpen({ unfinished }),
        said: at(
          1_500,
          pollCalled(7),
          providerSaid(7, { kind: 'state', state: { state: 'pending', askAgainAfterMs: 50_000 } }),
        ),
        late: at(60_000, pollCalled(9)),
      },
    ],
    [
      'its provider failed meanwhile',
      {
        ...leftOpen({ unfinished }),
        other: at(4_000, pollCalled(8, 'video_2'), providerSaid(8, { kind: 'error' })),
        late: at(40_000, pollCalled(9)),
      },
    ],
    [
      'a poll follows another one',
      { polls: at(700, pollCalled(8), providerSaid(8, ACCEPTED), pollCalled(9)) },
    ],
  ],
);
