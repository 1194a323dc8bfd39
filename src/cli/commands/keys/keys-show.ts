/** `tollgate keys show` */

import { recordCommand } from '../../client/management-command.js';
import { KEY_ARGUMENT, keyOf } from './key-argument.js';
import { type ApiKey, printKey } from './key-output.js';

export const keysShow = recordCommand<ApiKey>({
  arguments: [KEY_ARGUMENT],
  about: ['Shows one key, even if it is revoked. The secret is not shown.'],
  examples: [['keys show key_01kaj2vznq0h8c5d6e7f8g9hjk', 'Show its limit, balance and status.']],
  request: (given) => ({ method: 'GET', path: '/api/keys/{id}', id: keyOf(given) }),
  show: printKey,
});
