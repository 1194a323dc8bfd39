/**
 * The shapes of answers: for the OpenAPI document, and for tests that hold real answers against it.
 *
 * Answers are printed by hand, for speed and because amounts must print exactly; nothing is validated when
 * answering. Objects are closed: a field that is not named here does not appear.
 */
import * as z from 'zod';
import { FAILURE_SLUGS } from '../../providers/provider.js';
import { ERRORS, type ErrorCode } from '../errors.js';
import { ACCOUNT_ID, API_KEY_ID, JOB_ID, LEDGER_ENTRY_ID } from './identifiers.js';

const unixTime = (description: string) =>
  z
    .int()
    .min(0)
    .meta({ description: `${description} Unix seconds.` });
const amount = (description: string) =>
  z
    .number()
    .min(0)
    .meta({ description: `${description} DA, at most six decimals.` });
const count = (description: string) => z.int().min(0).meta({ description });
const id = (shape: RegExp, description: string) => z.string().regex(shape).meta({ description });
const seconds = (description: string) =>
  z
    .number()
    .min(0)
    .meta({ description: `${description} At most three decimals.` });

function list<Item extends z.ZodType>(item: Item, description: string) {
  return z
    .strictObject({
      object: z.literal('list'),
      data: z.array(item).meta({ description: 'Newest first.' }),
      has_more: z.boolean().meta({ description: 'Whether there are older items.' }),
      next: z.string().nullable().meta({ description: 'Send it as `after` for the next page.' }),
    })
    .meta({ description });
}

const videoIdentity = { id: id(JOB_ID, 'Identifies the job.'), object: z.literal('video') };
const videoFields = {
  model: z.string().meta({ description: 'The model that was asked for.' }),
  seconds: seconds('The length that was asked for.'),
  created_at: unixTime('When the job was accepted.'),
};
const completedAt = unixTime('When the job settled, completed or failed.');

export const UNFINISHED_VIDEO = z
  .strictObject({
    ...videoIdentity,
    status: z.enum(['pending', 'in_progress']),
    ...videoFields,
    progress: z
      .int()
      .min(0)
      .max(100)
      .optional()
      .meta({ description: 'Per cent done, where the provider reports it.' }),
    poll_after: z.number().min(0.1).meta({ description: 'Seconds after which asking again is worth it.' }),
  })
  .meta({ description: 'A job under way: ask again after `poll_after` seconds.' });

export const COMPLETED_VIDEO = z
  .strictObject({
    ...videoIdentity,
    status: z.literal('completed'),
    ...videoFields,
    completed_at: completedAt,
    url: z.url().meta({ description: 'Where the result is.' }),
    output_seconds: seconds('The length of the result, which is what is paid for.'),
    cost: amount('What the job was charged.'),
  })
  .meta({ description: 'A job with its result.' });

export const FAILED_VIDEO = z
  .strictObject({
    ...videoIdentity,
    status: z.literal('failed'),
    ...videoFields,
    completed_at: completedAt,
    error: z.enum(FAILURE_SLUGS).meta({ description: 'Why, as a slug.' }),
    error_message: z.string().meta({ description: 'Why, in words.' }),
    cost: z.literal(0).meta({ description: 'A failed job costs nothing.' }),
  })
  .meta({ description: 'A job that failed: its reservation was released.' });

export const VIDEO = z
  .union([UNFINISHED_VIDEO, COMPLETED_VIDEO, FAILED_VIDEO])
  .meta({ description: 'A video job. Exactly one of `url` and `error` once it is settled, neither before.' });

export const SUBMITTED_VIDEO = z
  .strictObject({
    ...videoIdentity,
    status: z.literal('pending').meta({ description: 'As every job begins, on a replay too.' }),
    model: videoFields.model,
    polling_url: z.url().meta({ description: 'Ask here for the result.' }),
    created_at: videoFields.created_at,
  })
  .meta({ description: 'An accepted job: it and its reservation are on disk.' });

export const VIDEO_LIST = list(VIDEO, 'Jobs of the calling key.');

export const CREDITS = z
  .strictObject({
    object: z.literal('credits'),
    balance: amount('What can be spent: total_credits − total_usage − reserved.'),
    reserved: amount('Held for unfinished jobs.'),
    total_credits: amount('Received in the life of the key.'),
    total_usage: amount('Charged in the life of the key.'),
    currency: z.literal('DA'),
  })
  .meta({ description: 'The credit of the calling key.' });

export const ACTIVITY_ROW = z
  .strictObject({
    date: z.iso.date().meta({ description: 'UTC day on which the jobs settled.' }),
    model: z.string(),
    provider: z.string(),
    requests: count('Jobs that settled.'),
    completed: count('Of them, completed.'),
    failed: count('Of them, failed.'),
    seconds: seconds('Length of the output.'),
    prompt_tokens: count('0 for video.'),
    completion_tokens: count('0 for video.'),
    cost: amount('What was charged.'),
  })
  .meta({ description: 'Usage of one day, model and provider.' });

