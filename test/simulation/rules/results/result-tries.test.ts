import { RESULT_TRIES } from '../../../../simulation/rules/results/result-tries.js';
import { checkBreaches } from '../check-breaches.js';
import { at, called, JOB, type Moment, providerSaid, type Run } from '../told-history.js';

type Answer = Parameters<typeof providerSaid>[1];

const GONE: Answer = { kind: 'gone' };
const FORBIDDEN: Answer = { kind: 'forbidden' };
const BUSY: Answer = { kind: 'busy' };
const FILE = { kind: 'file', bytes: 17, lengthMs: 2_500, isWhole: true } as const;

/** Reads of the result, each with its answer. */
function reads(answers: readonly Answer[], jobId = JOB, from = 10): readonly Moment[] {
  return answers.flatMap((answer, n) => [
    called(from + n, 'read', 'idempotent', jobId),
    providerSaid(from + n, answer),
  ]);
}

function tried(...answers: readonly Answer[]): Run {
  return { tried: at(700, ...reads(answers)) };
}

const TWICE = [GONE, FORBIDDEN];

checkBreaches(
  RESULT_TRIES,
  [
    ['it is gone four times', tried(GONE, GONE, GONE, GONE), /of video_1 is tried 4 times, and no waiting/],
    ['nobody may read it four times', tried(...TWICE, ...TWICE), /is tried 4 times/],
    ['another answer comes in between', tried(...TWICE, BUSY, ...TWICE), /is tried 4 times/],
    [
      'a part of it comes in between',
      tried(...TWICE, { ...FILE, isWhole: false }, ...TWICE),
      /is tried 4 times/,
    ],
    [
      'no clip comes in between',
      tried(...TWICE, { ...FILE, lengthMs: undefined }, ...TWICE),
      /is tried 4 times/,
    ],
    [
      'a process that started tries it four times',
      { before: at(450, ...reads(TWICE)), ...tried(...TWICE, ...TWICE) },
      /is tried 4 times/,
    ],
    [
      'the result of another job came',
      { before: at(650, ...reads([FILE], 'video_2', 90)), ...tried(...TWICE, ...TWICE) },
      /of video_1 is tried 4 times/,
    ],
  ],
  [
    ['it is gone three times', tried(GONE, ...TWICE)],
    ['its provider is busy often', tried(...TWICE, BUSY, BUSY, BUSY)],
    ['clients ask for it once it was read', tried(FILE, ...TWICE, ...TWICE)],
    ['a process before tried it, too', { before: at(450, ...reads(TWICE)), ...tried(GONE, ...TWICE) }],
    [
      'another job is tried, too',
      { other: at(650, ...reads(TWICE, 'video_2', 90)), ...tried(GONE, ...TWICE) },
    ],
    ['no read was called for', { said: at(700, ...Array.from({ length: 4 }, () => providerSaid(10, GONE))) }],
    [
      'a poll finds nothing',
      {
        polls: at(
          700,
          ...[1, 2, 3, 4].flatMap((n) => [called(n + 9, 'poll', 'plain'), providerSaid(n + 9, GONE)]),
        ),
      },
    ],
  ],
);
