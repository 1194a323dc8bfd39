/** The streams and answers that servers of texts send, sound and odd, and what they come to. */
import type { StandInAnswer } from '../../../../src/providers/adapters/remote/stand-in.js';
import {
  type StandInPiece,
  StandInStream,
  type StreamEnd,
} from '../../../../src/providers/adapters/remote/stand-in-stream.js';
import type { TextOutcome } from './text-stage.js';

export interface NamedAnswer {
  readonly name: string;
  readonly answer: StandInAnswer;
  readonly expected: Partial<TextOutcome>;
}

const EVENTS = { 'content-type': 'text/event-stream' };
const MEGABYTE = 'x'.repeat(1_000_000);
/** Two, three and four bytes a character. */
const LETTERS = 'é العربية 🚢 日本';

export const DONE = 'data: [DONE]\n\n';

export function chunk(delta: object, finishReason: string | null = null, more: object = {}): string {
  const choices = [{ index: 0, delta, finish_reason: finishReason }];
  return `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices, ...more })}\n\n`;
}

export const A = chunk({ content: 'a' });
export const STOP = chunk({}, 'stop');
export const USAGE = usageChunk(5, 2);

export function usageChunk(prompt: number, completion: number): string {
  return `data: ${JSON.stringify({ choices: [], usage: usageOf(prompt, completion) })}\n\n`;
}

function usageOf(prompt: number, completion: number): object {
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

/** Each text is a packet. */
export function stream(packets: readonly string[], end: StreamEnd = 'ends', headers = EVENTS): StandInAnswer {
  const pieces = packets.map((text): StandInPiece => ({ afterMs: 0, bytes: Buffer.from(text) }));
  return { status: 200, headers, body: new StandInStream(() => pieces, end) };
}

function byteByByte(text: string): StandInAnswer {
  const bytes = Buffer.from(text);
  const pieces = Array.from(
    bytes,
    (_, at): StandInPiece => ({ afterMs: 0, bytes: bytes.subarray(at, at + 1) }),
  );
  return { status: 200, headers: EVENTS, body: new StandInStream(() => pieces) };
}

const whole = { text: 'a', finish: 'stop', end: 'whole' } as const;

function came(name: string, packets: readonly string[], expected: Partial<TextOutcome> = {}): NamedAnswer {
  return { name, answer: stream(packets), expected: { outcome: 'begun', ...whole, ...expected } };
}

const counted = { usage: '5+2' };

export const STREAMS: readonly NamedAnswer[] = [
  came('a sound one', [A, STOP, USAGE, DONE], counted),
  came('in one packet', [A + STOP + USAGE + DONE], counted),
  came('something behind [DONE]', [A, STOP, USAGE, DONE, A, 'data: {\n\n'], counted),
  came('no [DONE]', [A, STOP, USAGE], counted),
  came('usage first', [USAGE, A, STOP, DONE], counted),
  came('usage with a token', [chunk({ content: 'a' }, null, { usage: usageOf(5, 2) }), STOP, DONE], counted),
  came('usage with the end', [A, chunk({}, 'stop', { usage: usageOf(5, 2) }), DONE], counted),
  came('usage twice', [A, usageChunk(5, 1), STOP, USAGE, DONE], counted),
  came(
    'usage in every chunk',
    [chunk({ content: 'a' }, null, { usage: usageOf(5, 1) }), STOP, USAGE, DONE],
    counted,
  ),
  came('no usage', [A, STOP, DONE], { usage: undefined }),
  came('null for usage', [chunk({ content: 'a' }, null, { usage: null }), STOP, DONE], { usage: undefined }),
  came('an explicit zero', [A, STOP, usageChunk(0, 0), DONE], { usage: '0+0' }),
  came('a usage below zero', [A, STOP, usageChunk(-1, 2), DONE], { usage: undefined }),
  came('half a token', [A, STOP, usageChunk(5, 1.5), DONE], { usage: undefined }),
  came('empty choices', ['data: {"choices":[]}\n\n', A, 'data: {"choices":[]}\n\n', STOP, DONE]),
  came('no choices', ['data: {"id":"c"}\n\n', A, STOP, DONE]),
  came('null for choices', ['data: {"choices":null}\n\n', A, STOP, DONE]),
  came('a choice with neither index, delta nor end', [
    'data: {"choices":[{"content_filter_results":{}}]}\n\n',
    A,
    STOP,
    DONE,
  ]),
  came('null for a delta', [A, 'data: {"choices":[{"delta":null,"finish_reason":"stop"}]}\n\n', DONE]),
  came('an empty text for no end', [chunk({ content: 'a' }, ''), STOP, DONE]),
  came('a list of parts', [chunk({ content: [{ type: 'text', text: 'a' }] }), STOP, DONE]),
  came('no text', [chunk({ role: 'assistant', content: '' }), STOP, DONE], { text: '' }),
  came('nothing but [DONE]', [DONE], { text: '', finish: undefined }),
  came('comments', [': hello\n\n', A, ': keep-alive\n', ': keep-alive\n\n', STOP, DONE]),
  came('ids, names and retries', [`event: chunk\nid: 1\nretry: 9\n${A}`, STOP, DONE]),
  came('other ends of lines', [A.replaceAll('\n', '\r\n'), STOP.replaceAll('\n', '\r\n'), DONE]),
  came('no space behind data:', [A.replace('data: ', 'data:'), STOP, 'data:[DONE]\n\n']),
  came('data on two lines', [A.replace('{"id"', '{\ndata: "id"'), STOP, DONE]),
  came('a byte order mark', [`\uFEFF${A}`, STOP, DONE]),
  came('a chunk of 1 MB', [chunk({ content: MEGABYTE }), STOP, DONE], { text: MEGABYTE }),
  came('many small chunks', [...Array(2_000).fill(A), STOP, DONE], { text: 'a'.repeat(2_000) }),
  came('a refusal', [chunk({ refusal: 'I cannot' }), chunk({ refusal: ' help.' }), STOP, DONE], {
    text: 'I cannot help.',
  }),
  came('thoughts', [chunk({ reasoning_content: 'hm ' }), A, STOP, DONE], { text: 'hm a' }),
  came(
    'a call of a tool',
    [
      chunk({
        tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: 'f', arguments: '' } }],
      }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: '{"x":1}' } }] }),
      chunk({}, 'tool_calls'),
      DONE,
    ],
    { text: 'f{"x":1}', finish: 'tool_calls' },
  ),
  ...['length', 'content_filter', 'function_call', 'eos_token'].map((reason) =>
    came(`the end ${reason}`, [A, chunk({}, reason), DONE], { finish: reason }),
  ),
  came('two ends', [A, STOP, chunk({}, 'length'), DONE]),
  {
    name: 'one byte a packet, whose letters are cut',
    answer: byteByByte(chunk({ content: LETTERS }) + STOP + DONE),
    expected: { outcome: 'begun', ...whole, text: LETTERS },
  },
  {
    name: 'a reset behind its end',
    answer: stream([A, STOP], 'resets'),
    expected: { outcome: 'begun', ...whole },
  },
  {
    name: 'another spelling of its type',
    answer: stream([A, STOP, DONE], 'ends', { 'content-type': 'Text/Event-Stream; charset=utf-8' }),
    expected: { outcome: 'begun', ...whole },
  },
];

