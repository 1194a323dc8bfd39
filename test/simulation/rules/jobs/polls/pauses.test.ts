import { PAUSES } from '../../../../../simulation/rules/jobs/polls/pauses.js';
import { checkBreaches } from '../../check-breaches.js';
import { at, called, JOB, NOT_NOW, pollCalled, providerSaid, submitCalled } from '../../told-history.js';

const BUSY = { kind: 'busy', askAgainAfterMs: 5_000 } as const;
const RUNS = { kind: 'state', state: { state: 'in_progress', askAgainAfterMs: 3_000 } } as const;
const NOT_YET = { kind: 'submit', answer: { ...NOT_NOW.answer, askAgainAfterMs: 5_000 } } as const;

checkBreaches(
  PAUSES,
  [
    [
      'a poll comes too early',
      { more: at(700, pollCalled(7), providerSaid(7, BUSY)), again: at(5_600, pollCalled(8)) },
      /a poll of video_1 for model\/idempotent, 100 ms before idempotent wants one/,
    ],
    [
      'a job is asked for before its provider wants',
      { more: at(700, pollCalled(7), providerSaid(7, RUNS)), again: at(3_600, pollCalled(8)) },
      /a poll of video_1 for model\/idempotent, 100 ms before idempotent wants one/,
    ],
    [
      'a job is asked for again at once',
      {
        more: at(700, pollCalled(7), providerSaid(7, { kind: 'state', state: { state: 'pending' } })),
        again: at(900, pollCalled(8)),
      },
      /a poll of video_1 .*25 ms before/,
    ],
    [
      'a submit of another job comes too early',
      {
        more: at(700, submitCalled(7), providerSaid(7, NOT_YET)),
        again: at(800, submitCalled(8, 'video_2')),
      },
      /a submit of video_2/,
    ],
  ],
  [
    [
      'a poll comes in time',
      { more: at(700, pollCalled(7), providerSaid(7, BUSY)), again: at(5_700, pollCalled(8)) },
    ],
    [
      'a job is asked for as its provider wants, and another one meanwhile',
      {
        more: at(700, pollCalled(7), providerSaid(7, RUNS)),
        other: at(900, pollCalled(8, 'video_2')),
        again: at(3_700, pollCalled(9)),
      },
    ],
    [
      'another model is asked',
      {
        more: at(700, pollCalled(7), providerSaid(7, BUSY)),
        again: at(800, submitCalled(8, 'video_2', 'model/forgetful')),
      },
    ],
    [
      'a job is given up',
      {
        more: at(700, pollCalled(7), providerSaid(7, BUSY)),
        again: at(800, called(8, 'cancel', 'idempotent')),
      },
    ],
    [
      'a job is at its deadline',
      { more: at(59_000, pollCalled(7), providerSaid(7, BUSY)), again: at(60_100, pollCalled(8, JOB)) },
    ],
    [
      'the answer came when nobody waited for it',
      {
        more: at(700, pollCalled(7)),
        late: at(6_000, providerSaid(7, BUSY)),
        again: at(6_100, pollCalled(8)),
      },
    ],
    [
      'another process asks',
      {
        more: at(700, pollCalled(7), providerSaid(7, BUSY), { what: 'starting', isReboot: false }),
        again: at(800, pollCalled(8)),
      },
    ],
  ],
);
