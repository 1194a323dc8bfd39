/** The shapes of answers to management keys, as in `responses.ts`. */
import * as z from 'zod';
import { ACTS } from '../../actors/audit/audit-trail.js';
import { ORDER_STATUSES } from '../../actors/orders/order-messages.js';
import { MISMATCHES } from '../../machines/order-context.js';
import { ACCOUNT_ID, API_KEY_ID, AUDIT_ENTRY_ID, ORDER_ID } from './identifiers.js';
import { amount, count, id, list, seconds, unixTime } from './response-parts.js';
import {
  COMPLETED_VIDEO,
  completedAt,
  FAILED_VIDEO,
  UNFINISHED_VIDEO,
  videoFields,
  videoIdentity,
} from './responses.js';

export const JOB_AWAITS = ['submit', 'find', 'poll', 'last_call', 'read'] as const;

export const JOB = z
  .strictObject({
    id: videoIdentity.id,
    object: z.literal('job'),
    account: id(ACCOUNT_ID, 'The account of its key.'),
    key: id(API_KEY_ID, 'The key that submitted it and pays for it.'),
    provider: z.string().meta({ description: 'That of the route taken.' }),
    provider_model: z
      .string()
      .optional()
      .meta({ description: "The provider's own name of the model, if it is another." }),
    routes_left: count('Routes that it may still take; left out where none is.').optional(),
    ...videoFields,
    status: z.enum(['pending', 'in_progress', 'completed', 'failed']),
    awaits: z.enum(JOB_AWAITS).optional().meta({
      description:
        'While it is not settled, what it waits for: `submit`, that the provider takes it; `find`, that the provider says whether it has it, for the answer to a submit was lost; `poll`, news from the provider; `last_call`, the answer to the last question, at its deadline; `read`, that its result is read.',
    }),
    submits: z.int().min(1).meta({ description: 'Submits to this provider that were begun.' }),
    progress: UNFINISHED_VIDEO.shape.progress,
    next_poll_in: seconds(
      'While it waits for news and the node asks for it, until the provider is asked again.',
    ).optional(),
    polls_failed: count('Polls that failed in a row; left out where none has.').optional(),
    last_error: z.string().optional().meta({
      description: 'The failure of the last poll, or of the last try to read the result, that failed.',
    }),
    deadline_at: unixTime('When it expires unless it is settled before.').optional(),
    reserved: amount('What it holds of the balance of its key; 0 once settled.'),
    completed_at: completedAt.optional(),
    output_seconds: COMPLETED_VIDEO.shape.output_seconds.optional(),
    error: FAILED_VIDEO.shape.error.optional(),
    error_message: FAILED_VIDEO.shape.error_message.optional(),
    cost: amount('What it was charged, once settled.').optional(),
  })
  .meta({ description: 'A video job as its operator sees it, without what was asked of the provider.' });

export const JOB_LIST = list(JOB, 'Jobs of all keys.');

const apiKeyFields = {
  id: id(API_KEY_ID, 'Identifies the key; not a secret.'),
  object: z.literal('api_key'),
  account: id(ACCOUNT_ID, 'The account it belongs to.'),
  name: z.string().nullable(),
  rate_limit_rpm: z.int().min(1).meta({ description: 'Requests per rolling minute.' }),
  balance: amount('The amount that the key can still spend.'),
  created_at: unixTime('When the key was created.'),
  status: z.enum(['active', 'revoked']),
};

export const API_KEY = z.strictObject(apiKeyFields).meta({ description: 'An API key, without its secret.' });

export const CREATED_API_KEY = z
  .strictObject({
    ...apiKeyFields,
    key: z
      .string()
      .nullable()
      .meta({ description: 'The secret, shown this once; null if the answer is a replay.' }),
  })
  .meta({ description: 'An API key with its secret.' });

export const API_KEY_LIST = list(API_KEY, 'API keys of the account; of all accounts for an operator.');

