import { SETTLEMENT_CAUSE } from '../../../../simulation/rules/jobs/settlement-cause.js';
import { checkBreaches } from '../check-breaches.js';
import * as clean from '../clean-run.js';
import { failed, poll } from '../clean-run.js';
import * as told from '../told-history.js';
import { at, exchange, JOB } from '../told-history.js';

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
    [
      'a provider that answered timed out',
      { shown: at(300, ...poll(failed('provider_timeout'))) },
      /answered in time/,
    ],
    ['no error was there', { shown: at(300, ...poll(failed('provider_error'))) }, /error or in garbage/],
    [
      'the outcome at an idempotent provider is unknown',
      { shown: at(300, ...poll(failed('outcome_unknown'))) },
      /can be asked again/,
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
