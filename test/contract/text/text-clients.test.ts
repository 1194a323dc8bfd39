/** Clients of text models, unmodified, on a model of the kind `openai` that its stand-in serves. */
import { OpenRouter } from '@openrouter/sdk';
import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeOpenaiStandIn } from '../../../src/providers/adapters/openai/openai-stand-in.js';
import type { StandInAnswer } from '../../../src/providers/adapters/remote/stand-in.js';
import type { StandInFault } from '../../../src/providers/adapters/remote/stand-in-faults.js';
import { type StandInServer, serveStandIn } from '../../../src/providers/adapters/remote/stand-in-server.js';
import { A, chunk, DONE, stream, usageChunk } from '../../providers/conformance/text/text-streams.js';
import { cleanUp, OPERATOR_KEY, type TollgateProcess } from '../support/harness.js';
import { startTextNodeBefore } from '../support/node-before.js';

const SERVICE_KEY = 'key-of-the-stand-in-0123456789';
const HELLO = { model: 'text', messages: [{ role: 'user' as const, content: 'hello' }] };

let standIn: StandInServer;
let node: TollgateProcess;
let key: string;
/** One for each request of the gateway; afterwards the stand-in answers soundly. */
let faults: StandInFault[];

beforeAll(async () => {
  standIn = await serveStandIn(makeOpenaiStandIn, {
    nowMs: Date.now,
    key: SERVICE_KEY,
    pendingMs: 0,
    runningMs: 0,
    clip: () => new Uint8Array(),
    faultOf: () => faults.shift(),
  });
  const { url } = standIn;
  node = await startTextNodeBefore({ kind: 'openai', url, key: SERVICE_KEY, model: 'gpt-5-mini' });
});
beforeEach(async () => {
  faults = [];
  ({ key } = await node.createKey());
});
afterAll(async () => {
  await cleanUp();
  await standIn.close();
});

function answers(...all: readonly StandInAnswer[]): void {
  faults = all.map((answer) => ({ kind: 'instead', answer }));
}

function refusal(status: number, headers: Readonly<Record<string, string>> = {}, code = 'x'): StandInAnswer {
  return { status, headers, body: { error: { message: 'no', type: 'x', param: null, code } } };
}

/** In DA, once nothing is reserved any more. */
async function charged(): Promise<number> {
  const credits = () => node.call('GET', '/v1/credits', { key });
  await expect.poll(async () => (await credits()).json.reserved).toBe(0);
  return (await credits()).json.total_usage as number;
}

const cost = (prompt: number, completion: number) => (prompt * 40 + completion * 120) / 1e6;

