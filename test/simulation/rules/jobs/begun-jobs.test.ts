import { BEGUN_JOBS } from '../../../../simulation/rules/jobs/begun-jobs.js';
import { checkBreaches } from '../check-breaches.js';
import { at, exchange, JOB, POLL, pollCalled, providerSaid } from '../told-history.js';

const BEGUN = { kind: 'state', state: { state: 'in_progress' } } as const;
const QUEUED = { kind: 'state', state: { state: 'pending' } } as const;
const said = (answer: Parameters<typeof providerSaid>[1]) => at(400, pollCalled(8), providerSaid(8, answer));
const shown = (atMs: number, status: string) =>
  at(atMs, ...exchange(POLL, 200, { id: JOB, status }, {}, { jobId: JOB }));

checkBreaches(
  BEGUN_JOBS,
  [
    [
      'a job is pending long after its provider began it',
      { said: said(BEGUN), later: shown(9_000, 'pending') },
      /video_1 is pending, and its provider said 8600 ms ago/,
    ],
  ],
  [
    ['its provider has not begun it', { said: said(QUEUED), later: shown(9_000, 'pending') }],
    ['it was shown at once', { said: said(BEGUN), later: shown(401, 'pending') }],
    [
      'the process that heard of it is no more',
      {
        said: said(BEGUN),
        ended: at(500, { what: 'crashed', on: 'now', undecided: 'lost' }),
        later: shown(9_000, 'pending'),
      },
    ],
  ],
);
