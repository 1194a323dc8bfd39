/** `tollgate users remove` */
import { recordCommand } from '../../client/management-command.js';
import { printUser, USER_ARGUMENT, type User, userOf } from './user-output.js';

export const usersRemove = recordCommand<User>({
  arguments: [USER_ARGUMENT],
  about: [
    'The user is signed out everywhere and cannot sign in again. Keys and jobs of the account stay. An account keeps one owner.',
  ],
  examples: [['users remove user_01kaj2vznq0h8c5d6e7f8g9hjk', 'Remove somebody who has left.']],
  request: (given) => ({ method: 'DELETE', path: '/api/users/{id}', id: userOf(given) }),
  warning: async (_, given) => `${userOf(given)} will be signed out everywhere and removed.`,
  show: printUser,
});
