/** `tollgate users invite` */
import { recordCommand } from '../../client/management-command.js';
import { timeFromNow } from '../../framework/format.js';
import { printFields } from '../../framework/table.js';
import { ACCOUNT_OPTION, accountOf, ROLE_OPTION, roleOf } from './user-output.js';

/** As the API answers. */
interface Invitation {
  readonly account: string;
  readonly name: string;
  readonly role: string;
  readonly expires_at: number;
  readonly url: string;
  readonly mailed: boolean;
}

export const usersInvite = recordCommand<Invitation>({
  arguments: [{ name: 'NAME', description: 'E-mail address that the person signs in with.' }],
  options: [ACCOUNT_OPTION, ROLE_OPTION, { name: 'quiet', description: 'Print the link and nothing else.' }],
  about: [
    'Prints a link by which the person sets a password and becomes a user of the account. The link works once, for 72 hours. With smtp-url it goes to the person by mail, too.',
    'A user who has lost the password is invited again by the same name: the link then sets a new password, and all sessions of the user end.',
  ],
  examples: [
    ['users invite amel@example.dz --role operator', 'Invite an operator of the node.'],
    [
      'users invite amel@example.dz --account acct_01kaj2vznq0h8c5d6e7f8g9hjk --role owner',
      'Invite the owner of an account.',
    ],
  ],
  request(given) {
    const role = given.value('role');
    const json = {
      name: given.words[0],
      role: role === undefined ? undefined : roleOf('--role', role),
    };
    return { method: 'POST', path: '/api/accounts/{id}/invitations', id: accountOf(given), json };
  },
  show({ account, name, role, expires_at, url }, { out, wallMs }, given) {
    if (given.has('quiet')) {
      out.write(`${url}\n`);
      return;
    }
    printFields(out, [
      ['Name', name],
      ['Role', role],
      ['Account', account],
      ['Expires', timeFromNow(expires_at, wallMs())],
      ['Link', url],
    ]);
  },
  remark: ({ mailed }) =>
    mailed
      ? 'The link goes to the person by mail. Give it to nobody else: it is shown only this once.'
      : 'Give the link to the person alone: it is shown only this once.',
});
