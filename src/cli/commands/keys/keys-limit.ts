/** `tollgate keys limit` */

import { recordCommand } from '../../client/management-command.js';
import { numberOf } from '../../framework/values.js';
import { KEY_ARGUMENT, keyOf } from './key-argument.js';
import { type ApiKey, printKey, RPM } from './key-output.js';

export const keysLimit = recordCommand<ApiKey>({
  arguments: [
    KEY_ARGUMENT,
    { name: 'RPM', description: 'Requests that it may make in any 60 seconds, 1 to 1,000,000.' },
  ],
  about: ['The new limit applies from the next request on. Requests that were already counted still count.'],
  examples: [['keys limit key_01kaj2vznq0h8c5d6e7f8g9hjk 600', 'Allow 600 requests a minute from now on.']],
  request: (given) => ({
    method: 'PATCH',
    path: '/api/keys/{id}',
    id: keyOf(given),
    json: { rate_limit_rpm: numberOf('RPM', given.words[1] ?? '', RPM) },
  }),
  show: printKey,
});
