/** `tollgate accounts change` */
import { ConfigError } from '../../../node/config/start-refused.js';
import { recordCommand } from '../../client/management-command.js';
import { idOf } from '../../framework/values.js';
import {
  ACCOUNT_ARGUMENT,
  type Account,
  printAccount,
  VERIFIED_OPTION,
  verifiedIn,
} from './account-output.js';

export const accountsChange = recordCommand<Account>({
  arguments: [ACCOUNT_ARGUMENT],
  options: [
    { name: 'name', placeholder: 'NAME', description: 'New name, 1 to 100 characters.' },
    VERIFIED_OPTION,
  ],
  about: [
    'Changes only what an option names. Limits that the account set while it was verified stay in force. Needs an operator key.',
  ],
  examples: [
    ['accounts change acct_01kaj2vznq0h8c5d6e7f8g9hjk --verified yes', 'Let the account set its own limits.'],
  ],
  request(given) {
    const id = idOf('ACCOUNT', 'acct', given.words[0] ?? '');
    const json = { name: given.value('name'), verified: verifiedIn(given) };
    if (json.name === undefined && json.verified === undefined)
      throw new ConfigError('nothing to change: --name, --verified or both are needed');
    return { method: 'PATCH', path: '/api/accounts/{id}', id, json };
  },
  show: printAccount,
});