function broken(name: string, packets: readonly string[], expected: Partial<TextOutcome> = {}): NamedAnswer {
  return { name, answer: stream(packets), expected: { outcome: 'begun', end: 'broken', ...expected } };
}

function said(error: unknown, code = 'provider_error'): readonly [string, Partial<TextOutcome>] {
  return [`data: ${JSON.stringify(error)}\n\n`, { end: code }];
}

const NO_MEMORY = said({ error: { message: 'out of memory', code: 500 } });
const BLOCKED = said({ error: { message: 'blocked', code: 'content_filter' } }, 'content_rejected');

export const BROKEN_STREAMS: readonly NamedAnswer[] = [
  broken('nothing at all', []),
  broken('no end', [A], { text: 'a' }),
  broken('half an event', [A, STOP.slice(0, 20)], { text: 'a' }),
  broken('half of JSON', [A, 'data: {"choices":[\n\n'], { text: 'a' }),
  broken('what is no JSON', ['data: hello\n\n', A]),
  broken('what is no object', ['data: 7\n\n', A]),
  broken('a choice that is none', [A, 'data: {"choices":[null]}\n\n', STOP], { text: 'a' }),
  ...[
    { choices: 7 },
    { choices: ['x'] },
    { choices: [{ delta: 'x' }] },
    { choices: [{ delta: ['x'] }] },
    { choices: [{ delta: { content: 'x' }, index: '0' }] },
    { choices: [{ delta: { content: 'x' }, index: -1 }] },
    { choices: [{ delta: { content: 'x' }, finish_reason: 7 }] },
    { choices: [{ delta: { content: 7 } }] },
    { choices: [{ delta: { content: ['x'] } }] },
    { choices: [{ delta: { role: {}, content: 'x' } }] },
    { choices: [{ delta: { refusal: true } }] },
    { choices: [{ delta: { tool_calls: 'x' } }] },
    { choices: [{ delta: { tool_calls: ['x'] } }] },
    { choices: [{ delta: { tool_calls: [{ function: 'x' }] } }] },
    { choices: [{ delta: { tool_calls: [{ function: { arguments: { x: 1 } } }] } }] },
  ].map((body) => {
    const event = JSON.stringify(body);
    return broken(`the event ${event}`, [A, `data: ${event}\n\n`, A, STOP, DONE], { text: 'a' });
  }),
  broken('an event above the bound', [chunk({ content: 'x'.repeat(4_300_000) }), STOP, DONE]),
  broken('an error first', [NO_MEMORY[0]], NO_MEMORY[1]),
  broken('an error after a token', [A, NO_MEMORY[0], DONE], { ...NO_MEMORY[1], text: 'a' }),
  broken('an error for its content', [BLOCKED[0]], BLOCKED[1]),
  broken('an error without words', [said({ error: {} })[0]], { end: 'provider_error' }),
  broken('an error that is a text', [said({ error: 'down' })[0]], { end: 'provider_error' }),
  broken('an error of another shape', [said({ object: 'error', message: 'x' })[0]], {
    end: 'provider_error',
  }),
  {
    name: 'a reset',
    answer: stream([A], 'resets'),
    expected: { outcome: 'begun', text: 'a', end: 'broken' },
  },
  {
    name: 'the type of a text',
    answer: stream([A, STOP, DONE], 'ends', { 'content-type': 'text/plain' }),
    expected: { outcome: 'begun', text: '', end: 'broken' },
  },
];

