/** `tollgate accounts list` */

import { listCommand } from '../../client/management-command.js';
import { ACCOUNT_COLUMNS, type Account } from './account-output.js';

export const accountsList = listCommand<Account>({
  about: ['An operator key lists all accounts; any other management key lists its own account.'],
  examples: [['accounts list', 'List the newest 50.']],
  request: () => ({ method: 'GET', path: '/api/accounts' }),
  rows: () => ({ what: 'accounts', columns: ACCOUNT_COLUMNS }),
});
