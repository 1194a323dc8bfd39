import { DEADLINES } from '../../../../simulation/rules/restarts/deadlines.js';
import { checkBreaches } from '../check-breaches.js';
import * as clean from '../clean-run.js';
import { poll } from '../clean-run.js';
import { at, called, exchange, JOB, pollCalled, providerSaid, SUBMIT } from '../told-history.js';

const DEADLINE_MS = 60_000;
const LATE_MS = 100 + DEADLINE_MS + 13_000;
const MADE = { kind: 'state', state: { state: 'made', location: 'x' } } as const;
const STARTS = [{ what: 'starting', isReboot: false }, { what: 'started' }] as const;

const unsettled = {
  disk: { unfinished: { [JOB]: { model: 'model/idempotent@1' } } },
  when: 'restart',
} as const;

/** Nothing of the clean run but that the job was made. */
const quiet = {
  up: at(1, ...STARTS),
  early: at(150),
  providerPoll: at(200),
  shown: at(300),
  crash: at(400),
  start: at(500),
  again: at(620),
  end: at(LATE_MS + 9_000_000),
};

checkBreaches(
  DEADLINES,
  [
    [
      'a job is polled long after its deadline',
      { ...quiet, more: at(LATE_MS, pollCalled(9)) },
      /a poll of video_1/,
    ],
    [
      'it is shown as unsettled then',
      { ...quiet, more: at(LATE_MS, ...poll(clean.PENDING)) },
      /is pending, \d+ ms after/,
    ],
    [
      'it stands so on disk',
      { ...quiet, more: at(LATE_MS, { what: 'crashed', on: 'now', undecided: 'lost' }, unsettled) },
      /on disk, video_1 is not over/,
    ],
    [
      'a restart put it off',
      {
        ...quiet,
        stop: at(50_000, { what: 'crashed', on: 'now', undecided: 'lost' }),
        more: at(51_000, ...STARTS),
        late: at(LATE_MS, pollCalled(9)),
      },
      /a poll of video_1/,
    ],
    [
      'its result is read for longer than it may be',
      {
        ...quiet,
        poll: at(1_000, pollCalled(2), providerSaid(2, MADE)),
        read: at(1_100, called(3, 'read', 'idempotent')),
        late: at(1_100 + 120 * 60_000 + 13_000, called(4, 'read', 'idempotent')),
      },
      /a read of video_1/,
    ],
  ],
  [
    [
      'the node was down at the deadline, and makes up for it',
      {
        ...quiet,
        stop: at(50_000, { what: 'crashed', on: 'now', undecided: 'lost' }),
        more: at(LATE_MS, ...STARTS),
        late: at(LATE_MS + 5_000, pollCalled(9)),
      },
    ],
    [
      'it stops before the deadline, for long, and crashes',
      {
        ...quiet,
        stop: at(50_000, { what: 'stopping' }),
        more: at(LATE_MS, { what: 'crashed', on: 'now', undecided: 'lost' }, unsettled),
      },
    ],
    [
      'its disk hangs',
      { ...quiet, hang: at(1_000, { what: 'disk_failed', fault: 'hang' }), late: at(LATE_MS, pollCalled(9)) },
    ],
    [
      'its result is fetched by a client',
      {
        ...quiet,
        late: at(
          LATE_MS,
          exchange({ op: 'content', key: 0, job: 1 }, 200, {}, {}, { jobId: JOB, request: 77 })[0] ??
            pollCalled(1),
          called(4, 'read', 'idempotent'),
        ),
      },
    ],
    [
      'another job is submitted',
      { ...quiet, more: at(LATE_MS, ...exchange(SUBMIT, 202, { id: 'video_2' })) },
    ],
  ],
);
