/** `tollgate keys list` */
import { readArguments } from './arguments.js';
import type { Command } from './command.js';
import { DONE } from './exit-status.js';
import { NODE_ACCESS, withNode } from './find-node.js';
import { KEY_COLUMNS } from './key-output.js';
import { LIST_OPTIONS, printList } from './list-output.js';

export const keysList: Command = {
  arguments: [],
  options: [...LIST_OPTIONS, ...NODE_ACCESS],
  about: ['Newest first, revoked ones too; with an operator key those of all accounts. No secret is shown.'],
  examples: [
    ['keys list', 'The newest 50.'],
    ['keys list --json > keys.json', 'All of them, for a program.'],
  ],
  async run(argv, io) {
    const given = readArguments(argv, keysList);
    return await withNode(given, io, async (api) => {
      await printList(api, { method: 'GET', path: '/api/keys' }, given, io, {
        what: 'API keys',
        columns: KEY_COLUMNS,
      });
      return DONE;
    });
  },
};
