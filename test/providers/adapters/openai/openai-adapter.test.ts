import { describe, expect, it } from 'vitest';
import { VirtualWorld } from '../../../../simulation/world/virtual-world.js';
import { noService } from '../../../../src/outward/no-service.js';
import {
  NoConnectionError,
  type ServiceAnswer,
  type ServiceRequest,
} from '../../../../src/outward/outward.js';
import { openaiAdapter } from '../../../../src/providers/adapters/openai/openai-adapter.js';
import type { TextAnswer, TextPiece } from '../../../../src/providers/text-provider.js';

type Script = ServiceAnswer | readonly string[] | Error;

const FIELDS = { messages: [{ role: 'user', content: 'hello' }], temperature: 0 };
const CALL = { signal: new AbortController().signal };

async function generated(script: Script, isStreamed = true) {
  const asked: ServiceRequest[] = [];
  const refuse = () => Promise.reject(new Error('not in this test'));
  const provider = openaiAdapter.createText(
    {
      name: 'local',
      world: new VirtualWorld(),
      key: 'the-key',
      makeService: ({ secretHeaders, url }) => {
        expect([secretHeaders, url]).toEqual([{ authorization: 'Bearer the-key' }, 'http://local/v1']);
        return {
          call: refuse,
          openFile: refuse,
          listen: refuse,
          async stream(request) {
            asked.push(request);
            if (script instanceof Error) throw script;
            return 'status' in script ? script : { status: 200, events: batches(script) };
          },
        };
      },
    },
    { url: 'http://local/v1' },
  );
  const body = provider.bodyOf({ model: 'llama', fields: FIELDS, outputTokensMax: 9, isStreamed });
  const answer = await provider.generate({ generationId: 'req_1', body, isStreamed }, CALL);
  return { answer, asked };
}

async function* batches(events: readonly string[]): AsyncGenerator<readonly string[]> {
  yield events.slice(0, 1);
  yield events.slice(1);
}

async function piecesOf(answer: TextAnswer): Promise<TextPiece[]> {
  if (answer.outcome !== 'begun') throw new Error(answer.outcome);
  const all: TextPiece[] = [];
  for await (const pieces of answer.pieces) all.push(...pieces);
  return all;
}

const delta = (content: string, finish: string | null = null) =>
  JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: finish }] });
const USAGE = '{"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":0}}';

it.each([
  ['https://api.openai.com/v1', {}, 'max_completion_tokens'],
  ['http://127.0.0.1:11434/v1', {}, 'max_tokens'],
  ['http://127.0.0.1:11434/v1', { 'cap-field': 'max_completion_tokens' }, 'max_completion_tokens'],
] as const)('bounds the tokens at %s with %o by %s', (url, settings, field) => {
  const parts = { name: 'a', world: new VirtualWorld(), key: '', makeService: noService };
  const provider = openaiAdapter.createText(parts, { url, ...settings });
  const body = provider.bodyOf({ model: 'm', fields: {}, outputTokensMax: 9, isStreamed: false });
  expect(body).toEqual({ model: 'm', [field]: 9 });
});

describe('the adapter of /v1/chat/completions', () => {
  it('asks for a stream with its usage, and for none without', async () => {
    const { asked } = await generated(['[DONE]']);
    expect(asked).toEqual([
      {
        method: 'POST',
        path: '/chat/completions',
        body: {
          ...FIELDS,
          model: 'llama',
          max_tokens: 9,
          stream: true,
          stream_options: { include_usage: true },
        },
      },
    ]);
    const whole = { status: 200, body: { choices: [] }, retryAfterMs: undefined };
    expect((await generated(whole, false)).asked[0]?.body).toEqual({
      ...FIELDS,
      model: 'llama',
      max_tokens: 9,
    });
  });

  it('hands on the pieces up to [DONE], with the usage of whichever has it', async () => {
    const { answer } = await generated([delta('a'), USAGE, delta('b', 'stop'), USAGE, '[DONE]', 'garbage']);
    const pieces = await piecesOf(answer);
    expect(pieces.map(({ usage }) => usage?.promptTokens)).toEqual([undefined, 5, undefined, 5]);
    expect(pieces[1]?.usage).toEqual({ promptTokens: 5, completionTokens: 0 });
  });

  it.each([
    ['without [DONE], if its text has ended', [delta('a'), delta('', 'stop')], 2],
    ['without usage, and with null for it', ['{"choices":[],"usage":null}', '[DONE]'], 1],
    ['with a usage that makes no sense', ['{"choices":[],"usage":{"prompt_tokens":-1}}', '[DONE]'], 1],
    ['with no piece at all', ['[DONE]'], 0],
  ])('takes a stream %s', async (_, events, count) => {
    const pieces = await piecesOf((await generated(events)).answer);
    expect(pieces).toHaveLength(count);
    expect(pieces.some(({ usage }) => usage !== undefined)).toBe(false);
  });

  it.each([
    ['ends before its text does', [delta('a')], 'a stream that ended before its text did'],
    ['says an error', [delta('a'), '{"error":{"message":"out of memory"}}'], 'out of memory'],
    ['is no JSON', [delta('a'), '{"choices":'], 'JSON'],
    ['has a piece that is no object', [delta('a'), '7'], 'a piece that is no object'],
  ])('throws in the middle of a stream that %s', async (_, events, message) => {
    const { answer } = await generated(events);
    await expect(piecesOf(answer)).rejects.toThrow(message);
  });

  it.each([
    [429, undefined, { outcome: 'not_now', message: 'no', askAgainAfterMs: 2_000 }],
    [503, undefined, { outcome: 'not_now' }],
    [400, undefined, { outcome: 'rejected', failure: { code: 'provider_rejected', message: 'no' } }],
    [400, 'content_policy_violation', { outcome: 'rejected', failure: { code: 'content_rejected' } }],
    [401, undefined, { outcome: 'rejected', failure: { code: 'provider_rejected' } }],
    [402, 'insufficient_quota', { outcome: 'rejected', failure: { code: 'provider_rejected' } }],
    [500, undefined, { outcome: 'rejected', failure: { code: 'provider_error' } }],
  ])('reads a refusal with status %i and code %s', async (status, code, expected) => {
    const { answer } = await generated({
      status,
      body: { error: { message: 'no', code } },
      retryAfterMs: 2_000,
    });
    expect(answer).toMatchObject(expected);
  });

  it('knows that a request never left, and leaves every other failure open', async () => {
    expect((await generated(new NoConnectionError('gone'))).answer).toEqual({
      outcome: 'not_now',
      message: 'gone',
    });
    await expect(generated(new Error('reset'))).rejects.toThrow('reset');
  });
});
