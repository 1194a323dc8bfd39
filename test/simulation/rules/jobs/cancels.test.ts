import { CANCELS } from '../../../../simulation/rules/jobs/cancels.js';
import { checkBreaches } from '../check-breaches.js';
import { disk, failed, poll } from '../clean-run.js';
import {
  ACCEPTED,
  at,
  called,
  exchange,
  FORGETFUL,
  JOB,
  type Moment,
  POLL,
  providerSaid,
  sent,
  submitCalled,
} from '../told-history.js';

const ENDED = sent({ op: 'fail_job', job: 1, reason: '' }, { jobId: JOB });
/** A job whose provider takes cancels, and whose end is shown once all is quiet. */
const EXPIRES = {
  submit: at(100, { what: 'starting', isReboot: false }, ...exchange(FORGETFUL, 202, { id: JOB })),
  providerSubmit: at(110, submitCalled(1, JOB, 'model/forgetful'), providerSaid(1, ACCEPTED)),
  providerPoll: at(200),
  shown: at(300),
  crash: at(400),
  start: at(500, { what: 'quiet' }),
  again: at(70_000, ...exchange(POLL, 200, failed('expired'), {}, { jobId: JOB })),
  end: at(71_000),
} as const;

/** As that, of one that its provider took unheard, and can be told of by its id. */
const UNHEARD = {
  ...EXPIRES,
  providerSubmit: at(
    110,
    { ...submitCalled(1, JOB, 'model/lookup'), provider: 'lookup' } as Moment,
    { what: 'provider_began', provider: 'lookup', jobId: JOB, nth: 1 },
    providerSaid(1, { kind: 'error' }),
  ),
} as const;

function cancelled(call = 9): Moment {
  return called(call, 'cancel', 'forgetful');
}

checkBreaches(
  CANCELS,
  [
    ['a job that goes on is cancelled', { more: at(150, cancelled()) }, /cancelled 50 ms after its submit/],
    [
      'a job is cancelled twice',
      { more: at(150, ENDED, cancelled(), cancelled(10)) },
      /twice by one process/,
    ],
    [
      'a job is cancelled before its end is on disk',
      {
        more: at(150, ENDED, cancelled()),
        crash: at(
          160,
          disk('restart', ({ jobs }) => Object.assign(jobs[JOB], { status: 'pending' })),
        ),
      },
      /was cancelled, and is pending on disk/,
    ],
    ['a job that completes is cancelled', { more: at(150, ENDED, cancelled()) }, /and is completed/],
    ['its provider is not told of the end of a job', EXPIRES, /was given up, and forgetful was not told/],
    ['nor of one that it took unheard', UNHEARD, /was given up, and lookup was not told/],
  ],
  [
    ['a job is cancelled at its deadline', { ...EXPIRES, more: at(60_200, cancelled()) }],
    [
      'the operator ended it',
      { ...EXPIRES, more: at(150, ENDED, cancelled()), again: at(620, ...poll(failed('expired'))) },
    ],
    [
      'the cancel did not arrive',
      {
        ...EXPIRES,
        more: at(60_200, {
          what: 'provider_failed',
          how: 'refused',
          kind: 'cancel',
          provider: 'forgetful',
          model: '',
          jobId: JOB,
        }),
      },
    ],
    [
      'it was told of one that it took unheard',
      { ...UNHEARD, more: at(60_200, called(9, 'cancel', 'lookup')) },
    ],
    [
      'the answer of one that took it unheard is waited for',
      {
        ...UNHEARD,
        providerSubmit: at(110, { ...submitCalled(1, JOB, 'model/lookup'), provider: 'lookup' } as Moment, {
          what: 'provider_began',
          provider: 'lookup',
          jobId: JOB,
          nth: 1,
        }),
        again: at(30_000, ...exchange(POLL, 200, failed('expired'), {}, { jobId: JOB })),
      },
    ],
    ['its process has ended since', { ...EXPIRES, more: at(60_200, { what: 'starting', isReboot: false }) }],
  ],
);
