/** The shapes of texts and of their generations, as in `responses.ts`. */
import * as z from 'zod';
import { REQUEST_ID } from './identifiers.js';
import { amount, count, id, unixTime } from './response-parts.js';

const named = {
  id: id(REQUEST_ID, 'Id of the generation.'),
  created: unixTime('When the request was accepted.'),
  model: z.string().meta({ description: 'The model that was asked for.' }),
};

const USAGE = z
  .looseObject({
    prompt_tokens: count('Tokens of the prompt.'),
    completion_tokens: count('Tokens that were made.'),
    total_tokens: count('Their sum.'),
  })
  .meta({ description: 'What is charged.' });

/** The provider's own answer, under the gateway's names. */
export const CHAT_COMPLETION = z
  .looseObject({
    ...named,
    object: z.literal('chat.completion'),
    choices: z.array(z.looseObject({ index: z.int() })).meta({ description: 'One choice.' }),
    usage: USAGE,
  })
  .meta({ description: "A text, in OpenAI's wire format." });

export const CHAT_COMPLETION_CHUNK = z
  .looseObject({
    ...named,
    object: z.literal('chat.completion.chunk'),
    choices: z
      .array(z.looseObject({ index: z.int() }))
      .meta({ description: 'One choice with its `delta`; none in the chunk with the usage.' }),
    usage: USAGE.optional().meta({
      description: 'In the last chunk, with `stream_options: {"include_usage": true}`.',
    }),
  })
  .meta({ description: "A piece of a text, in OpenAI's wire format: the data of one event." });

export const GENERATION = z
  .strictObject({
    id: id(REQUEST_ID, 'Identifies the generation: the id of its request.'),
    object: z.literal('generation'),
    model: z.string().meta({ description: 'The model that was asked for.' }),
    provider: z.string().meta({ description: 'The provider that was asked at last.' }),
    created_at: unixTime('When the request was accepted.'),
    status: z
      .enum(['completed', 'failed', 'interrupted'])
      .meta({ description: '`interrupted` if its client went away, or the node stopped.' }),
    finish_reason: z.string().nullable().meta({ description: 'As the provider said it.' }),
    streamed: z.boolean(),
    prompt_tokens: count('Tokens of the prompt.'),
    completion_tokens: count('Tokens that were made.'),
    estimated: z
      .boolean()
      .meta({ description: 'True if the provider reported no tokens, so they were estimated.' }),
    cost: amount('What was charged.'),
    latency_ms: count('From the request to the end of the text.').nullable(),
    first_token_ms: count('From the request to its first token.').nullable(),
  })
  .meta({ description: 'What became of a text. Tokens are 0 and times null if there was none.' });
