/** Chunks that are read without being parsed, against parsing each. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RepeatedChunks } from '../../../../src/providers/adapters/openai/repeated-chunks.js';
import type { TextPiece } from '../../../../src/providers/text-provider.js';
import { ChunkPrinter } from '../../../../src/routing/text/chunk-printer.js';
import { chunkEvent } from '../../../../src/routing/text/text-pieces.js';
import { TokenCount } from '../../../../src/routing/text/token-count.js';

const GENERATION = { id: 'req_1', model: 'small', createdAt: 1 };

const content = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    ' the',
    'content',
    'id',
    'stop',
    '"',
    '\\',
    '\n',
    '\u0001',
    'é',
    '🌊',
    '\ud83c',
    '\u2028',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
);
const delta = fc.oneof(
  { weight: 6, arbitrary: content.map((text) => ({ content: text })) },
  content.map((text) => ({ role: 'assistant', content: text, refusal: null })),
  fc.record({ content, reasoning_content: content }),
  fc.constant({}),
);
const choice = fc.record({
  index: fc.constantFrom(0, 0, 0, 1),
  delta,
  finish_reason: fc.constantFrom(null, null, null, null, '', 'stop'),
});
const chunk = fc.record({
  id: fc.constantFrom('chatcmpl-1', 'chatcmpl-1', 'a'),
  content: fc.constantFrom('a', ' the'),
  choices: fc.oneof({ weight: 6, arbitrary: choice.map((one) => [one]) }, fc.array(choice, { maxLength: 2 })),
  usage: fc.constantFrom(null, null, { prompt_tokens: 1, completion_tokens: 2 }),
});
const print = fc.constantFrom(
  (value: unknown) => JSON.stringify(value),
  (value: unknown) => JSON.stringify(value, undefined, 1),
  // A key twice: the later one holds.
  (value: unknown) =>
    JSON.stringify(value).replace('"delta":{', '"delta":{"content":"a","content":"a"},"delta":{'),
);
const stream = print.chain((printed) => fc.array(chunk.map(printed), { minLength: 1, maxLength: 12 }));

/** As the adapter reads them. */
function parsed(data: string): TextPiece {
  const body = JSON.parse(data) as TextPiece['body'];
  return typeof body.usage === 'object' && body.usage !== null
    ? { body, usage: { promptTokens: 1, completionTokens: 2 } }
    : { body };
}

describe('a chunk that repeats one before it', () => {
  it('is read, counted and printed as one that was parsed', () => {
    fc.assert(
      fc.property(stream, (all) => {
        const repeats = new RepeatedChunks();
        const printer = new ChunkPrinter(GENERATION);
        const [counted, expected] = [new TokenCount(0), new TokenCount(0)];
        for (const data of all) {
          const piece = parsed(data);
          const found = repeats.find(data);
          if (found === undefined) repeats.learn(data, piece);
          else expect(found.body).toEqual(piece.body);
          expect(printer.print(found ?? piece)).toBe(chunkEvent(GENERATION, piece));
          counted.add(found ?? piece);
          expected.add(piece);
          expect(counted.usage(false)).toEqual(expected.usage(false));
          expect(counted.deltas).toBe(expected.deltas);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('is found from the second one on', () => {
    const repeats = new RepeatedChunks();
    const data = (text: string) =>
      JSON.stringify({ id: 'x', choices: [{ index: 0, delta: { content: text } }] });
    expect(repeats.find(data('a'))).toBeUndefined();
    repeats.learn(data('a'), parsed(data('a')));
    expect(repeats.find(data(' boat'))?.repeats?.content).toBe(' boat');
    expect(repeats.find(data('"'))).toBeUndefined();
  });

  it('is not looked for any more in a stream whose chunks all differ', () => {
    const repeats = new RepeatedChunks();
    const data = (n: number) =>
      JSON.stringify({ id: `x${n}`, choices: [{ index: 0, delta: { content: 'a' } }] });
    for (let n = 0; n < 9; n++) repeats.learn(data(n), parsed(data(n)));
    expect(repeats.find(data(8))).toBeUndefined();
    expect(repeats.find(data(3))).toBeDefined();
  });
});
