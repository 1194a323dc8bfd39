/** Texts of the simulated provider over real HTTP, and what is left of them on disk. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectError, expectSuccess } from '../support/answers.js';
import { cleanUp, freshFolder, startTollgate, type TollgateProcess } from '../support/harness.js';

const GENERATIONS = ['--generations', 'true'];
/** DA for a token of a prompt, and of a text. */
const [INPUT, OUTPUT] = [40e-6, 120e-6];

let data: string;
let node: TollgateProcess;

beforeAll(async () => {
  data = `${await freshFolder()}/data`;
  node = await startTollgate({ data, args: GENERATIONS });
});
afterAll(cleanUp);

function chat(key: string, fields: Record<string, unknown> = {}, at = node) {
  const json = {
    model: 'sim/chat',
    messages: [{ role: 'user', content: 'Hello' }],
    max_tokens: 8,
    ...fields,
  };
  return at.call('POST', '/v1/chat/completions', { key, json });
}

const look = (key: string, id: string | undefined) => node.call('GET', `/v1/generations/${id}`, { key });

/** Begins a stream and leaves it open; resolves with the id of its generation once it has begun. */
async function openStream(key: string): Promise<string> {
  const json = { model: 'sim/chat-slow', messages: [{ role: 'user', content: 'Hello' }], stream: true };
  const { headers } = await fetch(`${node.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(json),
  });
  return headers.get('x-generation-id') ?? '';
}

describe('a text', () => {
  test('is charged by its tokens, and looked up by its id as soon as it is read', async () => {
    const { key } = await node.createKey({ credits: 1 });
    const answer = await chat(key);
    expectSuccess(answer, 200);
    const { prompt_tokens, completion_tokens } = answer.json.usage;
    const cost = Number((prompt_tokens * INPUT + completion_tokens * OUTPUT).toFixed(6));
    expect((await look(key, answer.json.id)).json).toMatchObject({
      status: 'completed',
      finish_reason: 'length',
      prompt_tokens,
      completion_tokens,
      estimated: false,
      cost,
    });
    const credits = (await node.call('GET', '/v1/credits', { key })).json;
    expect([credits.total_usage, credits.reserved, credits.balance]).toEqual([
      cost,
      0,
      Number((1 - cost).toFixed(6)),
    ]);
  });

  test('comes as events that end with [DONE], and is the same text', async () => {
    const { key } = await node.createKey();
    const whole = (await chat(key)).json.choices[0].message.content;
    const { headers, text } = await chat(key, { stream: true });
    expect(headers['content-type']).toMatch(/^text\/event-stream/);
    const events = text
      .trimEnd()
      .split('\n\n')
      .map((event) => event.replace(/^data: /, ''));
    expect(events.pop()).toBe('[DONE]');
    const deltas = events.map((event) => JSON.parse(event).choices[0].delta.content ?? '');
    expect(deltas.join('')).toBe(whole);
    expect((await look(key, headers['x-generation-id'])).json).toMatchObject({
      status: 'completed',
      streamed: true,
    });
  });

  test('is refused if the balance does not hold the most that it can cost', async () => {
    const { key } = await node.createKey({ credits: 0.001 });
    expectError(await chat(key, { max_tokens: 2_000 }), 'insufficient_credits');
  });

  test('is interrupted and free if the node is killed meanwhile', async () => {
    const { key } = await node.createKey({ credits: 1 });
    const id = await openStream(key);
    expectError(await look(key, id), 'not_ready');
    await node.kill();
    node = await startTollgate({ data, args: GENERATIONS });
    await expect.poll(async () => (await look(key, id)).status).toBe(200);
    expect((await look(key, id)).json).toMatchObject({ status: 'interrupted', cost: 0, prompt_tokens: 0 });
    expect((await node.call('GET', '/v1/credits', { key })).json).toMatchObject({ balance: 1, reserved: 0 });
  });
});
