/** `tollgate keys revoke` */

import { recordCommand } from '../../client/management-command.js';
import { da, safe } from '../../framework/format.js';
import { KEY_ARGUMENT, keyOf } from './key-argument.js';
import { type ApiKey, printKey } from './key-output.js';

export const keysRevoke = recordCommand<ApiKey>({
  arguments: [KEY_ARGUMENT],
  about: [
    'From the next request on the key is refused, for good. Its jobs under way still settle, and its ledger stays. Revoking a revoked key does nothing more.',
  ],
  examples: [['keys revoke key_01kaj2vznq0h8c5d6e7f8g9hjk', 'When a secret has leaked.']],
  request: (given) => ({ method: 'DELETE', path: '/api/keys/{id}', id: keyOf(given) }),
  async question(api, given) {
    const id = keyOf(given);
    const { name, balance } = await api.ask({ method: 'GET', path: '/api/keys/{id}', id });
    return `Revoke ${id}${name === null ? '' : ` (${safe(name)})`}, which has ${da(balance)} DA, for good.`;
  },
  show: printKey,
});
