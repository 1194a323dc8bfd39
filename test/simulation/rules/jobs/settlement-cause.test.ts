import { SETTLEMENT_CAUSE } from '../../../../simulation/rules/jobs/settlement-cause.js';
import { checkBreaches } from '../check-breaches.js';
import * as clean from '../clean-run.js';
import { failed, poll } from '../clean-run.js';
import * as told from '../told-history.js';
import { at, exchange, JOB } from '../told-history.js';

const MADE = at(
  200,
  told.pollCalled(2),
  told.providerSaid(2, { kind: 'state', state: { state: 'made', location: 'x', saidMs: 2_500 } }),
);

function file(lengthMs: number) {
  return { kind: 'file', bytes: 17, lengthMs, isWhole: true } as const;
}

/** Of a provider that takes a repeat for the same for 63 s, of which the gateway leaves a minute. */
const BRIEF = { ...told.SUBMIT, model: 'model/brief' } as const;

function briefCalled(call: number) {
  return told.submitCalled(call, JOB, BRIEF.model);
}

const CRASH = { what: 'crashed', on: 'now', undecided: 'lost' } as const;
const READING_MS = 7_200_000;
/** A result is made, the process starts again, and the time for reading is over. */
const NOT_OPENED = {
  providerPoll: MADE,
  crash: at(400),
  start: at(500, { what: 'starting', isReboot: false }, { what: 'started' }),
  shown: at(READING_MS + 10_000, ...poll(failed('result_unavailable'))),
  again: at(620),
  end: at(1_000),
};