describe('the client of OpenAI', () => {
  const clientOf = (options: ConstructorParameters<typeof OpenAI>[0] = {}) =>
    new OpenAI({ baseURL: `${node.url}/v1`, apiKey: key, maxRetries: 0, ...options });

  async function errorOf(asked: PromiseLike<unknown>): Promise<InstanceType<typeof OpenAI.APIError>> {
    const error = await Promise.resolve(asked).catch((failure: unknown) => failure);
    if (error instanceof OpenAI.APIError) return error;
    throw new Error(`no error of the API: ${error}`);
  }

  test('reads a text, its usage and its id, and is charged that', async () => {
    const { data, response, request_id } = await clientOf().chat.completions.create(HELLO).withResponse();
    expect(data).toMatchObject({ object: 'chat.completion', model: 'text' });
    expect(data.choices[0]).toMatchObject({ finish_reason: 'stop', message: { role: 'assistant' } });
    expect(data.id).toBe(request_id);
    expect(data.id).toBe(response.headers.get('x-generation-id'));
    const { prompt_tokens = 0, completion_tokens = 0 } = data.usage ?? {};
    expect(completion_tokens).toBeGreaterThan(5);
    expect(await charged()).toBe(cost(prompt_tokens, completion_tokens));
  });

  test('streams the same text, and its usage if it asks for that', async () => {
    const whole = await clientOf().chat.completions.create(HELLO);
    const asked = { ...HELLO, stream: true, stream_options: { include_usage: true } } as const;
    let text = '';
    let usage: OpenAI.CompletionUsage | null | undefined;
    for await (const piece of await clientOf().chat.completions.create(asked)) {
      expect(piece).toMatchObject({ object: 'chat.completion.chunk', id: /^req_/, model: 'text' });
      text += piece.choices[0]?.delta.content ?? '';
      usage = piece.usage ?? usage;
    }
    expect(text).toBe(whole.choices[0]?.message.content);
    expect(usage).toMatchObject(whole.usage ?? {});
    const helper = clientOf().chat.completions.stream(HELLO);
    expect(await helper.finalContent()).toBe(text);
  });

  test('puts the call of a tool together from its deltas', async () => {
    const call = (more: object) => chunk({ tool_calls: [{ index: 0, ...more }] });
    const named = { id: 'call_1', type: 'function', function: { name: 'f', arguments: '' } };
    answers(
      stream([
        chunk({ role: 'assistant', content: null }),
        call(named),
        call({ function: { arguments: '{"x"' } }),
        call({ function: { arguments: ':1}' } }),
        chunk({}, 'tool_calls'),
        usageChunk(5, 3),
        DONE,
      ]),
    );
    const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }] as const;
    const message = await clientOf()
      .chat.completions.stream({ ...HELLO, tools: [...tools] })
      .finalMessage();
    expect(message.tool_calls).toMatchObject([
      { id: 'call_1', function: { name: 'f', arguments: '{"x":1}' } },
    ]);
    expect(await charged()).toBe(cost(5, 3));
  });

  test('aborts a stream, and pays what the provider reports of it', async () => {
    answers(stream([A, A, A, chunk({}, 'stop'), usageChunk(5, 3), DONE]));
    const pieces = await clientOf().chat.completions.create({ ...HELLO, stream: true });
    for await (const _ of pieces) pieces.controller.abort();
    expect(await charged()).toBe(cost(5, 3));
  });

  test('gives up a provider that is silent, by its own time limit', async () => {
    faults = [{ kind: 'late', ms: 2_000 }];
    const asked = clientOf({ timeout: 200 }).chat.completions.create(HELLO);
    await expect(asked).rejects.toBeInstanceOf(OpenAI.APIConnectionTimeoutError);
  });

  test.each([429, 503])(
    'tries again after Retry-After if the provider answers %i, and pays once',
    async (status) => {
      answers(refusal(status, { 'retry-after': '1' }));
      const before = performance.now();
      const { usage } = await clientOf({ maxRetries: 1 }).chat.completions.create(HELLO);
      expect(performance.now() - before).toBeGreaterThan(900);
      expect(await charged()).toBe(cost(usage?.prompt_tokens ?? 0, usage?.completion_tokens ?? 0));
    },
  );

  test('sees the failures of a provider before the first token by the table, and pays nothing', async () => {
    const table: readonly (readonly [StandInAnswer, number, string])[] = [
      [refusal(401), 502, 'provider_rejected'],
      [refusal(400, {}, 'content_policy_violation'), 400, 'content_rejected'],
      [refusal(500), 502, 'provider_error'],
      [refusal(504), 504, 'provider_timeout'],
      [stream([]), 502, 'provider_error'],
      [stream([`data: {"error":{"message":"no memory"}}\n\n`]), 502, 'provider_error'],
      [refusal(503, { 'retry-after': '1' }), 503, 'provider_unavailable'],
    ];
    for (const [answer, status, code] of table) {
      answers(answer);
      const error = await errorOf(clientOf().chat.completions.create({ ...HELLO, stream: true }));
      expect([error.status, error.code]).toEqual([status, code]);
      expect(error.requestID).toMatch(/^req_/);
    }
    expect(await charged()).toBe(0);
    // The provider is left alone for a second.
    await node.pause(1_000);
  });

  test('is told an error after the first token within the stream', async () => {
    answers(stream([A, A], 'resets'));
    const pieces = await clientOf().chat.completions.create({ ...HELLO, stream: true });
    let text = '';
    const reading = (async () => {
      for await (const { choices } of pieces) text += choices[0]?.delta.content;
    })();
    expect(await errorOf(reading)).toMatchObject({ code: 'provider_error', type: 'api_error' });
    expect(text).toBe('aa');
    expect(await charged()).toBeGreaterThan(cost(0, 2));
  });

  test('sees its own mistakes, each by its own class of error', async () => {
    const poor = await node.createKey({ credits: 0.001 });
    const create = (given: object, apiKey = key) =>
      errorOf(clientOf({ apiKey }).chat.completions.create({ ...HELLO, ...given }));
    expect(await create({}, 'sk-unknown')).toMatchObject({ status: 401, code: 'invalid_api_key' });
    expect(await create({}, OPERATOR_KEY)).toMatchObject({ status: 403, code: 'wrong_credential' });
    expect(await create({}, poor.key)).toMatchObject({ status: 402, code: 'insufficient_credits' });
    const unknown = await create({ model: 'gpt-9' });
    expect(unknown).toBeInstanceOf(OpenAI.NotFoundError);
    expect(unknown).toMatchObject({ code: 'model_not_found', param: 'model' });
    const long = await create({ max_tokens: 4_096 });
    expect(long).toBeInstanceOf(OpenAI.BadRequestError);
    expect(long).toMatchObject({ code: 'invalid_request', param: 'max_tokens' });
    expect(await create({ modalities: ['audio'] })).toMatchObject({ param: 'modalities' });
    expect(standIn.standIn.begun.has('gpt-9')).toBe(false);
  });

  test('is told of a repeated Idempotency-Key', async () => {
    const options = { headers: { 'Idempotency-Key': 'client-1' } };
    const { id } = await clientOf().chat.completions.create(HELLO, options);
    const again = await errorOf(clientOf().chat.completions.create(HELLO, options));
    expect(again).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
    expect(again.message).toContain(id);
  });
});

