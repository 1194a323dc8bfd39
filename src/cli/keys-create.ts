/** `tollgate keys create` */
import { parseDa } from '../money/micro-da.js';
import { ConfigError } from '../node/start-refused.js';
import { readArguments } from './arguments.js';
import type { Command } from './command.js';
import { DONE } from './exit-status.js';
import { NODE_ACCESS, withNode } from './find-node.js';
import { printKey } from './key-output.js';
import { JSON_OPTION } from './list-output.js';
import { numberOf } from './values.js';

const SHOWN_ONCE =
  'The secret is shown this once and kept nowhere: store it now. Lost, it cannot be had again.\n';

export const keysCreate: Command = {
  arguments: [],
  options: [
    { name: 'name', placeholder: 'NAME', description: 'A name to know the key by, 1 to 100 characters.' },
    {
      name: 'rpm',
      placeholder: 'N',
      description: "Requests it may make in any 60 seconds. Without it the node's default-rpm.",
    },
    {
      name: 'credits',
      placeholder: 'DA',
      description: 'What it starts with, in DA, with at most six decimals.',
    },
    {
      name: 'account',
      placeholder: 'ACCOUNT',
      description: 'The account it is for, acct_…. Without it your own.',
    },
    {
      name: 'idempotency-key',
      placeholder: 'TEXT',
      description: 'Makes a repeat of this command within 24 hours show the same key, without its secret.',
    },
    { name: 'quiet', description: 'Print the secret alone, for a script to keep.' },
    JSON_OPTION,
    ...NODE_ACCESS,
  ],
  about: ['The secret of the key is shown once, on standard output; what to do with it, on standard error.'],
  examples: [
    ['keys create --name ci --rpm 600 --credits 25', 'A key with 25 DA and 600 requests a minute.'],
    ['keys create --name ci --quiet > ci.key', 'The secret into a file.'],
  ],
  async run(argv, io) {
    const given = readArguments(argv, keysCreate);
    const rpm = given.value('rpm');
    const credits = given.value('credits');
    const judged = credits === undefined ? undefined : parseDa(credits);
    if (judged?.ok === false) throw new ConfigError(`--credits ${judged.why}, not ${credits}`);
    const idempotencyKey = given.value('idempotency-key');
    const json = Object.fromEntries(
      [
        ['name', given.value('name')],
        ['rate_limit_rpm', rpm === undefined ? undefined : numberOf('--rpm', rpm)],
        ['credits', credits],
        ['account', given.value('account')],
      ].filter(([, value]) => value !== undefined),
    );
    return await withNode(given, io, async (api) => {
      const key = await api.ask({
        method: 'POST',
        path: '/api/keys',
        json,
        ...(idempotencyKey === undefined ? {} : { fields: { 'idempotency-key': idempotencyKey } }),
      });
      if (given.has('json')) io.out.write(`${JSON.stringify(key)}\n`);
      else if (given.has('quiet')) io.out.write(key.key === null ? '' : `${key.key}\n`);
      else printKey(key, io, key.key ?? undefined);
      io.err.write(
        key.key === null ? 'This repeats an earlier command, which has shown the secret.\n' : SHOWN_ONCE,
      );
      return DONE;
    });
  },
};