export const VOIDED_CREDIT = z
  .strictObject({
    object: z.literal('voided_credit'),
    amount: amount('What was taken back.'),
    keys: count('Keys that it was taken from.'),
    orders: count('Orders that were canceled.'),
    held: amount('What unfinished jobs of all keys hold of such credit: it comes back if they fail.'),
    next: z
      .string()
      .nullable()
      .meta({ description: 'Where the next request goes on; null if all keys and orders were looked at.' }),
  })
  .meta({ description: 'Credit of simulated payments that was taken back.' });

export const ORDER = z
  .strictObject({
    id: id(ORDER_ID, 'Identifies the order.'),
    object: z.literal('order'),
    account: id(ACCOUNT_ID, 'The account of its key.'),
    key: id(API_KEY_ID, 'The key that is credited.'),
    amount: amount('What is ordered, without fees.'),
    status: z.enum(ORDER_STATUSES).meta({
      description: 'Only `paid` is final: the others still accept a payment that turns out to have happened.',
    }),
    service: z
      .enum(['chargily', 'simulated'])
      .meta({ description: 'The payment service. Kinds may be added.' }),
    livemode: z.boolean().meta({ description: 'False if no money moves.' }),
    created_at: unixTime('When it was made.'),
    payment_url: z
      .string()
      .optional()
      .meta({ description: 'The page on which a person pays, while it awaits the payment.' }),
    paid_at: unixTime('When its key was credited.').optional(),
    error_message: z.string().optional().meta({ description: 'Why the payment service refused it.' }),
    set_aside: z
      .enum(MISMATCHES)
      .optional()
      .meta({ description: 'The last finding about its payment that was not believed.' }),
  })
  .meta({ description: 'Credit that is ordered for an API key, and paid for by a person.' });

export const ORDER_LIST = list(ORDER, 'Orders of the account; of all accounts for an operator.');

const accountFields = {
  id: id(ACCOUNT_ID, 'Identifies the account.'),
  object: z.literal('account'),
  name: z.string(),
  verified: z.boolean(),
  created_at: unixTime('When the account was created.'),
};

export const ACCOUNT = z.strictObject(accountFields).meta({ description: 'An account.' });

export const CREATED_ACCOUNT = z
  .strictObject({
    ...accountFields,
    management_key: z
      .strictObject({
        id: z.string(),
        object: z.literal('management_key'),
        key: z.string().meta({ description: 'The secret, shown this once.' }),
        role: z.literal('account'),
      })
      .meta({ description: 'The first management key of the account.' }),
  })
  .meta({ description: 'A new account.' });

export const ACCOUNT_LIST = list(ACCOUNT, "The caller's account; all accounts for an operator.");

export const AUDIT_ENTRY = z
  .strictObject({
    id: id(AUDIT_ENTRY_ID, 'Identifies the entry.'),
    object: z.literal('audit_entry'),
    act: z.enum(ACTS).meta({ description: 'Kinds may be added.' }),
    about: z.string().meta({ description: 'The id of what was acted on.' }),
    by: z
      .strictObject({
        kind: z.enum(['user', 'management_key', 'node']),
        id: z.string(),
        address: z.string().optional().meta({ description: "The client's address, if it had one." }),
      })
      .meta({ description: 'The author: a person, a management key, or the node by itself.' }),
    detail: z
      .strictObject({
        name: z.string().nullable().optional(),
        role: z.string().optional(),
        rate_limit_rpm: z.int().optional(),
        reference: z.string().optional(),
        reason: z.string().optional(),
        to: z.string().optional(),
        keys: z.array(z.string()).optional(),
        grace_seconds: z.int().optional(),
        amount: amount('The amount that moved.').optional(),
      })
      .meta({ description: 'The particulars that this kind of act has.' }),
    created_at: unixTime('When it happened.'),
  })
  .meta({ description: 'One act in an account.' });

export const AUDIT_TRAIL = list(AUDIT_ENTRY, 'The acts in an account.');
