import { LIVENESS } from '../../../../simulation/rules/jobs/liveness.js';
import { checkBreaches } from '../check-breaches.js';
import * as clean from '../clean-run.js';
import { disk, poll } from '../clean-run.js';
import * as told from '../told-history.js';
import { at, JOB } from '../told-history.js';

checkBreaches(LIVENESS, [
  [
    'a job is unsettled long after its deadline',
    { again: at(300_000, ...poll(clean.PENDING)) },
    /is pending at a time when it had to be settled/,
  ],
  [
    'a job is unsettled at the end',
    {
      again: at(300_000, ...poll(clean.DONE)),
      end: at(
        300_001,
        disk('end', (records) => {
          records.jobs[JOB].status = 'pending';
        }),
      ),
    },
    /is pending at the end/,
  ],
  ['a request is never answered', { more: at(350, told.sent({ op: 'credits', key: 0 })) }, /never answered/],
]);
