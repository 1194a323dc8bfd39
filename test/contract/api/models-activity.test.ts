/** The models on offer, and what a key has used. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectError, expectSuccess } from '../support/answers.js';
import { type Answer, cleanUp, startTollgate, type TollgateProcess } from '../support/harness.js';
import { microDaOf } from '../support/ledger-audit.js';

let node: TollgateProcess;
let key: string;

beforeAll(async () => {
  node = await startTollgate();
  key = (await node.createKey()).key;
});
afterAll(cleanUp);

const DAY_MS = 86_400_000;
const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

const isOfVideo = (model: object): boolean => 'price_per_second' in model;

describe('the list of models', () => {
  test("has OpenAI's shape, with provider, price and bounds", async () => {
    const answer = await node.call('GET', '/v1/models', { key });
    expectSuccess(answer, 200);
    expect(answer.json.object).toBe('list');
    for (const model of answer.json.data) {
      expect(model).toMatchObject({ object: 'model', provider: 'simulated' });
      if (isOfVideo(model)) {
        expect([model.price_per_second, model.seconds]).toEqual([0.5, { min: 1, max: 60, default: 5 }]);
      } else {
        expect(model.price_per_million).toEqual({ input: 40, output: 120 });
        expect([model.context_tokens, model.output_tokens]).toEqual([8_192, { max: 2_048, default: 512 }]);
      }
      expect(Number.isInteger(model.created)).toBe(true);
      expect(typeof model.owned_by).toBe('string');
    }
    expect(answer.json.data.map(({ id }: { id: string }) => id).sort()).toEqual([
      'sim/chat',
      'sim/chat-flaky',
      'sim/chat-slow',
      'sim/video',
      'sim/video-flaky',
      'sim/video-half',
      'sim/video-instant',
      'sim/video-reject',
      'sim/video-slow',
    ]);
  });

  test('names models that all take a submit', async () => {
    const own = await node.createKey();
    const { data } = (await node.call('GET', '/v1/models', { key: own.key })).json;
    for (const { id } of data.filter(isOfVideo))
      expect((await node.submit(own.key, { model: id })).status).toBe(202);
  });
});

describe('the activity of a key', () => {
  const activity = (by: string, query = '') => node.call('GET', `/v1/activity${query}`, { key: by });

  // A test must begin and end on one day.
  beforeEach(async () => {
    const untilMidnightMs = DAY_MS - (Date.now() % DAY_MS);
    if (untilMidnightMs < 15_000) await new Promise((resolve) => setTimeout(resolve, untilMidnightMs));
  });

  test('is empty for a key that has done nothing, over the last thirty days', async () => {
    const own = await node.createKey();
    const answer = await activity(own.key);
    expectSuccess(answer, 200);
    expect(answer.json).toEqual({ object: 'list', from: dayBefore(29), to: dayBefore(0), data: [] });
  });

  test('counts each settled job once, by day, model and provider, and sums to what was charged', async () => {
    const own = await node.createKey({ credits: 100 });
    const submits = [
      { model: 'sim/video-instant', seconds: 4 },
      { model: 'sim/video-instant', seconds: 1.001 },
      { model: 'sim/video-half', seconds: 3 },
      { model: 'sim/video-reject', seconds: 9 },
      { model: 'sim/video-slow', seconds: 2 },
    ];
    for (const fields of submits) {
      const { json } = await node.submit(own.key, fields);
      if (fields.model !== 'sim/video-slow') await node.settled(own.key, json.id);
    }
    const { json } = await activity(own.key);
    const row = (model: string, requests: number, failed: number, seconds: number, cost: number) => ({
      date: dayBefore(0),
      model,
      provider: 'simulated',
      requests,
      completed: requests - failed,
      failed,
      seconds,
      prompt_tokens: 0,
      completion_tokens: 0,
      cost,
    });
    const byModel = (one: { model: string }, other: { model: string }) =>
      one.model.localeCompare(other.model);
    expect(json.data.sort(byModel)).toEqual([
      row('sim/video-half', 1, 0, 1.5, 0.75),
      row('sim/video-instant', 2, 0, 5.001, 2.5005),
      row('sim/video-reject', 1, 1, 0, 0),
    ]);
    const cost = json.data.reduce((sum: number, each: { cost: number }) => sum + microDaOf(each.cost), 0);
    const credits = (await node.call('GET', '/v1/credits', { key: own.key })).json;
    expect(cost).toBe(microDaOf(credits.total_usage));
    expect(credits.reserved).toBe(1);
  });

  test('is filtered by model, by provider and by day', async () => {
    const own = await node.createKey();
    for (const model of ['sim/video-instant', 'sim/video-half']) {
      const { json } = await node.submit(own.key, { model });
      await node.settled(own.key, json.id);
    }
    const models = (answer: Answer) => answer.json.data.map(({ model }: { model: string }) => model).sort();
    const both = ['sim/video-half', 'sim/video-instant'];
    expect(models(await activity(own.key, '?model=sim/video-half'))).toEqual(['sim/video-half']);
    expect(models(await activity(own.key, '?model=sim%2Fvideo-half'))).toEqual(['sim/video-half']);
    expect(models(await activity(own.key, '?model=sim/nothing'))).toEqual([]);
    expect(models(await activity(own.key, '?provider=simulated'))).toEqual(both);
    expect(models(await activity(own.key, '?provider=other'))).toEqual([]);
    expect(models(await activity(own.key, `?from=${dayBefore(0)}&to=${dayBefore(0)}`))).toEqual(both);
    expect(models(await activity(own.key, `?from=${dayBefore(9)}&to=${dayBefore(2)}`))).toEqual([]);
  });

  test('says which days it covers, both ends included, 366 at most', async () => {
    const { json } = await activity(key, '?from=2024-01-01&to=2024-12-31');
    expect(json).toMatchObject({ from: '2024-01-01', to: '2024-12-31' });
    expectSuccess(await activity(key, '?from=2024-02-29&to=2024-02-29'), 200);
    const answer = await activity(key, '?from=2024-01-01&to=2025-01-01');
    expect(answer.json.error.code).toBe('invalid_request');
  });

  test.each([
    ['from=yesterday', 'from'],
    ['from=2026-13-01', 'from'],
    ['to=2025-02-29', 'to'],
    ['to=2026-1-1', 'to'],
    ['from=1700000000', 'from'],
    ['from=2025-06-02T00:00:00Z', 'from'],
  ])('refuses ?%s and names the parameter', async (query, param) => {
    expectError(await activity(key, `?${query}`), 'invalid_request', { param });
  });

  test('refuses a beginning after its end', async () => {
    const answer = await activity(key, '?from=2025-06-02&to=2025-06-01');
    expectError(answer, 'invalid_request');
    expect(['from', 'to']).toContain(answer.json.error.param);
  });

  test('is that of the calling key alone', async () => {
    const [one, two] = [await node.createKey(), await node.createKey()];
    await node.settled(one.key, (await node.submit(one.key)).json.id);
    expect((await activity(one.key)).json.data.length).toBe(1);
    expect((await activity(two.key)).json.data).toEqual([]);
  });

  test('outlives a restart', async () => {
    const own = await node.createKey();
    await node.settled(own.key, (await node.submit(own.key)).json.id);
    const before = (await activity(own.key)).json;
    const { data } = node;
    await node.stop();
    node = await startTollgate({ data });
    expect((await activity(own.key)).json).toEqual(before);
  });
});
