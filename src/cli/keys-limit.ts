/** `tollgate keys limit` */
import { readArguments } from './arguments.js';
import type { Command } from './command.js';
import { DONE } from './exit-status.js';
import { NODE_ACCESS, withNode } from './find-node.js';
import { KEY_ARGUMENT } from './key-argument.js';
import { printKey } from './key-output.js';
import { JSON_OPTION } from './list-output.js';
import { idOf, numberOf } from './values.js';

export const keysLimit: Command = {
  arguments: [
    KEY_ARGUMENT,
    { name: 'RPM', description: 'requests it may make in any 60 seconds, 1 to 1,000,000.' },
  ],
  options: [JSON_OPTION, ...NODE_ACCESS],
  about: ['It applies to the next request, and forgets nothing that was already counted.'],
  examples: [['keys limit key_01kaj2vznq0h8c5d6e7f8g9hjk 600', 'From now on 600 requests a minute.']],
  async run(argv, io) {
    const given = readArguments(argv, keysLimit);
    const [key = '', rpm = ''] = given.words;
    const id = idOf('KEY', 'key', key);
    const json = { rate_limit_rpm: numberOf('RPM', rpm) };
    return await withNode(given, io, async (api) => {
      const changed = await api.ask({ method: 'PATCH', path: '/api/keys/{id}', id, json });
      if (given.has('json')) io.out.write(`${JSON.stringify(changed)}\n`);
      else printKey(changed, io);
      return DONE;
    });
  },
};
