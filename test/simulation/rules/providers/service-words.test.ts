import { SERVICE_WORDS } from '../../../../simulation/rules/providers/service-words.js';
import { checkBreaches } from '../check-breaches.js';
import { at } from '../told-history.js';

const ABORTED = {
  what: 'service_heard',
  provider: 'replicate',
  said: '200 {"status":"aborted"}',
  means: 'failed, provider_error',
} as const;

checkBreaches(
  SERVICE_WORDS,
  [
    [
      'a state of a service is taken for another',
      { more: at(150, { ...ABORTED, takenFor: 'pending' }) },
      /replicate answered 200 \{"status":"aborted"\}: that is "failed, provider_error", and was taken for "pending"/,
    ],
  ],
  [
    [
      'a state of a service is taken for what it is',
      { more: at(150, { ...ABORTED, takenFor: ABORTED.means }) },
    ],
  ],
);
