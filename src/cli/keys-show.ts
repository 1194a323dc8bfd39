/** `tollgate keys show` */
import { readArguments } from './arguments.js';
import type { Command } from './command.js';
import { DONE } from './exit-status.js';
import { NODE_ACCESS, withNode } from './find-node.js';
import { KEY_ARGUMENT } from './key-argument.js';
import { printKey } from './key-output.js';
import { JSON_OPTION } from './list-output.js';
import { idOf } from './values.js';

export const keysShow: Command = {
  arguments: [KEY_ARGUMENT],
  options: [JSON_OPTION, ...NODE_ACCESS],
  about: ['One key, revoked or not. Its secret is never shown again.'],
  examples: [['keys show key_01kaj2vznq0h8c5d6e7f8g9hjk', 'Limit, balance and status of that key.']],
  async run(argv, io) {
    const given = readArguments(argv, keysShow);
    const id = idOf('KEY', 'key', given.words[0] ?? '');
    return await withNode(given, io, async (api) => {
      const key = await api.ask({ method: 'GET', path: '/api/keys/{id}', id });
      if (given.has('json')) io.out.write(`${JSON.stringify(key)}\n`);
      else printKey(key, io);
      return DONE;
    });
  },
};
