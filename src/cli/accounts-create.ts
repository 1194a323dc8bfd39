/** `tollgate accounts create` */
import { ConfigError } from '../node/start-refused.js';
import { printAccount, VERIFIED_OPTION } from './account-output.js';
import { readArguments } from './arguments.js';
import type { Command } from './command.js';
import { DONE } from './exit-status.js';
import { NODE_ACCESS, withNode } from './find-node.js';
import { JSON_OPTION } from './list-output.js';
import { isYes } from './values.js';

const SHOWN_ONCE =
  'The management key is shown this once and kept nowhere: store it now. Lost, it cannot be had again.\n';

export const accountsCreate: Command = {
  arguments: [],
  options: [
    {
      name: 'name',
      placeholder: 'NAME',
      description: 'Required: a name to know the account by, 1 to 100 characters.',
    },
    { ...VERIFIED_OPTION, description: `${VERIFIED_OPTION.description} Default no.` },
    { name: 'quiet', description: 'Print the management key alone, for a script to keep.' },
    JSON_OPTION,
    ...NODE_ACCESS,
  ],
  about: [
    "An account has API keys of its own and sees nothing of any other. With it comes its first management key, with which whoever holds it makes and revokes the account's API keys; credit and other accounts are the operator's. It takes the management key of an operator.",
    'Each run makes another account: where it is not certain whether one was made, look with "tollgate accounts list" first.',
  ],
  examples: [
    ['accounts create --name "Studio North" --verified yes', 'An account that sets its own limits.'],
    ['accounts create --name "Studio North" --quiet > studio-north.key', 'Its management key into a file.'],
  ],
  async run(argv, io) {
    const given = readArguments(argv, accountsCreate);
    const name = given.value('name');
    if (name === undefined) throw new ConfigError('--name is required: a name to know the account by');
    const verified = given.value('verified');
    const json = { name, ...(verified === undefined ? {} : { verified: isYes('--verified', verified) }) };
    return await withNode(given, io, async (api) => {
      const account = await api.ask({ method: 'POST', path: '/api/accounts', json });
      const secret: string = account.management_key.key;
      if (given.has('json')) io.out.write(`${JSON.stringify(account)}\n`);
      else if (given.has('quiet')) io.out.write(`${secret}\n`);
      else printAccount(account, io, secret);
      io.err.write(SHOWN_ONCE);
      return DONE;
    });
  },
};
