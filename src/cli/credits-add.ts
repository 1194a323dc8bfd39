/** `tollgate credits add` */
import { parseDa } from '../money/micro-da.js';
import { ConfigError } from '../node/start-refused.js';
import { readArguments } from './arguments.js';
import type { Command } from './command.js';
import { DONE } from './exit-status.js';
import { NODE_ACCESS, withNode } from './find-node.js';
import { KEY_ARGUMENT } from './key-argument.js';
import { JSON_OPTION } from './list-output.js';
import { da, time } from './shown.js';
import { printFields } from './table.js';
import { idOf } from './values.js';

export const creditsAdd: Command = {
  arguments: [KEY_ARGUMENT, { name: 'AMOUNT', description: 'in DA, above 0, with at most six decimals.' }],
  options: [
    {
      name: 'reference',
      placeholder: 'TEXT',
      description:
        'Required: what makes this credit unique on the node, such as the number of a payment. The same again with the same key and amount adds nothing.',
    },
    JSON_OPTION,
    ...NODE_ACCESS,
  ],
  about: [
    'Where it is not certain whether it was done, do it again with the same reference. A reference that was used for another key or amount is refused. Credit cannot be taken back.',
  ],
  examples: [
    [
      'credits add key_01kaj2vznq0h8c5d6e7f8g9hjk 25 --reference "invoice 2026-0117"',
      '25 DA, once, however often it is repeated.',
    ],
  ],
  async run(argv, io) {
    const given = readArguments(argv, creditsAdd);
    const [key = '', amount = ''] = given.words;
    const reference = given.value('reference');
    const id = idOf('KEY', 'key', key);
    const judged = parseDa(amount);
    if (!judged.ok) throw new ConfigError(`AMOUNT ${judged.why}, not ${amount}`);
    if (reference === undefined)
      throw new ConfigError('--reference is missing: it keeps a repeat of this command from adding twice');
    return await withNode(given, io, async (api) => {
      const { json: entry, isReplay } = await api.answer({
        method: 'POST',
        path: '/api/keys/{id}/credits',
        id,
        json: { amount, reference },
      });
      if (given.has('json')) io.out.write(`${JSON.stringify(entry)}\n`);
      else {
        printFields(io.out, [
          ['Entry', entry.id],
          ['Key', id],
          ['Credit', `${da(entry.amount)} DA`],
          ['Balance', `${da(entry.balance_after)} DA after it`],
          ['Reference', entry.reference],
          ['Added', `${time(entry.created_at)} UTC`],
        ]);
      }
      if (isReplay) io.err.write('This reference was added before; nothing was added now.\n');
      return DONE;
    });
  },
};
