import { beforeEach, describe, expect, it } from 'vitest';
import { OPERATOR_KEY } from '../contract/support/client.js';
import { SocketlessGateway } from './socketless-gateway.js';

let gateway: SocketlessGateway;
let key: string;

async function newKey(credits: number): Promise<string> {
  const made = await gateway.call('POST', '/api/keys', { key: OPERATOR_KEY, json: { credits } });
  return (made.json as { key: string }).key;
}

function chat(fields: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
  const json = { model: 'sim/chat', messages: [{ role: 'user', content: 'Hello there' }], ...fields };
  return gateway.call('POST', '/v1/chat/completions', { key, json, headers });
}

function eventsOf(text: string): unknown[] {
  const data = text.split('\n\n').filter((event) => event.startsWith('data: '));
  return data.map((event) => (event === 'data: [DONE]' ? 'done' : JSON.parse(event.slice(6))));
}

async function balance(): Promise<number> {
  const { json } = await gateway.call('GET', '/v1/credits', { key });
  return (json as { balance: number }).balance;
}

beforeEach(async () => {
  gateway = await SocketlessGateway.start();
  key = await newKey(10);
});

describe('POST /v1/chat/completions', () => {
  it('answers with the text, its usage and the id of the generation, and charges the tokens', async () => {
    const { status, json, headers } = await chat();
    expect(status).toBe(200);
    const answer = json as { id: string; usage: Record<string, number>; choices: unknown[] };
    expect(answer).toMatchObject({
      object: 'chat.completion',
      model: 'sim/chat',
      choices: [{ index: 0, message: { role: 'assistant' }, finish_reason: 'stop' }],
    });
    expect(headers['x-generation-id']).toBe(answer.id);
    expect(headers['x-request-id']).toBe(answer.id);
    const { prompt_tokens: prompt = 0, completion_tokens: completion = 0 } = answer.usage;
    expect(prompt).toBe(6);
    const cost = (prompt * 40 + completion * 120) / 1e6;
    expect(await balance()).toBeCloseTo(10 - cost, 9);
    const activity = await gateway.call('GET', '/v1/activity', { key });
    expect(activity.json).toMatchObject({
      data: [{ model: 'sim/chat', prompt_tokens: prompt, completion_tokens: completion, cost }],
    });
  });

  it('streams the same text, with usage if that is asked for, and [DONE]', async () => {
    const whole = (await chat()).json as { choices: [{ message: { content: string } }] };
    const { status, text, headers } = await chat({ stream: true, stream_options: { include_usage: true } });
    expect([status, headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8']);
    const events = eventsOf(text) as {
      choices: { delta: { content?: string }; finish_reason: string | null }[];
      usage?: unknown;
    }[];
    expect(events.at(-1)).toBe('done');
    expect(events.at(-2)).toMatchObject({ choices: [], usage: { prompt_tokens: 6 } });
    expect(events.at(-3)).toMatchObject({ choices: [{ finish_reason: 'stop' }] });
    const content = events.slice(0, -2).map(({ choices }) => choices[0]?.delta.content ?? '');
    expect(content.join('')).toBe(whole.choices[0].message.content);
    const without = eventsOf((await chat({ stream: true })).text);
    expect(
      without.filter((event) => typeof event === 'object' && event !== null && 'usage' in event),
    ).toEqual([]);
  });

  it('stops at the cap, and reserves no more than that costs', async () => {
    key = await newKey(0.05);
    expect((await chat({ max_tokens: 2_000 })).json).toMatchObject({
      error: { code: 'insufficient_credits' },
    });
    const { json } = await chat({ max_completion_tokens: 3 });
    expect(json).toMatchObject({
      choices: [{ finish_reason: 'length' }],
      usage: { completion_tokens: 3 },
    });
  });

  it.each([
    [{ model: 'no/such' }, 'model_not_found', 'model'],
    [{ max_tokens: 2_049 }, 'invalid_request', 'max_tokens'],
    [{ max_completion_tokens: 0 }, 'invalid_request', 'max_completion_tokens'],
    [{ max_tokens: 1, max_completion_tokens: 2 }, 'invalid_request', 'max_tokens'],
    [{ n: 2 }, 'invalid_request', 'n'],
    [{ messages: [] }, 'invalid_request', 'messages'],
    [{ messages: [{ role: 'nobody', content: '' }] }, 'invalid_request', 'messages.0.role'],
    [{ service_tier: 'flex' }, 'invalid_request', 'service_tier'],
  ])('refuses %o', async (fields, code, param) => {
    const { json } = await chat(fields);
    expect(json).toMatchObject({ error: { code, param } });
    expect(await balance()).toBe(10);
  });

  it('refuses a repeated Idempotency-Key, and names the generation', async () => {
    const headers = { 'idempotency-key': 'once' };
    const { id } = (await chat({}, headers)).json as { id: string };
    const again = await chat({}, headers);
    expect(again.status).toBe(422);
    expect(again.json).toMatchObject({ error: { code: 'idempotency_key_reused' } });
    expect(again.text).toContain(id);
  });
});
