/** `tollgate accounts change` */
import { ConfigError } from '../node/start-refused.js';
import { ACCOUNT_ARGUMENT, printAccount, VERIFIED_OPTION } from './account-output.js';
import { readArguments } from './arguments.js';
import type { Command } from './command.js';
import { DONE } from './exit-status.js';
import { NODE_ACCESS, withNode } from './find-node.js';
import { JSON_OPTION } from './list-output.js';
import { idOf, isYes } from './values.js';

export const accountsChange: Command = {
  arguments: [ACCOUNT_ARGUMENT],
  options: [
    { name: 'name', placeholder: 'NAME', description: 'Another name, 1 to 100 characters.' },
    VERIFIED_OPTION,
    JSON_OPTION,
    ...NODE_ACCESS,
  ],
  about: [
    'Changes what is named and leaves the rest. Limits that an account set while it was verified stay. It takes the management key of an operator.',
  ],
  examples: [
    ['accounts change acct_01kaj2vznq0h8c5d6e7f8g9hjk --verified yes', 'It may set its own limits.'],
  ],
  async run(argv, io) {
    const given = readArguments(argv, accountsChange);
    const id = idOf('ACCOUNT', 'acct', given.words[0] ?? '');
    const [name, verified] = [given.value('name'), given.value('verified')];
    if (name === undefined && verified === undefined)
      throw new ConfigError('nothing to change: give --name, --verified, or both');
    const json = {
      ...(name === undefined ? {} : { name }),
      ...(verified === undefined ? {} : { verified: isYes('--verified', verified) }),
    };
    return await withNode(given, io, async (api) => {
      const account = await api.ask({ method: 'PATCH', path: '/api/accounts/{id}', id, json });
      if (given.has('json')) io.out.write(`${JSON.stringify(account)}\n`);
      else printAccount(account, io);
      return DONE;
    });
  },
};