export const ACTIVITY = z
  .strictObject({
    object: z.literal('list'),
    from: z.iso.date(),
    to: z.iso.date(),
    data: z.array(ACTIVITY_ROW).meta({ description: 'Newest day first; days without usage are left out.' }),
  })
  .meta({ description: 'Usage of the calling key, in one piece.' });

export const MODEL = z
  .strictObject({
    id: z.string(),
    object: z.literal('model'),
    created: unixTime('When the model was put on offer.'),
    owned_by: z.string().meta({ description: 'Same as provider.' }),
    provider: z.string(),
    price_per_second: amount('Price of one second of output.'),
    seconds: z
      .strictObject({
        min: seconds('Shortest length.'),
        max: seconds('Longest length.'),
        default: seconds('Where a submit names none.'),
      })
      .meta({ description: 'Bounds on the length that a submit may ask for.' }),
  })
  .meta({ description: 'A model on offer.' });

export const MODEL_LIST = z
  .strictObject({
    object: z.literal('list'),
    data: z.array(MODEL),
    has_more: z.literal(false),
    next: z.null(),
  })
  .meta({ description: 'Every model, in one page.' });

/** What a job waits for, from its operator's point of view. */
export const JOB_AWAITS = ['submit', 'poll', 'last_call'] as const;

export const JOB = z
  .strictObject({
    id: videoIdentity.id,
    object: z.literal('job'),
    account: id(ACCOUNT_ID, 'The account of its key.'),
    key: id(API_KEY_ID, 'The key that submitted it and pays for it.'),
    provider: z.string(),
    ...videoFields,
    status: z.enum(['pending', 'in_progress', 'completed', 'failed']),
    awaits: z.enum(JOB_AWAITS).optional().meta({
      description:
        'While it is not settled, what it waits for: `submit`, that the provider takes it; `poll`, news from the provider; `last_call`, the answer to the last question, at its deadline.',
    }),
    submits: z.int().min(1).meta({ description: 'Submits to the provider that were begun.' }),
    progress: UNFINISHED_VIDEO.shape.progress,
    next_poll_in: seconds(
      'While it waits for news and the node asks for it, until the provider is asked again.',
    ).optional(),
    polls_failed: count('Polls that failed in a row; left out where none has.').optional(),
    last_error: z.string().optional().meta({ description: 'What the last poll that failed came to.' }),
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
  balance: amount('What the key can still spend.'),
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
      .meta({ description: 'The secret, shown this once; null where the answer is a replay.' }),
  })
  .meta({ description: 'A new API key.' });

export const API_KEY_LIST = list(API_KEY, 'API keys of the account; of all accounts for an operator.');

const ledgerEntryFields = {
  id: id(LEDGER_ENTRY_ID, 'Identifies the entry; its number counts up without gaps.'),
  amount: amount('What moved.'),
  balance_after: amount('What could be spent after it.'),
  reserved_after: amount('What was held for unfinished jobs after it.'),
  created_at: unixTime('When it happened.'),
};

export const CREDIT_ENTRY = z
  .strictObject({
    ...ledgerEntryFields,
    type: z.literal('credit'),
    reference: z
      .string()
      .meta({ description: 'As it was sent; `key_creation` for what a key was created with.' }),
  })
  .meta({ description: 'Credit that the key received.' });

export const JOB_ENTRY = z
  .strictObject({
    ...ledgerEntryFields,
    type: z.enum(['reserve', 'charge', 'release']),
    job_id: id(JOB_ID, 'The job that moved it.'),
  })
  .meta({ description: 'A reservation for a job, or its settlement.' });

export const LEDGER_ENTRY = z
  .union([CREDIT_ENTRY, JOB_ENTRY])
  .meta({ description: 'One movement of money. The entries alone rebuild the balance.' });

export const LEDGER = list(LEDGER_ENTRY, 'Every movement of money of one key.');

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

const CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

export const ERROR = z
  .strictObject({
    error: z.strictObject({
      type: z.enum([...new Set(Object.values(ERRORS).map(({ type }) => type))]),
      code: z.enum(CODES),
      message: z.string().meta({ description: 'What is wrong and what to do.' }),
      param: z.string().nullable().meta({ description: 'The field at fault.' }),
      request_id: z.string().meta({ description: 'Quote it to support.' }),
    }),
    retry_after: z.int().min(1).optional().meta({ description: 'On 429 and 503: seconds to wait.' }),
    required: amount('On 402: what the job would reserve.').optional(),
    balance: amount('On 402: what there is.').optional(),
  })
  .meta({ description: 'Every error.' });