const MESSAGE = { role: 'assistant', content: 'a', refusal: null };
const WHOLE = { choices: [{ index: 0, message: MESSAGE, finish_reason: 'stop' }], usage: usageOf(5, 2) };

/** They mean the same whether a stream was asked for or not. */
export const WHOLE_ANSWERS: readonly NamedAnswer[] = [
  { name: 'a sound one', answer: { status: 200, body: WHOLE }, expected: { ...whole, usage: '5+2' } },
  { name: 'status 201', answer: { status: 201, body: WHOLE }, expected: whole },
  {
    name: 'a wrong type',
    answer: { status: 200, headers: { 'content-type': 'text/html' }, body: WHOLE },
    expected: whole,
  },
  {
    name: 'no usage',
    answer: { status: 200, body: { ...WHOLE, usage: null } },
    expected: { usage: undefined },
  },
  { name: 'nothing', answer: { status: 200, body: undefined }, expected: { end: 'broken' } },
  { name: 'a page', answer: { status: 200, body: '<html>Hello</html>' }, expected: { end: 'broken' } },
  { name: 'no choices', answer: { status: 200, body: {} }, expected: { end: 'broken' } },
  ...[null, 7, { index: 0 }, { message: 'a' }, { message: { content: 7 } }].map((choice) => ({
    name: `the choice ${JSON.stringify(choice)}`,
    answer: { status: 200, body: { choices: [choice] } },
    expected: { end: 'broken' } as const,
  })),
  {
    name: 'an error within a 200',
    answer: { status: 200, body: { error: { message: 'no memory' } } },
    expected: { end: 'provider_error' },
  },
  {
    name: 'more than 1 MiB',
    answer: { status: 200, body: { ...WHOLE, more: 'x'.repeat(1_100_000) } },
    expected: { outcome: 'unknown' },
  },
];

function refused(
  status: number,
  expected: Partial<TextOutcome>,
  headers: Readonly<Record<string, string>> = {},
  code = 'a_code',
): NamedAnswer {
  const error = { message: 'the words of the server', type: 'a_type', param: null, code };
  const name = [status, ...Object.keys(headers), ...(code === 'a_code' ? [] : [code])].join(' ');
  return { name, answer: { status, headers, body: { error } }, expected };
}

const REJECTED = {
  outcome: 'rejected',
  code: 'provider_rejected',
  message: 'the words of the server',
} as const;
const BLOCKED_BEFORE = { outcome: 'rejected', code: 'content_rejected' } as const;
const FAILED = { outcome: 'rejected', code: 'provider_error' } as const;
const LATE = { outcome: 'rejected', code: 'provider_timeout' } as const;
const NOT_NOW = { outcome: 'not_now' } as const;

export const REFUSALS: readonly NamedAnswer[] = [
  ...[400, 401, 402, 403, 404, 405, 409, 413, 415, 422].map((status) => refused(status, REJECTED)),
  refused(400, BLOCKED_BEFORE, {}, 'content_policy_violation'),
  refused(403, BLOCKED_BEFORE, {}, 'content_filter'),
  ...[500, 501, 502, 520, 529].map((status) => refused(status, FAILED)),
  ...[408, 504].map((status) => refused(status, LATE)),
  refused(429, NOT_NOW),
  refused(429, { ...NOT_NOW, askAgainAfterMs: 7_000 }, { 'retry-after': '7' }),
  refused(429, NOT_NOW, {}, 'insufficient_quota'),
  refused(503, NOT_NOW),
  refused(503, { ...NOT_NOW, askAgainAfterMs: 3_000 }, { 'retry-after': '3' }),
  ...[301, 302, 303, 307, 308].map((status) => refused(status, FAILED, { location: '/elsewhere' })),
  {
    name: 'a page of a proxy',
    answer: { status: 502, headers: { 'content-type': 'text/html' }, body: '<html>Bad Gateway</html>' },
    expected: { ...FAILED, message: 'The provider answered 502.' },
  },
  {
    name: 'words with a key and a link',
    answer: { status: 400, body: { error: { message: 'key: sk-12345678901 at https://a.example/x' } } },
    expected: { message: 'key [secret] at [link]' },
  },
];
