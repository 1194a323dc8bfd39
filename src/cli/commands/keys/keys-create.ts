/** `tollgate keys create` */
import { parseDa } from '../../../money/micro-da.js';
import { ConfigError } from '../../../node/config/start-refused.js';
import { recordCommand } from '../../client/management-command.js';
import { numberOf } from '../../framework/values.js';
import { type NewKey, printKey, RPM } from './key-output.js';

export const keysCreate = recordCommand<NewKey>({
  options: [
    { name: 'name', placeholder: 'NAME', description: 'Name of the key, 1 to 100 characters.' },
    {
      name: 'rpm',
      placeholder: 'N',
      description: "Requests that it may make in any 60 seconds. Default: the node's default-rpm.",
    },
    {
      name: 'credits',
      placeholder: 'DA',
      description: 'Credit to start with, in DA, with at most six decimals. Default 0.',
    },
    {
      name: 'account',
      placeholder: 'ACCOUNT',
      description: 'Id of the account that gets the key, acct_…. Default: your own.',
    },
    {
      name: 'idempotency-key',
      placeholder: 'TEXT',
      description: 'Within 24 hours, a repeat with the same text creates no second key.',
    },
    { name: 'quiet', description: 'Print the secret and nothing else.' },
  ],
  about: ['The secret is shown only this once. The node keeps no copy of it.'],
  examples: [
    ['keys create --name ci --rpm 600 --credits 25', 'Create a key with 25 DA and 600 requests a minute.'],
    ['keys create --name ci --quiet > ci.key', 'Write the secret into a file.'],
  ],
  request(given) {
    const rpm = given.value('rpm');
    const credits = given.value('credits');
    const parsed = credits === undefined ? undefined : parseDa(credits);
    if (parsed?.ok === false) throw new ConfigError(`--credits ${parsed.why}, not ${credits}`);
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
      ? 'This repeats an earlier command, which showed the secret.'
      : 'Store the secret now: it is shown only this once and cannot be recovered.',
});
