/** The bodies of the operations on keys and accounts. Fields that an operation does not know are refused. */
import * as z from 'zod';
import { digitGroups } from '../../metrics/digit-groups.js';
import { type MicroDa, parseDa } from '../../money/micro-da.js';
import { text } from './text.js';

const RATE_LIMIT_RPM_MAX = 1_000_000;

/** Micro-DA out of an amount in DA. */
function da(name: string, description: string): z.ZodType<MicroDa, number | string> {
  return z
    .union([z.number(), z.string()], {
      error: ({ input }) =>
        input === undefined
          ? `${name} is missing; send an amount in DA.`
          : `${name} must be an amount in DA: a number or a string of digits.`,
    })
    .transform((value, context): MicroDa => {
      const parsed = parseDa(value);
      if (parsed.ok) return parsed.amount;
      context.addIssue(`${name} ${parsed.why}.`);
      return z.NEVER;
    })
    .meta({ description });
}

const RATE_LIMIT_WANTED = `rate_limit_rpm must be a whole number from 1 to ${digitGroups(RATE_LIMIT_RPM_MAX)}.`;

const RATE_LIMIT_RPM = z
  .int({ error: RATE_LIMIT_WANTED })
  .min(1, RATE_LIMIT_WANTED)
  .max(RATE_LIMIT_RPM_MAX, RATE_LIMIT_WANTED)
  .meta({
    description:
      'Requests per rolling minute, from the next request on. Only a verified account, or an operator, sets it.',
  });

const KEY_NAME = text({
  name: 'name',
  min: 1,
  max: 100,
  hint: 'it is shown with the key',
  description: 'A name to know the key by.',
});

const ACCOUNT_NAME = text({
  name: 'name',
  min: 1,
  max: 100,
  hint: 'it is shown with the account',
  description: 'A name to know the account by.',
});

const VERIFIED = z
  .boolean({ error: 'verified must be true or false.' })
  .meta({ description: 'Whether the account may set rate_limit_rpm on its own keys.' });

export const CREATE_KEY_REQUEST = z.strictObject({
  name: KEY_NAME.optional(),
  rate_limit_rpm: RATE_LIMIT_RPM.optional(),
  account: z
    .string({ error: 'account must be the id of an account, acct_….' })
    .optional()
    .meta({ description: "Operator only: the account the key is for; left out, the caller's own." }),
  credits: da(
    'credits',
    'Operator only: what the key starts with, in DA, with at most six decimals.',
  ).optional(),
});

export const CHANGE_KEY_REQUEST = z.strictObject({
  name: KEY_NAME.optional(),
  rate_limit_rpm: RATE_LIMIT_RPM.optional(),
});

const GRACE_SECONDS_MAX = 86_400;
const GRACE_WANTED = `grace_seconds must be a whole number from 0 to ${digitGroups(GRACE_SECONDS_MAX)}.`;

export const ROTATE_KEY_REQUEST = z.strictObject({
  grace_seconds: z
    .int({ error: GRACE_WANTED })
    .min(0, GRACE_WANTED)
    .max(GRACE_SECONDS_MAX, GRACE_WANTED)
    .default(0)
    .meta({ description: 'For how long the secret of before goes on working.' }),
});

const REFERENCES_OF_THE_GATEWAY = ['chargily:', 'simulated:', 'import:'];

const AMOUNT = (description: string) =>
  da('amount', `${description}, in DA: above 0, with at most six decimals.`).refine((amount) => amount > 0, {
    error: 'amount must be above 0.',
  });

const REFERENCE = (movement: string, again: string) =>
  text({
    name: 'reference',
    min: 1,
    max: 200,
    hint: `it makes the ${movement} unique, so that a repeated request changes nothing`,
    description: `Unique on the node among credits, debits and transfers: the same one again with ${again} changes nothing. One that begins with ${REFERENCES_OF_THE_GATEWAY.map((prefix) => `\`${prefix}\``).join(', ')} is refused.`,
    reservedPrefixes: REFERENCES_OF_THE_GATEWAY,
  });

export const ADD_CREDIT_REQUEST = z.strictObject({
  amount: AMOUNT('What the key receives'),
  reference: REFERENCE('credit', 'the same key and amount'),
});

export const DEBIT_REQUEST = z.strictObject({
  amount: AMOUNT('What is taken back'),
  reference: REFERENCE('debit', 'the same key and amount'),
});

export const TRANSFER_REQUEST = z.strictObject({
  to: z
    .string({ error: 'to must be the id of an API key, key_….' })
    .meta({ description: 'The key of the same account that receives the amount.' }),
  amount: AMOUNT('What moves'),
  reference: REFERENCE('transfer', 'the same keys and amount'),
});

const FROM_WANTED = 'from must be the next of the answer before.';

export const FAIL_JOB_REQUEST = z.strictObject({
  reason: text({
    name: 'reason',
    min: 1,
    max: 300,
    hint: "it is shown to the job's owner",
    description: "Why, in words for the job's owner, who reads it in `error_message`.",
    isNotBlank: true,
  }),
});

export const CREATE_ACCOUNT_REQUEST = z.strictObject({
  name: ACCOUNT_NAME,
  verified: VERIFIED.default(false),
});

export const CHANGE_ACCOUNT_REQUEST = z.strictObject({
  name: ACCOUNT_NAME.optional(),
  verified: VERIFIED.optional(),
});

export const VOID_SIMULATED_REQUEST = z.strictObject({
  from: z
    .string({ error: FROM_WANTED })
    .regex(/^(order|key)_[0-9a-z]{0,26}$/, FROM_WANTED)
    .optional()
    .meta({ description: '`next` of the answer before; left out in the first request.' }),
});

const ORDER_AMOUNT_WANTED = 'amount must be a whole number of DA.';

export const CREATE_ORDER_REQUEST = z.strictObject({
  key: z
    .string({ error: 'key must be the id of an API key, key_….' })
    .meta({ description: 'The key that is credited.' }),
  amount: z
    .int({ error: ORDER_AMOUNT_WANTED })
    .min(1, ORDER_AMOUNT_WANTED)
    .meta({ description: 'Whole DA, within the bounds that the operator has set.' }),
});
