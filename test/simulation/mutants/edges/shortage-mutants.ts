/** Defects of a node whose machine runs short of memory or disk. */
import type { Mutant } from '../mutant.js';

const LOAD_SHEDDER = 'src/overload/load-shedder.ts';
const MEMORY_CONTROL = 'src/overload/memory-control.ts';

export const SHORTAGE_MUTANTS: readonly Mutant[] = [
  {
    name: 'jobs-taken-on-a-full-disk',
    breaks: 'Jobs are taken until the disk is full.',
    edits: [
      { file: LOAD_SHEDDER, find: "    if (diskSpace) return this.#shed('disk_space');\n", replace: '' },
    ],
    caughtBy: ['shortages'],
  },
  {
    name: 'memory-is-short-for-ever',
    breaks: 'Once memory was short a node takes no job any more.',
    edits: [{ file: MEMORY_CONTROL, find: 'ENOUGH_SHARE = 0.75', replace: 'ENOUGH_SHARE = 0.25' }],
    caughtBy: ['answers'],
  },
  {
    name: 'memory-is-never-short',
    breaks: 'Memory that stays near its bound is not seen.',
    edits: [
      {
        file: MEMORY_CONTROL,
        find: 'share >= SHORT_SHARE ? (this.#above[kind] ?? 0) + 1 : 0',
        replace: 'share >= SHORT_SHARE ? 1 : 0',
      },
    ],
    caughtBy: ['shortages'],
  },
  {
    name: 'shedding-never-ends',
    breaks: 'A node that was late once goes on to turn new work away while it is busy.',
    edits: [
      {
        file: 'src/overload/delay-control.ts',
        find: 'if (delayMs > targetMs / 2) this.#lastOver = now;',
        replace: 'if (delayMs >= 0) this.#lastOver = now;',
      },
      {
        file: 'src/overload/delay-control.ts',
        find: '(delayMs <= targetMs / 2 && !isEnough)',
        replace: '(delayMs < 0 && !isEnough)',
      },
    ],
    caughtBy: ['answers'],
  },
  {
    name: 'small-disks-keep-the-whole-reserve',
    breaks: 'More than a fiftieth of a small disk has to be free, and jobs are refused before that.',
    edits: [
      {
        file: 'src/node/machine/load-watch.ts',
        find: 'Math.min(this.#options.diskReserveBytes',
        replace: 'Math.max(this.#options.diskReserveBytes',
      },
    ],
    caughtBy: ['answers', 'shortages'],
  },
  {
    name: 'all-told-the-same-time',
    breaks: 'Requests that are refused while a node is late are all told to come back at the same time.',
    edits: [
      {
        file: 'src/overload/retry-slots.ts',
        find: 'Math.max(this.#last + 1_000 / perSecond, now + WAIT_MIN_MS)',
        replace: 'now + WAIT_MIN_MS',
      },
    ],
    faults: 'light',
    caughtBy: ['shortages'],
  },
];
