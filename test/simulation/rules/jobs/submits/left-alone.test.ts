import { JOBS_LEFT_ALONE } from '../../../../../simulation/rules/jobs/submits/left-alone.js';
import { checkBreaches } from '../../check-breaches.js';
import {
  ACCEPTED,
  at,
  type Moment,
  NOT_NOW,
  providerSaid,
  type Run,
  submitCalled,
} from '../../told-history.js';

const FAILURES = 8;
const FAILED_AT = 10_000;

/** A submit that the provider puts off at once. */
function putOff(call: number): readonly Moment[] {
  return [submitCalled(call, `video_${call}`), providerSaid(call, NOT_NOW)];
}

function failures(count: number): readonly Moment[] {
  return Array.from({ length: count }, (_, n) => putOff(100 + n)).flat();
}

/** After failures, what comes so many ms later. */
function then(more: Readonly<Record<number, readonly Moment[]>>, count = FAILURES): Run {
  const later = Object.entries(more).map(([ms, moments]) => [ms, at(FAILED_AT + Number(ms), ...moments)]);
  return { failures: at(FAILED_AT, ...failures(count)), ...Object.fromEntries(later) };
}

const GOOD = [submitCalled(1, 'video_9'), providerSaid(1, ACCEPTED)] as const;

checkBreaches(
  JOBS_LEFT_ALONE,
  [
    ['the provider is called too soon', then({ 999: GOOD }), /video_9 .* comes 999 ms after it failed/],
    [
      'it is called by two at a time',
      then({ 1000: [submitCalled(1), submitCalled(2, 'video_2')] }),
      /video_2 .* while another finds out/,
    ],
    [
      'it failed again, and is called as soon as before',
      then({ 1000: putOff(1), 2100: GOOD }),
      /comes 1100 ms after it failed, and is due after 2000 ms/,
    ],
  ],
  [
    ['it is left alone', then({ 1000: putOff(1), 3000: GOOD, 3001: putOff(3) })],
    ['too few calls failed', then({ 10: GOOD }, FAILURES - 1)],
    ['one was answered', { ...then({ 20: putOff(3) }, FAILURES - 1), good: at(FAILED_AT + 10, ...GOOD) }],
    [
      'another model of it is called',
      then({ 10: [submitCalled(1, 'video_9', 'model/forgetful'), providerSaid(1, ACCEPTED)] }),
    ],
    ['a process has started', then({ 5: [{ what: 'starting', isReboot: false }], 10: GOOD })],
    [
      'the cool-down is another since a reload',
      {
        ...then({ 500: GOOD }),
        reload: at(9_000, {
          what: 'reloaded',
          outcome: 'applied',
          options: { providerBreakerCoolDownMs: 500 },
        }),
      },
    ],
  ],
);
