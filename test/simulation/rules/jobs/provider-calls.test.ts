import { PROVIDER_CALLS } from '../../../../simulation/rules/jobs/provider-calls.js';
import { checkBreaches } from '../check-breaches.js';
import { DONE, poll } from '../clean-run.js';
import { ACCEPTED, at, pollCalled, providerSaid, submitCalled } from '../told-history.js';

checkBreaches(
  PROVIDER_CALLS,
  [
    [
      'a job is polled that nobody took',
      { providerSubmit: at(110, submitCalled(1)) },
      /a poll of video_1, and the provider never said that it took it/,
    ],
    [
      'a job is polled that was shown as settled',
      { shown: at(300, ...poll(DONE), pollCalled(9)) },
      /a poll of video_1, which was shown as settled/,
    ],
    [
      'a job is submitted that was shown as settled',
      { shown: at(300, ...poll(DONE), submitCalled(9)) },
      /a submit of video_1, which was shown as settled/,
    ],
  ],
  [['a job is polled again before it is shown', { more: at(210, pollCalled(8), providerSaid(8, ACCEPTED)) }]],
);
