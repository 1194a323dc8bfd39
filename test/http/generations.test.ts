import { describe, expect, it } from 'vitest';
import { GENERATION } from '../../src/http/schemas/text-responses.js';
import { OPERATOR_KEY } from '../contract/support/client.js';
import { SocketlessGateway } from './socketless-gateway.js';

const MESSAGES = [{ role: 'user', content: 'Hello there' }];

async function started(generations = 'true') {
  const gateway = await SocketlessGateway.start({ args: ['--generations', generations] });
  const first = await gateway.createKey({ credits: 10 });
  const chat = (fields: Record<string, unknown> = {}) =>
    gateway.call('POST', '/v1/chat/completions', {
      key: first.key,
      json: { model: 'sim/chat', messages: MESSAGES, ...fields },
    });
  const look = (id: string | undefined, key = first.key) =>
    gateway.call('GET', `/v1/generations/${id}`, { key });
  return { gateway, first, chat, look };
}

describe('GET /v1/generations/{id}', () => {
  it('is there as soon as the client has read the answer, flat, with tokens, cost and times', async () => {
    const { gateway, chat, look } = await started();
    const whole = await chat();
    const { status, json } = await look(whole.json.id);
    expect([status, Object.keys(json)]).toEqual([200, Object.keys(GENERATION.shape)]);
    const { prompt_tokens, completion_tokens } = whole.json.usage;
    expect(json).toMatchObject({
      id: whole.json.id,
      object: 'generation',
      model: 'sim/chat',
      provider: 'simulated',
      created_at: whole.json.created,
      status: 'completed',
      finish_reason: 'stop',
      streamed: false,
      prompt_tokens,
      completion_tokens,
      estimated: false,
      cost: (prompt_tokens * 40 + completion_tokens * 120) / 1e6,
    });
    const streamed = await chat({ stream: true });
    const after = await look(streamed.headers['x-generation-id']);
    const { id: _, created_at: __, latency_ms: ___, ...same } = json;
    expect(after.json).toMatchObject({ ...same, streamed: true, first_token_ms: 150 });
    expect(after.json.latency_ms).toBeGreaterThan(after.json.first_token_ms);
    await gateway.pause(1_000);
    expect((await look(whole.json.id)).json).toEqual(json);
  });

  it('tells a text that failed at no cost, whose times nobody knows', async () => {
    const { chat, look } = await started();
    let failed = await chat({ model: 'sim/chat-flaky' });
    for (let tries = 0; failed.status < 500 && tries < 100; tries++)
      failed = await chat({ model: 'sim/chat-flaky' });
    const { json } = await look(failed.headers['x-request-id']);
    expect(GENERATION.parse(json)).toMatchObject({
      status: 'failed',
      finish_reason: null,
      prompt_tokens: 0,
      estimated: false,
      cost: 0,
      latency_ms: null,
    });
  });

  it('is for any key of the account, and for no other one', async () => {
    const { gateway, chat, look } = await started();
    const { id } = (await chat()).json;
    const { key: second } = await gateway.createKey();
    expect((await look(id, second)).json.id).toBe(id);
    const other = await gateway.createAccount();
    const { key: strangers } = await gateway.createKey({ account: other.id });
    const [theirs, none] = [await look(id, strangers), await look(`req_${'0'.repeat(28)}`, strangers)];
    expect([theirs.status, theirs.json.error.message]).toEqual([404, none.json.error.message]);
    expect((await look('req_1', second)).status).toBe(404);
  });

  it('says that a text is under way while its answer has not ended', async () => {
    const { gateway, first, look } = await started();
    const json = { model: 'sim/chat-slow', messages: MESSAGES, stream: true };
    const fields = [
      ['authorization', `Bearer ${first.key}`],
      ['content-type', 'application/json'],
    ] as const;
    const body = Buffer.from(JSON.stringify(json));
    const length = [['content-length', String(body.length)]] as const;
    const request = {
      method: 'POST',
      path: '/v1/chat/completions',
      query: '',
      fields: [...fields, ...length],
    };
    const exchange = await gateway.send(request, body);
    await gateway.pause(5_000);
    const { status, json: answer } = await look(exchange.headers['x-generation-id']);
    expect([status, answer.error.code]).toEqual([409, 'not_ready']);
  });

  it('is a path that does not exist unless the configuration asks for it', async () => {
    const { gateway, first, chat, look } = await started('false');
    const { id } = (await chat()).json;
    const unknown = await gateway.call('GET', '/v1/nowhere', { key: first.key });
    const looked = await look(id);
    expect([looked.status, looked.json.error.message]).toEqual([404, unknown.json.error.message]);
    const posted = await gateway.call('POST', `/v1/generations/${id}`, { key: first.key, json: {} });
    expect([posted.status, posted.json.error.code]).toEqual([404, 'not_found']);
    expect((await gateway.call('GET', '/openapi.json')).text).not.toContain('/v1/generations');
  });
});

describe('a generation', () => {
  it('is named by the entries of the ledger that it moved', async () => {
    const { gateway, first, chat } = await started();
    const { id } = (await chat()).json;
    const { json } = await gateway.call('GET', `/api/keys/${first.id}/ledger`, { key: OPERATOR_KEY });
    const entries = json.data as { type: string; generation_id?: string; job_id?: string }[];
    expect(entries.map(({ type, generation_id, job_id }) => [type, generation_id, job_id])).toEqual([
      ['release', id, undefined],
      ['charge', id, undefined],
      ['reserve', id, undefined],
      ['credit', undefined, undefined],
    ]);
  });

  it('is counted by the metrics, with its tokens and the time to its first one', async () => {
    const { gateway, chat } = await started();
    const { usage } = (await chat({ stream: false })).json;
    await chat({ stream: true });
    const { text } = await gateway.call('GET', '/metrics');
    const value = (name: string) =>
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1];
    expect([
      value('tollgate_generations{state="completed"}'),
      value('tollgate_generations{state="open"}'),
      value('tollgate_generations_accepted_total'),
      value('tollgate_generations_ended_total{outcome="completed"}'),
      value('tollgate_generations_estimated_total'),
      value('tollgate_generations_beyond_reserve_total'),
      value('tollgate_tokens_total{kind="prompt"}'),
      value('tollgate_tokens_total{kind="completion"}'),
      value('tollgate_first_token_seconds_count{provider="simulated",model="sim/chat"}'),
    ]).toEqual([
      '2',
      '0',
      '2',
      '2',
      '0',
      '0',
      ...[usage.prompt_tokens, usage.completion_tokens].map((n) => String(2 * n)),
      '2',
    ]);
  });
});

describe('GET /v1/models', () => {
  it('lists the models of text behind those of video, with prices for a million tokens and their bounds', async () => {
    const { gateway, first } = await started();
    const { json } = await gateway.call('GET', '/v1/models', { key: first.key });
    const models = json.data as Record<string, unknown>[];
    const isText = models.map((model) => 'price_per_million' in model);
    expect(isText).toEqual([...isText].sort());
    expect(models.find(({ id }) => id === 'sim/chat')).toEqual({
      id: 'sim/chat',
      object: 'model',
      created: expect.any(Number),
      owned_by: 'simulated',
      provider: 'simulated',
      price_per_million: { input: 40, output: 120 },
      context_tokens: 8_192,
      output_tokens: { max: 2_048, default: 512 },
    });
  });
});
