/**
 * The body of `POST /v1/chat/completions`: OpenAI's, with texts alone and one choice.
 *
 * Invariant: every field that goes to a provider is named here, or by a route. Those here make no token that
 * the bound on the price does not count.
 */
import * as z from 'zod';
import { invalid, isObject, type Parsed, parseInput } from './parse-input.js';
import { text } from './text.js';

const ROLES = ['system', 'developer', 'user', 'assistant', 'tool', 'function'] as const;
const MESSAGES_MAX = 10_000;
const MESSAGES_WHY = `messages must be a list of 1 to ${MESSAGES_MAX} messages.`;
const CAP_MAX = 100_000_000;

/** Passed on as they are. */
const PASSED_FIELDS = [
  'temperature',
  'top_p',
  'presence_penalty',
  'frequency_penalty',
  'stop',
  'seed',
  'response_format',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'functions',
  'function_call',
  'logit_bias',
  'logprobs',
  'top_logprobs',
  'reasoning_effort',
  'verbosity',
  'user',
] as const;

const PART = z.looseObject(
  { type: z.literal('text'), text: z.string() },
  { error: 'content must be a text, or a list of parts of type text: other parts are not taken.' },
);
const MESSAGE = z.looseObject(
  {
    role: z.enum(ROLES, { error: `role must be one of ${ROLES.join(', ')}.` }),
    content: z
      .union([z.string(), z.array(PART), z.null()], {
        error: 'content must be a text, or a list of parts of type text.',
      })
      .optional(),
  },
  { error: 'Each of messages must be an object with role and content.' },
);

function cap(name: string) {
  const why = `${name} must be a whole number of tokens, 1 or more.`;
  return z.int({ error: why }).min(1, why).max(CAP_MAX, why).nullish();
}

function flag(name: string) {
  return z.boolean({ error: `${name} must be true or false.` }).nullish();
}

export const CHAT_REQUEST = z
  .object({
    model: text({
      name: 'model',
      min: 1,
      max: 200,
      hint: 'send the id of a text model from GET /v1/models',
      description: 'Id of a text model from GET /v1/models.',
    }),
    messages: z
      .array(MESSAGE, { error: MESSAGES_WHY })
      .min(1, MESSAGES_WHY)
      .max(MESSAGES_MAX, MESSAGES_WHY)
      .meta({ description: 'The conversation so far, in texts.' }),
    max_completion_tokens: cap('max_completion_tokens').meta({
      description: "Most tokens of the answer, up to the model's bound; left out, the model's default.",
    }),
    max_tokens: cap('max_tokens').meta({ description: 'The older name of `max_completion_tokens`.' }),
    stream: flag('stream').meta({ description: 'True for server-sent events.' }),
    stream_options: z
      .object(
        { include_usage: flag('stream_options.include_usage') },
        { error: 'stream_options must be an object.' },
      )
      .nullish(),
    n: z.literal(1, { error: 'n must be 1: one request brings one answer.' }).nullish(),
  })
  .meta({
    description: `Passed on as they are: ${PASSED_FIELDS.join(', ')}. Any other field is refused unless the model's configuration names it, for it might cost what nobody has reserved.`,
  });

export interface ChatRequest {
  readonly model: string;
  /** `messages`, and what else every route is sent. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Fields that only a route with them in `pass-fields` is sent. */
  readonly others: Readonly<Record<string, unknown>>;
  readonly messages: number;
  readonly outputTokensMax: number | undefined;
  readonly capParam: 'max_completion_tokens' | 'max_tokens';
  readonly isStreamed: boolean;
  readonly wantsUsage: boolean;
}

const PASSED: ReadonlySet<string> = new Set(PASSED_FIELDS);

export function parseChat(body: unknown): Parsed<ChatRequest> {
  const parsed = parseInput(CHAT_REQUEST, body);
  if (!parsed.ok) return parsed;
  const { model, messages, max_completion_tokens, max_tokens, stream, stream_options } = parsed.value;
  const newer = max_completion_tokens ?? undefined;
  const older = max_tokens ?? undefined;
  if (newer !== undefined && older !== undefined && newer !== older) {
    const message = 'max_tokens is another name of max_completion_tokens, and the two differ; send one.';
    return { ok: false, error: invalid(message, 'max_tokens') };
  }
  const fields: Record<string, unknown> = { messages };
  const others: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(isObject(body) ? body : {})) {
    if (Object.hasOwn(CHAT_REQUEST.shape, name)) continue;
    if (PASSED.has(name)) fields[name] = value;
    else others[name] = value;
  }
  return {
    ok: true,
    value: {
      model,
      fields,
      others,
      messages: messages.length,
      outputTokensMax: newer ?? older,
      capParam: newer === undefined && older !== undefined ? 'max_tokens' : 'max_completion_tokens',
      isStreamed: stream === true,
      wantsUsage: stream_options?.include_usage === true,
    },
  };
}
