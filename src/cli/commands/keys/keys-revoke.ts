/** `tollgate keys revoke` */

import { recordCommand } from '../../client/management-command.js';
import { da, safe } from '../../framework/format.js';
import { KEY_ARGUMENT, keyOf } from './key-argument.js';
import { type ApiKey, printKey } from './key-output.js';

export const keysRevoke = recordCommand<ApiKey>({
  arguments: [KEY_ARGUMENT],
  about: [
    'Every request from now on is refused. Unfinished jobs of the key still settle, and its ledger stays. A revoked key cannot be restored.',
  ],
  examples: [['keys revoke key_01kaj2vznq0h8c5d6e7f8g9hjk', 'Revoke a key whose secret has leaked.']],
  request: (given) => ({ method: 'DELETE', path: '/api/keys/{id}', id: keyOf(given) }),
  async warning(api, given) {
    const id = keyOf(given);
    const { name, balance } = await api.ask({ method: 'GET', path: '/api/keys/{id}', id });
    return `${id}${name === null ? '' : ` (${safe(name)})`} has ${da(balance)} DA. It will be revoked for good.`;
  },
  show: printKey,
});
