import { SUBMIT_REPEATS } from '../../../../../simulation/rules/jobs/submits/repeats.js';
import { checkBreaches } from '../../check-breaches.js';
import { failed, poll } from '../../clean-run.js';
import { at, NOT_NOW, providerSaid, type Run, submitCalled } from '../../told-history.js';

/** The pauses of a job that is put off, in ms. */
const PAUSES = [100, 250, 400, 800, 2_000, 3_300, 5_000];

function putOff(pauses: readonly number[], more: Run = {}): Run {
  let now = 110;
  const moments = [0, ...pauses].map((pauseMs, n) => {
    now += pauseMs;
    return [`try ${n}`, at(now, submitCalled(100 + n), providerSaid(100 + n, NOT_NOW))] as const;
  });
  const shown = at(now + 10, ...poll(failed('provider_unavailable')));
  const nothing = at(now);
  return {
    ...{ providerSubmit: nothing, early: nothing, providerPoll: nothing, shown, crash: nothing },
    ...{ start: nothing, again: nothing, ...Object.fromEntries(moments), ...more },
  };
}

const REFUSED = {
  what: 'provider_failed',
  how: 'refused',
  kind: 'submit',
  provider: 'idempotent',
  model: 'model/idempotent',
  jobId: 'video_1',
} as const;

const START = [{ what: 'starting', isReboot: false }, { what: 'started' }] as const;

checkBreaches(
  SUBMIT_REPEATS,
  [
    ['a pause is too short', putOff(PAUSES.with(2, 390)), /submit 4 of .* came 390 ms .* not before 400 ms/],
    ['a pause is too long', putOff(PAUSES.with(6, 9_000)), /submit 8 of .* 9000 ms .* due within/],
    ['a job is submitted once more', putOff([...PAUSES, 5_000]), /9 times by one process/],
    ['a job is given up early', putOff(PAUSES.slice(1)), /given up after 7 submits to idempotent, of 8/],
  ],
  [
    ['it is submitted eight times', putOff(PAUSES)],
    [
      'the provider asked for a pause',
      putOff(PAUSES.with(6, 9_000), {
        asked: at(
          6_970,
          submitCalled(90, 'video_2'),
          providerSaid(90, { ...NOT_NOW, answer: { ...NOT_NOW.answer, askAgainAfterMs: 9_000 } }),
        ),
      }),
    ],
    [
      'the first two found no connection',
      putOff([600], { shown: at(800), refused: at(20, REFUSED), again: at(100, REFUSED) }),
    ],
    ['the next process tries it again', putOff(PAUSES.with(3, 20), { start: at(870, ...START) })],
    [
      'another call was under way',
      putOff(PAUSES.with(6, 9_000), { other: at(7_000, submitCalled(90, 'video_2')) }),
    ],
    [
      'the disk failed',
      putOff(PAUSES.with(6, 9_000), { disk: at(7_000, { what: 'disk_failed', fault: 'reject' }) }),
    ],
  ],
);