describe('the client of OpenRouter', () => {
  const clientOf = (apiKey = key) => new OpenRouter({ apiKey, serverURL: `${node.url}/v1` });

  test('reads a text', async () => {
    const answer = await clientOf().chat.send({ chatRequest: { ...HELLO, stream: false } });
    if (!('choices' in answer)) throw new Error('a stream');
    expect(answer).toMatchObject({ model: 'text', choices: [{ finishReason: 'stop' }] });
    const { promptTokens = 0, completionTokens = 0 } = answer.usage ?? {};
    expect(await charged()).toBe(cost(promptTokens, completionTokens));
  });

  test('streams a text with its usage', async () => {
    const chatRequest = { ...HELLO, stream: true, streamOptions: { includeUsage: true } } as const;
    const pieces = await clientOf().chat.send({ chatRequest });
    if ('choices' in pieces) throw new Error('no stream');
    let text = '';
    let tokens = 0;
    for await (const { choices, usage } of pieces) {
      text += choices[0]?.delta.content ?? '';
      tokens = usage?.completionTokens ?? tokens;
    }
    expect(text).toMatch(/\w\.$/);
    expect(tokens).toBeGreaterThan(5);
  });

  test('sees the status of an error', async () => {
    const asked = (apiKey: string, model: string) =>
      clientOf(apiKey)
        .chat.send({ chatRequest: { ...HELLO, model, stream: false } })
        .catch((error: unknown) => error);
    expect(await asked('sk-unknown', 'text')).toMatchObject({ statusCode: 401 });
    expect(await asked(key, 'gpt-9')).toMatchObject({ statusCode: 404 });
    const poor = await node.createKey({ credits: 0.001 });
    expect(await asked(poor.key, 'text')).toMatchObject({ statusCode: 402 });
  });
});
