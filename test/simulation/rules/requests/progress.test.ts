import { PROGRESS } from '../../../../simulation/rules/requests/progress.js';
import { checkBreaches } from '../check-breaches.js';
import { PENDING, poll } from '../clean-run.js';
import { at, pollCalled, providerSaid } from '../told-history.js';

const heard = reports(50.9);

function reports(progress: number) {
  return at(
    130,
    pollCalled(7),
    providerSaid(7, { kind: 'state', state: { state: 'in_progress', progress } }),
  );
}

function shows(progress: number) {
  return at(140, ...poll({ ...PENDING, status: 'in_progress', progress }));
}

checkBreaches(
  PROGRESS,
  [
    ['no provider reported any', { shown: shows(50) }, /progress 50 was reported by no provider/],
    ['another one was reported', { heard, shown: shows(51) }, /progress 51 was reported by no provider/],
  ],
  [
    ['it was reported', { heard, shown: shows(50) }],
    ['more than all was reported', { heard: reports(130), shown: shows(100) }],
  ],
);