checkBreaches(
  SETTLEMENT_CAUSE,
  [
    ['a job completes though nobody said so', { providerPoll: at(200) }, /completed with 2500 ms/],
    [
      'a job completes with another length',
      { shown: at(300, ...poll({ ...clean.DONE, output_seconds: 3 })) },
      /completed with 3000 ms/,
    ],
    [
      'a job is rejected by nobody',
      { shown: at(300, ...poll(failed('content_rejected'))) },
      /had not said so/,
    ],
    ['a job expires early', { shown: at(300, ...poll(failed('expired'))) }, /200 ms old and had 60000/],
    [
      'a provider that never put it off is unavailable',
      { shown: at(300, ...poll(failed('provider_unavailable'))) },
      /never put it off/,
    ],
    ['no error was there', { shown: at(300, ...poll(failed('provider_error'))) }, /had not said so/],
    [
      'a provider that may have it is unavailable',
      {
        providerSubmit: at(
          110,
          ...[told.submitCalled(1), told.providerSaid(1, { kind: 'error' })],
          ...[told.submitCalled(3), told.providerSaid(3, told.NOT_NOW)],
        ),
        shown: at(300, ...poll(failed('provider_unavailable'))),
      },
      /one of its submits had no known outcome/,
    ],
    [
      'a provider that finds jobs was not asked for one',
      {
        submit: at(100, ...exchange(told.ROUTED, 202, { id: JOB })),
        providerSubmit: at(110, told.routeCalled(1, 2), told.providerSaid(1, { kind: 'error' })),
        shown: at(300, ...poll(failed('outcome_unknown'))),
      },
      /was not asked for it/,
    ],
    [
      'a result that nobody made is unavailable',
      { shown: at(300, ...poll(failed('result_unavailable'))) },
      /had not made it/,
    ],
    [
      'a result that nobody opened is unavailable',
      { providerPoll: MADE, shown: at(300, ...poll(failed('result_unavailable'))) },
      /nothing was wrong with its result/,
    ],
    ['a process that has the time to open a result never does', NOT_OPENED, /never opened its result/],
    [
      'a process never opens a result, and its disk failed long before the end of the time for that',
      {
        ...NOT_OPENED,
        disk: at(510, { what: 'disk_failed', fault: 'hang' }),
        more: at(READING_MS - 100_000, { what: 'disk_released' }),
      },
      /never opened its result/,
    ],
    [
      'a job completes with the length that was said and not read',
      {
        providerPoll: MADE,
        read: at(250, told.called(3, 'read', 'plain'), told.providerSaid(3, file(2_400))),
      },
      /completed with 2500 ms; its provider had said: 2400/,
    ],
    [
      'the outcome at an idempotent provider is unknown',
      { shown: at(300, ...poll(failed('outcome_unknown'))) },
      /can be asked again/,
    ],
    [
      'the outcome is unknown while the provider still takes a repeat for the same',
      {
        submit: at(100, ...exchange(BRIEF, 202, { id: JOB })),
        providerSubmit: at(110, briefCalled(1), told.providerSaid(1, { kind: 'error' })),
        shown: at(3_000, ...poll(failed('outcome_unknown'))),
        again: at(3_100),
        end: at(4_000),
      },
      /can be asked again/,
    ],
    [
      'a provider is submitted to again that has forgotten the first one',
      {
        submit: at(100, ...exchange(BRIEF, 202, { id: JOB })),
        providerSubmit: at(110, briefCalled(1), told.providerSaid(1, { kind: 'error' })),
        more: at(63_200, briefCalled(3)),
        shown: at(300),
        again: at(620),
      },
      /63090 ms after a submit that ended error/,
    ],
    [
      'the outcome is unknown though all was answered',
      {
        submit: at(100, ...exchange(told.FORGETFUL, 202, { id: JOB })),
        providerSubmit: at(
          110,
          told.submitCalled(1, JOB, 'model/forgetful'),
          told.providerSaid(1, told.ACCEPTED),
        ),
        shown: at(300, ...poll(failed('outcome_unknown'))),
      },
      /answered in time/,
    ],
    [
      'a forgetful provider is submitted to again',
      {
        providerSubmit: at(
          110,
          told.submitCalled(1, JOB, 'model/forgetful'),
          told.providerSaid(1, { kind: 'error' }),
          told.submitCalled(3, JOB, 'model/forgetful'),
        ),
      },
      /submitted again/,
    ],
    [
      'a job is submitted with another length',
      { more: at(150, told.submitCalled(3, JOB, 'model/idempotent', 1)) },
      /submitted as 1 ms/,
    ],
    ['a job is submitted after its end', { more: at(350, told.submitCalled(3)) }, /after it had ended/],
    [
      'a provider is called for what is not on disk',
      { more: at(350, told.submitCalled(3, 'video_2')) },
      /video_2, which is not on disk/,
    ],
  ],
  [
    ['an idempotent provider is submitted to again', { more: at(150, told.submitCalled(3)) }],
    [
      'the outcome is unknown once the provider may not take a repeat for the same',
      {
        submit: at(100, ...exchange(BRIEF, 202, { id: JOB })),
        providerSubmit: at(110, briefCalled(1), told.providerSaid(1, { kind: 'error' })),
        more: at(3_000, briefCalled(3), told.providerSaid(3, { kind: 'error' })),
        shown: at(3_200, ...poll(failed('outcome_unknown'))),
        providerPoll: at(200),
        again: at(3_300),
        crash: at(400),
        start: at(500),
        end: at(4_000),
      },
    ],
    [
      'a result was read',
      {
        providerPoll: MADE,
        read: at(250, told.called(3, 'read', 'plain'), told.providerSaid(3, file(2_500))),
      },
    ],
    [
      'a boot takes the time of reading for passed, as the wall clock stepped',
      {
        ...NOT_OPENED,
        crash: at(400, { what: 'wall_stepped', ms: READING_MS }, CRASH),
        start: at(500, { what: 'starting', isReboot: true }, { what: 'started' }),
        shown: at(600, ...poll(failed('result_unavailable'))),
        again: at(620),
      },
    ],
    [
      'a result was not opened, for the disk kept its job from being taken up',
      {
        ...NOT_OPENED,
        disk: at(510, { what: 'disk_failed', fault: 'hang' }),
        more: at(READING_MS - 3_000, { what: 'disk_released' }),
      },
    ],
    [
      'a result was opened and is gone',
      {
        providerPoll: MADE,
        read: at(250, told.called(3, 'read', 'plain'), told.providerSaid(3, { kind: 'gone' })),
        shown: at(300, ...poll(failed('result_unavailable'))),
        again: at(620),
        end: at(1_000),
        crash: at(400),
      },
    ],
    [
      'a job whose maker was cut off by a crash is told of by a replay alone',
      {
        submit: at(250, ...exchange(told.FORGETFUL, 202, { id: JOB }, { 'idempotent-replayed': 'true' })),
        providerSubmit: at(110, { what: 'crashed', on: 'now', undecided: 'kept' }),
        early: at(120),
        providerPoll: at(200),
        shown: at(300, ...poll(failed('outcome_unknown'))),
        crash: at(400),
        again: at(620),
        end: at(1_000),
      },
    ],
  ],
);
