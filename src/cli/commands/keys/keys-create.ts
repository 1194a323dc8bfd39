/** `tollgate keys create` */
import { parseDa } from '../../../money/micro-da.js';
import { ConfigError } from '../../../node/config/start-refused.js';
import { recordCommand } from '../../client/management-command.js';
import { numberOf } from '../../framework/values.js';
import { type NewKey, printKey, RPM } from './key-output.js';

export const keysCreate = recordCommand<NewKey>({
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
  ],
  about: ['The secret of the key is shown once, on standard output; what to do with it, on standard error.'],
  examples: [
    ['keys create --name ci --rpm 600 --credits 25', 'A key with 25 DA and 600 requests a minute.'],
    ['keys create --name ci --quiet > ci.key', 'The secret into a file.'],
  ],
  request(given) {
    const rpm = given.value('rpm');
    const credits = given.value('credits');
    const judged = credits === undefined ? undefined : parseDa(credits);
    if (judged?.ok === false) throw new ConfigError(`--credits ${judged.why}, not ${credits}`);
    const idempotencyKey = given.value('idempotency-key');
    return {
      method: 'POST',
      path: '/api/keys',
      json: {
        name: given.value('name'),
        rate_limit_rpm: rpm === undefined ? undefined : numberOf('--rpm', rpm, RPM),
        credits,
        account: given.value('account'),
      },
      ...(idempotencyKey === undefined ? {} : { fields: { 'idempotency-key': idempotencyKey } }),
    };
  },
  show(key, io, given) {
    if (!given.has('quiet')) printKey(key, io);
    else if (key.key !== null) io.out.write(`${key.key}\n`);
  },
  remark: ({ key }) =>
    key === null
      ? 'This repeats an earlier command, which has shown the secret.'
      : 'The secret is shown this once and kept nowhere: store it now. Lost, it cannot be had again.',
});
