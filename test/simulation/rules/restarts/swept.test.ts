import { SWEPT } from '../../../../simulation/rules/restarts/swept.js';
import { checkBreaches } from '../check-breaches.js';
import { at, type Moment, type Records } from '../told-history.js';

const STARTS = [{ what: 'starting', isReboot: false }, { what: 'started' }] as const;
const CRASH = { what: 'crashed', on: 'now', undecided: 'lost' } as const;
const FAILED = { what: 'disk_failed', fault: 'reject' } as const;

const image = (dueMs: number): Moment => {
  const disk: Records = {
    meta: { clock: { steady_ms: 200_000 } },
    expiry: { [`${String(dueMs).padStart(15, '0')}/job/video_1`]: 1, '000000000999999/job/video_2': 1 },
  };
  return { disk, when: 'restart' };
};
/** A crash, a start, and after so long another crash that leaves something that was due then. */
const lasts = (ms: number, dueMs: number, ...meanwhile: readonly Moment[]) => ({
  ends: at(2_000, CRASH),
  starts: at(3_000, ...STARTS, ...meanwhile),
  endsAgain: at(3_000 + ms, CRASH, image(dueMs)),
});

checkBreaches(
  SWEPT,
  [
    [
      'a job whose time is over stays on disk',
      lasts(50_000, 154_000),
      /job\/video_1 was due 46000 ms before the node's clock was noted/,
    ],
  ],
  [
    ['it is over for less than a sweep may take', lasts(50_000, 156_000)],
    ['the node has not run for long', lasts(40_000, 1_000)],
    ['its disk failed', lasts(47_000, 1_000, FAILED)],
  ],
);
