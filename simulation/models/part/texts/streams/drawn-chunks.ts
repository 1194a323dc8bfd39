/** Streams of a server of texts: chunks like the one before, and those that are not. */
import type { Random } from '../../../../world/random.js';

export interface StreamAct {
  readonly do: 'stream';
  /** The data of events, those that come together at a time. */
  readonly batches: readonly (readonly string[])[];
  /** Whether the connection breaks behind them. */
  readonly breaks: boolean;
}

/** Some stand in other fields of a chunk, too. */
const WORDS = ['A', ' boat', 'é🎈', '"so"', 'a\\b', 'one\ntwo', '', 'chat-1', 'assistant', 'stop', '+', '"'];
const USAGES = [
  { prompt_tokens: 3, completion_tokens: 1 },
  { prompt_tokens: 0, completion_tokens: 0 },
  { prompt_tokens: 3, completion_tokens: -1 },
  { prompt_tokens: 1.5, completion_tokens: 1 },
  { prompt_tokens: 3 },
  null,
];
const WRONG = [
  '{"choices":[',
  '{"choices":{}}',
  '{"choices":[{"delta":"A"}]}',
  '{"choices":[{"delta":{"content":5}}]}',
  '{"choices":[{"index":-1,"delta":{}}]}',
  '{"choices":[{"delta":{},"finish_reason":5}]}',
  '{"error":{"message":"It failed."}}',
];
const EMPTY = ['{"choices":[]}', '{"usage":{"prompt_tokens":3,"completion_tokens":2}}', '{"choices":[{}]}'];

export function streamAct(random: Random): StreamAct {
  const style = drawnStyle(random);
  const events: string[] = [];
  for (let left = random.between(1, 12); left > 0; left--) events.push(drawnChunk(random, style));
  if (random.chance(0.7)) events.push(chunkOf({}, style, { finish_reason: 'stop' }));
  if (random.chance(0.2)) events.splice(random.below(events.length + 1), 0, random.pick(WRONG));
  if (random.chance(0.5)) events.push('[DONE]');
  if (random.chance(0.1)) events.push(chunkOf({ content: 'behind' }, style, {}));
  const batches: string[][] = [];
  while (events.length > 0) batches.push(events.splice(0, random.pick([1, 1, 2, 5])));
  return { do: 'stream', batches, breaks: random.chance(0.2) };
}

/** How a server writes its chunks, all of a text alike. */
interface Style {
  readonly head: object;
  readonly choice: object;
  readonly delta: object;
  readonly finish: object;
  readonly tail: object;
  readonly spaces: number;
  readonly isEscaped: boolean;
}

function drawnStyle(random: Random): Style {
  return {
    head: random.pick([{}, { id: 'chat-1', object: 'chat.completion.chunk' }, { id: 'A' }]),
    choice: random.pick([{}, { index: 0 }, { index: 0, logprobs: null }, { index: 1 }]),
    delta: random.pick([{}, {}, { role: 'assistant' }, { refusal: null }]),
    finish: random.pick([{}, { finish_reason: null }, { finish_reason: '' }]),
    tail: random.pick([{}, { usage: null }, { model: 'A' }]),
    spaces: random.pick([0, 0, 1]),
    isEscaped: random.chance(0.1),
  };
}

function drawnChunk(random: Random, style: Style): string {
  const content = random.pick(WORDS);
  return random.weighted<() => string>([
    [10, () => chunkOf({ content }, style, {})],
    [1, () => chunkOf({ content }, drawnStyle(random), {})],
    [0.5, () => chunkOf({ content }, { ...style, tail: { usage: random.pick(USAGES) } }, {})],
    [0.5, () => chunkOf({ content, tool_calls: [{ index: 0 }] }, style, {})],
    [0.5, () => chunkOf({ content: null }, style, {})],
    [0.5, () => chunkOf({ content }, style, { finish_reason: 'length' })],
    [0.5, () => random.pick(EMPTY)],
  ])();
}

function chunkOf(said: object, style: Style, choice: object): string {
  const { head, delta, finish, tail, spaces, isEscaped } = style;
  const choices = [{ ...style.choice, delta: { ...delta, ...said }, ...finish, ...choice }];
  const text = JSON.stringify({ ...head, choices, ...tail }, null, spaces);
  return isEscaped ? text.replace('"A"', '"\\u0041"') : text;
}
