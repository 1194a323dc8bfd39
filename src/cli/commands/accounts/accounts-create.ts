/** `tollgate accounts create` */
import { ConfigError } from '../../../node/config/start-refused.js';
import { recordCommand } from '../../client/management-command.js';
import { type NewAccount, printAccount, VERIFIED_OPTION, verifiedIn } from './account-output.js';

export const accountsCreate = recordCommand<NewAccount>({
  options: [
    {
      name: 'name',
      placeholder: 'NAME',
      description: 'Required: a name to know the account by, 1 to 100 characters.',
    },
    { ...VERIFIED_OPTION, description: `${VERIFIED_OPTION.description} Default no.` },
    { name: 'quiet', description: 'Print the management key alone, for a script to keep.' },
  ],
  about: [
    "An account has API keys of its own and sees nothing of any other. With it comes its first management key, with which whoever holds it makes and revokes the account's API keys; credit and other accounts are the operator's. It takes the management key of an operator.",
    'Each run makes another account: where it is not certain whether one was made, look with "tollgate accounts list" first.',
  ],
  examples: [
    ['accounts create --name "Studio North" --verified yes', 'An account that sets its own limits.'],
    ['accounts create --name "Studio North" --quiet > studio-north.key', 'Its management key into a file.'],
  ],
  request(given) {
    const name = given.value('name');
    if (name === undefined) throw new ConfigError('--name is required: a name to know the account by');
    return { method: 'POST', path: '/api/accounts', json: { name, verified: verifiedIn(given) } };
  },
  show(account, io, given) {
    if (given.has('quiet')) io.out.write(`${account.management_key.key}\n`);
    else printAccount(account, io);
  },
  remark: () =>
    'The management key is shown this once and kept nowhere: store it now. Lost, it cannot be had again.',
});
