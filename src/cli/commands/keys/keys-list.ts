/** `tollgate keys list` */

import { listCommand } from '../../client/management-command.js';
import { type ApiKey, KEY_COLUMNS } from './key-output.js';

export const keysList = listCommand<ApiKey>({
  about: ['Newest first, revoked ones too; with an operator key those of all accounts. No secret is shown.'],
  examples: [
    ['keys list', 'The newest 50.'],
    ['keys list --json > keys.json', 'All of them, for a program.'],
  ],
  request: () => ({ method: 'GET', path: '/api/keys' }),
  rows: () => ({ what: 'API keys', columns: KEY_COLUMNS }),
});
