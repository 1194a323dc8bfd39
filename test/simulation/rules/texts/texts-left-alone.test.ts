import { TEXTS_LEFT_ALONE } from '../../../../simulation/rules/texts/texts-left-alone.js';
import { checkBreaches } from '../check-breaches.js';
import { at, type Moment, type Run } from '../told-history.js';
import { called } from './made-text.js';

const FAILURES = 8;
const COOL_DOWN_MS = 1_000;
const LOST_AT = 10_000;
const SAID = /writer text\/0@writer is called 999 ms after 8 calls in a row were lost/;

type How = Extract<Moment, { readonly what: 'text_over' }>['how'];

const over = (call: number, how: How): Moment => ({ what: 'text_over', call, how });
const says = (call: number): Moment => ({ what: 'text_sent', call, delta: `d${call}` });

/** So many calls, each begun after the one before was lost. */
function lost(count: number, from = 100): readonly Moment[] {
  return Array.from({ length: count }, (_, n) => [called(from + n), over(from + n, 'lost')]).flat();
}

/** Calls are lost, and another one comes behind what else happens. */
function again(afterMs: number, more: Run = {}, first = lost(FAILURES)): Run {
  return { lost: at(LOST_AT, ...first), ...more, next: at(LOST_AT + afterMs, called(900)) };
}

function reloads(options: Readonly<Record<string, number>>): Run {
  return { reload: at(9_000, { what: 'reloaded', outcome: 'applied', options }) };
}

const TOO_SOON = COOL_DOWN_MS - 1;

checkBreaches(
  TEXTS_LEFT_ALONE,
  [
    ['the provider is called too soon', again(TOO_SOON), SAID],
    [
      'a call is left in between',
      again(TOO_SOON, {}, [...lost(4), called(1), over(1, 'left'), ...lost(4, 200)]),
      SAID,
    ],
    [
      'another provider answered',
      again(TOO_SOON, { other: at(LOST_AT, called(1, 'author'), says(1), over(1, 'whole')) }),
      SAID,
    ],
    [
      'another model of it answered',
      again(TOO_SOON, { other: at(LOST_AT, called(1, 'writer', { model: 'text/1@writer' }), says(1)) }),
      SAID,
    ],
    [
      'more may be lost since a reload, and were',
      again(TOO_SOON, reloads({ providerBreakerFailures: 9 }), lost(9)),
      /after 9 calls in a row/,
    ],
    [
      'fewer may be lost since a reload',
      again(TOO_SOON, reloads({ providerBreakerFailures: 4 }), lost(4)),
      /after 4 calls in a row/,
    ],
    [
      'its cool-down is short, and is not over',
      again(99, reloads({ providerBreakerCoolDownMs: 100 })),
      /99 ms/,
    ],
    [
      'calls were lost one after the other, the last of them later',
      again(1_500, { last: at(LOST_AT + 600, over(1, 'lost')) }, [called(1), ...lost(7)]),
      /is called 900 ms after 8 calls/,
    ],
  ],
  [
    ['its cool-down is over', again(COOL_DOWN_MS)],
    ['one less was lost', again(0, {}, lost(FAILURES - 1))],
    ['another provider is called', again(COOL_DOWN_MS, { other: at(LOST_AT, called(1, 'author')) })],
    [
      'another model of it is called',
      again(COOL_DOWN_MS, { other: at(LOST_AT, called(1, 'writer', { model: 'text/1@writer' })) }),
    ],
    ['something came in between', again(0, {}, [...lost(4), called(1), says(1), ...lost(4, 200)])],
    [
      'it refused one in between',
      again(0, {}, [...lost(4), called(1), over(1, 'rejected'), ...lost(4, 200)]),
    ],
    [
      'a call that is lost had begun before an answer',
      {
        begun: at(LOST_AT - 2, called(1), called(2)),
        answer: at(LOST_AT - 1, says(2), over(2, 'whole')),
        ...again(0, {}, [...lost(FAILURES - 1), over(1, 'lost')]),
      },
    ],
    [
      'the process is another',
      again(0, { starts: at(LOST_AT, { what: 'starting', isReboot: false }, says(100), over(100, 'lost')) }),
    ],
    ['it may be more since a reload', again(0, reloads({ providerBreakerFailures: 9 }))],
    ['its cool-down may be short since a reload', again(100, reloads({ providerBreakerCoolDownMs: 100 }))],
    [
      'some were lost before a reload to fewer',
      { before: at(8_000, ...lost(1)), ...again(0, reloads({ providerBreakerFailures: 4 }), lost(3, 200)) },
    ],
  ],
);
