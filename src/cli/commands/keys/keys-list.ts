/** `tollgate keys list` */

import { listCommand } from '../../client/management-command.js';
import { type ApiKey, KEY_COLUMNS } from './key-output.js';

export const keysList = listCommand<ApiKey>({
  about: [
    'Lists revoked keys, too. An operator key lists the API keys of all accounts. Secrets are not shown.',
  ],
  examples: [
    ['keys list', 'List the newest 50.'],
    ['keys list --json > keys.json', 'Write all of them into a file.'],
  ],
  request: () => ({ method: 'GET', path: '/api/keys' }),
  rows: () => ({ what: 'API keys', columns: KEY_COLUMNS }),
});
