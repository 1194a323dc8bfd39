/**
 * The shapes of answers: for the OpenAPI document, and for tests that hold real answers against it. Those to
 * management keys stand in `management-responses.ts`.
 *
 * Answers are printed by hand, for speed and because amounts must print exactly; nothing is validated when
 * answering. Objects are closed: a field that is not named here does not appear.
 */
import * as z from 'zod';
import { FAILURE_SLUGS } from '../../providers/provider.js';
import { ERRORS, type ErrorCode } from '../errors.js';
import { JOB_ID } from './identifiers.js';
import { amount, count, id, list, seconds, unixTime } from './response-parts.js';

export const videoIdentity = { id: id(JOB_ID, 'Identifies the job.'), object: z.literal('video') };
export const videoFields = {
  model: z.string().meta({ description: 'The model that was asked for.' }),
  seconds: seconds('The length that was asked for.'),
  created_at: unixTime('When the job was accepted.'),
};
export const completedAt = unixTime('When the job settled, completed or failed.');

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
      .meta({ description: 'Per cent done, if the provider reports it.' }),
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
    reserved: amount('Held for unfinished jobs and open generations.'),
    total_credits: amount('Received in the life of the key.'),
    total_usage: amount('Charged in the life of the key.'),
    currency: z.literal('DA'),
  })
  .meta({ description: 'The credit of the calling key.' });

export const ACTIVITY_ROW = z
  .strictObject({
    date: z.iso.date().meta({ description: 'UTC day on which the jobs and generations settled.' }),
    model: z.string(),
    provider: z.string(),
    requests: count('Jobs and generations that settled.'),
    completed: count('Of them, completed.'),
    failed: count('Of them, failed.'),
    seconds: seconds('Length of the output.'),
    prompt_tokens: count('Tokens of prompts; 0 for video.'),
    completion_tokens: count('Tokens that were made; 0 for video.'),
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

const modelFields = {
  id: z.string(),
  object: z.literal('model'),
  created: unixTime('When the model was put on offer.'),
  owned_by: z.string().meta({ description: 'Same as provider.' }),
  provider: z.string(),
};

export const VIDEO_MODEL = z
  .strictObject({
    ...modelFields,
    price_per_second: amount('Price of one second of output.'),
    seconds: z
      .strictObject({
        min: seconds('Shortest length.'),
        max: seconds('Longest length.'),
        default: seconds('Where a submit names none.'),
        allowed: z
          .array(seconds('A length.'))
          .optional()
          .meta({ description: 'The lengths that it takes; every length from min to max if left out.' }),
      })
      .meta({ description: 'Bounds on the length that a submit may ask for.' }),
  })
  .meta({ description: 'A video model on offer.' });

export const TEXT_MODEL = z
  .strictObject({
    ...modelFields,
    price_per_million: z.strictObject({
      input: amount('Price of a million tokens of prompts.'),
      output: amount('Price of a million tokens that are made.'),
    }),
    context_tokens: count('Tokens of prompt and text together, at most.'),
    output_tokens: z.strictObject({
      max: count('Most tokens that a request may ask for.'),
      default: count('Most tokens of a text whose request does not say.'),
    }),
  })
  .meta({ description: 'A text model on offer.' });

export const MODEL = z.union([VIDEO_MODEL, TEXT_MODEL]).meta({ description: 'A model on offer.' });

export const MODEL_LIST = z
  .strictObject({
    object: z.literal('list'),
    data: z.array(MODEL),
    has_more: z.literal(false),
    next: z.null(),
  })
  .meta({ description: 'Every model, in one page.' });

/** The event that a job waits for, from its operator's point of view. */
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
