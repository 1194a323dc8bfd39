import { PROVIDER_BOUNDS } from '../../../../simulation/rules/jobs/provider-bounds.js';
import { checkBreaches } from '../check-breaches.js';
import { at, type Moment, submitCalled } from '../told-history.js';

const BOUND: Moment = { what: 'reloaded', outcome: 'applied', options: { providerCallsMax: 1 } };

checkBreaches(
  PROVIDER_BOUNDS,
  [
    [
      'a second call begins beside the first',
      { x: at(700, BOUND, submitCalled(7), submitCalled(8, 'video_8')) },
      /a submit for model.idempotent of idempotent \(video_8\) is number 2 under way, of 1/,
    ],
  ],
  [['calls come one after the other', { x: at(700, BOUND, submitCalled(7)), y: at(9_000, submitCalled(8)) }]],
);
