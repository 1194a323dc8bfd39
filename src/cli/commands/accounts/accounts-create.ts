/** `tollgate accounts create` */
import { recordCommand } from '../../client/management-command.js';
import { type NewAccount, printAccount, VERIFIED_OPTION, verifiedIn } from './account-output.js';

export const accountsCreate = recordCommand<NewAccount>({
  options: [
    {
      name: 'name',
      placeholder: 'NAME',
      description: 'Name of the account, 1 to 100 characters.',
      isRequired: true,
    },
    { ...VERIFIED_OPTION, description: `${VERIFIED_OPTION.description} Default no.` },
    { name: 'quiet', description: 'Print the management key and nothing else.' },
  ],
  about: [
    "An account has its own API keys and sees nothing of other accounts. Its first management key is created with it and can create and revoke the account's API keys. Only an operator key can add credit or create accounts.",
    'Each run creates another account. If you do not know whether a run succeeded, look at "tollgate accounts list" first.',
  ],
  examples: [
    ['accounts create --name "Studio North" --verified yes', 'Create an account that sets its own limits.'],
    [
      'accounts create --name "Studio North" --quiet > studio-north.key',
      'Write its management key into a file.',
    ],
  ],
  request(given) {
    const json = { name: given.value('name'), verified: verifiedIn(given) };
    return { method: 'POST', path: '/api/accounts', json };
  },
  show(account, io, given) {
    if (given.has('quiet')) io.out.write(`${account.management_key.key}\n`);
    else printAccount(account, io);
  },
  remark: () => 'Store the management key now: it is shown only this once and cannot be recovered.',
});
