/** `tollgate keys revoke` */
import { readArguments } from './arguments.js';
import type { Command } from './command.js';
import { confirm, YES_OPTION } from './confirm.js';
import { DONE } from './exit-status.js';
import { NODE_ACCESS, withNode } from './find-node.js';
import { KEY_ARGUMENT } from './key-argument.js';
import { printKey } from './key-output.js';
import { JSON_OPTION } from './list-output.js';
import { da, safe } from './shown.js';
import { idOf } from './values.js';

export const keysRevoke: Command = {
  arguments: [KEY_ARGUMENT],
  options: [YES_OPTION, JSON_OPTION, ...NODE_ACCESS],
  about: [
    'From the next request on the key is refused, for good. Its jobs under way still settle, and its ledger stays. Revoking a revoked key does nothing more.',
  ],
  examples: [['keys revoke key_01kaj2vznq0h8c5d6e7f8g9hjk', 'When a secret has leaked.']],
  async run(argv, io) {
    const given = readArguments(argv, keysRevoke);
    const id = idOf('KEY', 'key', given.words[0] ?? '');
    return await withNode(given, io, async (api) => {
      if (!given.has('yes') && io.ask !== undefined) {
        const { name, balance } = await api.ask({ method: 'GET', path: '/api/keys/{id}', id });
        await confirm(
          `Revoke ${id}${name === null ? '' : ` (${safe(name)})`}, which has ${da(balance)} DA, for good.`,
          io,
        );
      }
      const key = await api.ask({ method: 'DELETE', path: '/api/keys/{id}', id });
      if (given.has('json')) io.out.write(`${JSON.stringify(key)}\n`);
      else printKey(key, io);
      return DONE;
    });
  },
};
