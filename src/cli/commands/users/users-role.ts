/** `tollgate users role` */
import { recordCommand } from '../../client/management-command.js';
import { printUser, ROLE_ARGUMENT, roleOf, USER_ARGUMENT, type User, userOf } from './user-output.js';

export const usersRole = recordCommand<User>({
  arguments: [USER_ARGUMENT, ROLE_ARGUMENT],
  about: [
    'Sets the role of a user, from the next request on. An account keeps one owner. Only an operator key makes or changes operators, who belong to acct_default.',
  ],
  examples: [['users role user_01kaj2vznq0h8c5d6e7f8g9hjk owner', 'Make a member an owner.']],
  request(given) {
    const json = { role: roleOf('ROLE', given.words[1] ?? '') };
    return { method: 'PATCH', path: '/api/users/{id}', id: userOf(given), json };
  },
  show: printUser,
});
