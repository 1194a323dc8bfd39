/** Makes the fields of submits and of requests for texts beside those that every such request has. */
import type { Random } from '../../world/random.js';
import { type ChatCall, type TextMessage, USAGE_WORDS, type UsageWords } from './chat-call.js';

export type Fields = Readonly<Record<string, unknown>>;

type Choices = readonly (readonly [name: string, values: readonly unknown[]])[];

/** Those that adapters know, and others, which nobody is to act on. */
const OF_JOBS: Choices = [
  ['image', ['data:image/png;base64,iVBORw==']],
  ['aspect_ratio', ['16:9', '9:16', '1:1']],
  ['resolution', ['720p', '1080p', '1280x720']],
  ['seed', [0, 7, '42', 4_294_967_295]],
  ['negative_prompt', ['rain', 'é'.repeat(40)]],
  ['n', [4]],
  ['num_frames', [9_999]],
  ['user', ['somebody']],
  ['metadata', [{ a: [1, { b: null }] }]],
];
const OF_TEXTS: Choices = [
  ['temperature', [0, 0.7]],
  ['top_p', [1]],
  ['stop', ['END', ['a', 'b']]],
  ['seed', [7]],
  ['user', ['somebody']],
  ['response_format', [{ type: 'text' }]],
  ['presence_penalty', [0, -0.5]],
  ['frequency_penalty', [0.5]],
  ['tools', [[], [{ type: 'function', function: { name: 'look' } }]]],
  ['tool_choice', ['auto', 'none']],
  ['parallel_tool_calls', [false]],
  ['functions', [[{ name: 'look' }]]],
  ['function_call', ['none']],
  ['logit_bias', [{}, { 50256: -100 }]],
  ['logprobs', [true, null]],
  ['top_logprobs', [0]],
  ['reasoning_effort', ['low']],
  ['verbosity', ['low']],
];
const CHANCE = 0.25;
const USAGE_WORDS_CHANCE = 0.4;
/** Of a text, fields that cost what nobody has reserved: they are refused. */
const UNKNOWN: readonly Fields[] = [
  { best_of: 3 },
  { n: 2 },
  { n: 0 },
  { prediction: { type: 'content', content: 'A' } },
  { web_search_options: {} },
  { modalities: ['text', 'audio'] },
  { service_tier: 'priority' },
];
/** Behind the prompt of a text. */
const MESSAGES: readonly TextMessage[] = [
  { role: 'assistant', content: 'It was said before.' },
  { role: 'user', content: [{ type: 'text', text: 'Say it again, é 中.' }] },
  { role: 'system', content: '' },
  { role: 'developer', content: 'It is said shortly.' },
  {
    role: 'tool',
    content: [
      { type: 'text', text: 'Seven.' },
      { type: 'text', text: '' },
    ],
  },
];
const NO_TEXT: TextMessage = { role: 'user', content: [{ type: 'image_url' }] };

/** Empty if there are none. */
export function fieldsOfJob(random: Random): { readonly fields?: Fields } {
  return drawn(random, OF_JOBS);
}

export function fieldsOfText(random: Random): { readonly fields?: Fields } {
  const { fields } = drawn(random, OF_TEXTS);
  if (fields === undefined) return {};
  return { fields: random.chance(0.1) ? { ...fields, ...random.pick(UNKNOWN) } : fields };
}

/**
 * Of a third of the texts a conversation; of some the newer name of the bound on their tokens, or one token
 * too many.
 */
export function shapeOfText(
  random: Random,
  outputTokensMax: number,
): Pick<ChatCall, 'more' | 'cap' | 'capField'> {
  const count = random.chance(0.35) ? random.between(1, 6) : 0;
  const more = Array.from({ length: count }, () => random.pick(MESSAGES));
  if (random.chance(0.02)) more.push(NO_TEXT);
  return {
    ...(more.length > 0 ? { more } : {}),
    ...(random.chance(0.3) ? { capField: 'max_completion_tokens' as const } : {}),
    ...(random.chance(0.05) ? { cap: outputTokensMax + 1 } : {}),
  };
}

function drawn(random: Random, choices: Choices): { readonly fields?: Fields } {
  if (!random.chance(CHANCE)) return {};
  const fields: Record<string, unknown> = {};
  while (Object.keys(fields).length === 0 || random.chance(0.4)) {
    const [name, values] = random.pick(choices);
    fields[name] = random.pick(values);
  }
  return { fields };
}

/** A request that asks for no usage says so, now and then. */
export function withUsageWords(call: ChatCall, random: Random): ChatCall {
  if (call.wantsUsage === true || !random.chance(USAGE_WORDS_CHANCE)) return call;
  return { ...call, usageWords: random.pick(Object.keys(USAGE_WORDS) as UsageWords[]) };
}
