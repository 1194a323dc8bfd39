/** `tollgate accounts list` */

import { listCommand } from '../../client/management-command.js';
import { ACCOUNT_COLUMNS, type Account } from './account-output.js';

export const accountsList = listCommand<Account>({
  about: ["Newest first. With a management key that is no operator's, its own account alone."],
  examples: [['accounts list', 'The newest 50.']],
  request: () => ({ method: 'GET', path: '/api/accounts' }),
  rows: () => ({ what: 'accounts', columns: ACCOUNT_COLUMNS }),
});
