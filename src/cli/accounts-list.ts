/** `tollgate accounts list` */
import { ACCOUNT_COLUMNS } from './account-output.js';
import { readArguments } from './arguments.js';
import type { Command } from './command.js';
import { DONE } from './exit-status.js';
import { NODE_ACCESS, withNode } from './find-node.js';
import { LIST_OPTIONS, printList } from './list-output.js';

export const accountsList: Command = {
  arguments: [],
  options: [...LIST_OPTIONS, ...NODE_ACCESS],
  about: ["Newest first. With a management key that is no operator's, its own account alone."],
  examples: [['accounts list', 'The newest 50.']],
  async run(argv, io) {
    const given = readArguments(argv, accountsList);
    return await withNode(given, io, async (api) => {
      await printList(api, { method: 'GET', path: '/api/accounts' }, given, io, {
        what: 'accounts',
        columns: ACCOUNT_COLUMNS,
      });
      return DONE;
    });
  },
};
