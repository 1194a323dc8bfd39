/** `tollgate credits show` */
import { readArguments } from './arguments.js';
import type { Command } from './command.js';
import { DONE } from './exit-status.js';
import { NODE_ACCESS, withNode } from './find-node.js';
import { KEY_ARGUMENT } from './key-argument.js';
import { JSON_OPTION } from './list-output.js';
import { da } from './shown.js';
import { type Column, Table } from './table.js';
import { idOf } from './values.js';

export const creditsShow: Command = {
  arguments: [KEY_ARGUMENT],
  options: [JSON_OPTION, ...NODE_ACCESS],
  about: [
    'What the key received, was charged and holds in reserve for unfinished jobs, and what it can still spend.',
  ],
  examples: [
    ['credits show key_01kaj2vznq0h8c5d6e7f8g9hjk', 'When a client says that its balance is wrong.'],
  ],
  async run(argv, io) {
    const given = readArguments(argv, creditsShow);
    const id = idOf('KEY', 'key', given.words[0] ?? '');
    return await withNode(given, io, async (api) => {
      const credits = await api.ask({ method: 'GET', path: '/api/keys/{id}/balance', id });
      if (given.has('json')) io.out.write(`${JSON.stringify(credits)}\n`);
      else {
        const columns: readonly Column<readonly [name: string, amount: number]>[] = [
          { head: 'CREDIT', cell: ([name]) => name },
          { head: 'DA', cell: ([, amount]) => da(amount), isNumber: true },
        ];
        new Table(io.out, columns).print([
          ['received', credits.total_credits],
          ['charged', credits.total_usage],
          ['reserved', credits.reserved],
          ['balance', credits.balance],
        ]);
      }
      return DONE;
    });
  },
};
