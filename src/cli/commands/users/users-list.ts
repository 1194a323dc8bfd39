/** `tollgate users list` */
import { listCommand } from '../../client/management-command.js';
import { ACCOUNT_OPTION, accountOf, USER_COLUMNS, type User } from './user-output.js';

export const usersList = listCommand<User>({
  options: [ACCOUNT_OPTION],
  about: ['Lists the people of an account who may sign in to the dashboard.'],
  examples: [['users list --account acct_01kaj2vznq0h8c5d6e7f8g9hjk', 'List the newest 50 of an account.']],
  request: (given) => ({ method: 'GET', path: '/api/accounts/{id}/users', id: accountOf(given) }),
  rows: () => ({ what: 'users', columns: USER_COLUMNS }),
});
