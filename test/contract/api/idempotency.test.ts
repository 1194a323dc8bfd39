/** The Idempotency-Key of a submit: the same request again is the same job. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectError, expectSuccess } from '../support/answers.js';
import {
  type Answer,
  cleanUp,
  OPERATOR_KEY,
  startTollgate,
  type TollgateProcess,
} from '../support/harness.js';
import { auditKey, expectSettledOnce } from '../support/ledger-audit.js';
import { multipartBody } from '../support/multipart-body.js';
import { rawCall } from '../support/raw-http.js';

let node: TollgateProcess;
let own: { key: string; id: string };
let made = 0;

beforeAll(async () => {
  node = await startTollgate();
  own = await node.createKey({ credits: 10_000 });
});
afterAll(cleanUp);

const freshName = () => `request ${++made}`;

const submit = (name: string, fields: Record<string, unknown> = {}, key = own.key) =>
  node.submit(key, fields, { 'idempotency-key': name });

function expectReplay(answer: Answer, first: Answer): void {
  expectSuccess(answer, 202);
  expect(answer.headers['idempotent-replayed']).toBe('true');
  expect(answer.json).toEqual(first.json);
  expect(answer.headers.location).toBe(first.headers.location);
}

const credits = async (key: string) => (await node.call('GET', '/v1/credits', { key })).json;

describe('the same request again', () => {
  test('is answered with the same job, marked as a replay, and reserves nothing', async () => {
    const key = await node.createKey({ credits: 10 });
    const name = freshName();
    const first = await submit(name, { model: 'sim/video-slow' }, key.key);
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    for (let again = 0; again < 3; again++) {
      const replay = await submit(name, { model: 'sim/video-slow' }, key.key);
      expectReplay(replay, first);
      expect(replay.headers['x-balance-available']).toBe('7500000');
    }
    expect(await credits(key.key)).toMatchObject({ balance: 7.5, reserved: 2.5 });
    expect((await node.call('GET', '/v1/videos', { key: key.key })).json.data.length).toBe(1);
  });

  test('has fresh header fields: its own request id, its own count, the balance of now', async () => {
    const key = await node.createKey({ credits: 10 });
    const name = freshName();
    const first = await submit(name, {}, key.key);
    await node.settled(key.key, first.json.id);
    await submit(freshName(), { seconds: 1, model: 'sim/video-slow' }, key.key);
    const replay = await submit(name, {}, key.key);
    expectReplay(replay, first);
    expect(replay.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    expect(replay.headers['x-balance-available']).toBe('7000000');
    const remaining = (answer: Answer) => Number(answer.headers['x-ratelimit-remaining-rpm']);
    expect(remaining(replay)).toBeLessThan(remaining(first));
  });

  test('is the same job also once it is settled, completed or failed', async () => {
    for (const model of ['sim/video-instant', 'sim/video-reject']) {
      const name = freshName();
      const first = await submit(name, { model });
      await node.settled(own.key, first.json.id);
      expectReplay(await submit(name, { model }), first);
    }
  });

  test('is a replay also where the key could not pay for another', async () => {
    const key = await node.createKey({ credits: 2.5 });
    const name = freshName();
    const first = await submit(name, {}, key.key);
    await node.settled(key.key, first.json.id);
    expectError(await node.submit(key.key), 'insufficient_credits');
    expectReplay(await submit(name, {}, key.key), first);
  });

  test('builds its polling_url for the request that asks', async () => {
    const name = freshName();
    const first = await submit(name);
    const replay = await node.submit(own.key, {}, { 'idempotency-key': name, host: 'other.test' });
    expect(replay.json).toEqual({
      ...first.json,
      polling_url: `http://other.test/v1/videos/${first.json.id}`,
    });
  });

  test('a hundred times at once makes one job', async () => {
    const key = await node.createKey({ credits: 1_000 });
    const name = freshName();
    const answers = await Promise.all(Array.from({ length: 100 }, () => submit(name, {}, key.key)));
    const accepted = answers.filter(({ status }) => status === 202);
    expect(accepted.length).toBeGreaterThan(0);
    for (const answer of answers.filter(({ status }) => status !== 202)) {
      expectError(answer, 'idempotency_key_in_use');
    }
    expect(new Set(accepted.map(({ json }) => json.id)).size).toBe(1);
    expect(accepted.filter(({ headers }) => headers['idempotent-replayed'] === undefined).length).toBe(1);
    await node.settled(key.key, accepted[0]?.json.id);
    const audit = await auditKey(node, key);
    expect(audit.jobs.size).toBe(1);
    expectSettledOnce(audit);
  });
});

describe('two requests are the same', () => {
  const BASE = { model: 'sim/video-instant', prompt: 'a lighthouse in the rain' };
  const raw = (name: string, body: string | Uint8Array, contentType = 'application/json') =>
    node.call('POST', '/v1/videos', {
      key: own.key,
      body,
      headers: { 'content-type': contentType, 'idempotency-key': name },
    });

  test.each([
    ['8 and "8"', { ...BASE, seconds: 8 }, { ...BASE, seconds: '8' }],
    ['"8" and 8', { ...BASE, seconds: '8' }, { ...BASE, seconds: 8 }],
    ['1.5 and "1.500"', { ...BASE, seconds: 1.5 }, { ...BASE, seconds: '1.500' }],
    ['fields in another order', { ...BASE, size: 'x', n: 1 }, { n: 1, size: 'x', ...BASE }],
    ['objects in another order', { ...BASE, o: { a: 1, b: [2] } }, { ...BASE, o: { b: [2], a: 1 } }],
  ])('with %s', async (_what, one, other) => {
    const name = freshName();
    const first = await raw(name, JSON.stringify(one));
    expectReplay(await raw(name, JSON.stringify(other)), first);
  });

  test('with other white space and escapes in the JSON', async () => {
    const name = freshName();
    const first = await raw(name, JSON.stringify({ ...BASE, seconds: 8 }));
    const spaced = `\n{ "seconds" : 8.0 ,"prompt":"\\u0061 lighthouse in the rain", "model" :"sim\\/video-instant"}`;
    expectReplay(await raw(name, spaced), first);
  });

  test('as JSON and as multipart/form-data, and the other way round', async () => {
    const json = JSON.stringify({ ...BASE, seconds: 8, size: '1280x720' });
    const { body, contentType } = multipartBody([
      ['size', '1280x720'],
      ['seconds', '8'],
      ...Object.entries(BASE),
    ]);
    const [one, two] = [freshName(), freshName()];
    const first = await raw(one, json);
    expectReplay(await raw(one, body, contentType), first);
    const second = await raw(two, body, contentType);
    expectReplay(await raw(two, json), second);
  });

  test('with the Idempotency-Key bare and in quotes', async () => {
    const name = `bare-${freshName().replace(' ', '-')}`;
    const first = await submit(name);
    expectReplay(await submit(`"${name}"`), first);
  });
});

describe('the Idempotency-Key of another request', () => {
  test.each([
    ['another prompt', { prompt: 'another' }],
    ['another model', { model: 'sim/video-half' }],
    ['other seconds', { seconds: 9 }],
    ['a further field', { size: '1280x720' }],
    ['a model that is not on offer', { model: 'sim/nothing' }],
    ['seconds beyond the model', { seconds: 60.5 }],
  ])('with %s is refused with 422 and moves no money', async (_what, fields) => {
    const key = await node.createKey({ credits: 10 });
    const name = freshName();
    await submit(name, { model: 'sim/video-slow', seconds: 8 }, key.key);
    const before = await credits(key.key);
    const base = { model: 'sim/video-slow', seconds: 8 };
    expectError(await submit(name, { ...base, ...fields }, key.key), 'idempotency_key_reused');
    expect(await credits(key.key)).toEqual(before);
  });

  test('is another key where only case or white space inside differs', async () => {
    const first = await submit('Case-1');
    const second = await submit('case-1');
    expect(second.json.id).not.toBe(first.json.id);
    expect((await submit('in side')).json.id).not.toBe((await submit('in  side')).json.id);
  });

  test('belongs to the API key that sent it: another API key may use it too', async () => {
    const sibling = await node.createKey();
    const name = freshName();
    const first = await submit(name);
    const theirs = await submit(name, { prompt: 'something else' }, sibling.key);
    expectSuccess(theirs, 202);
    expect(theirs.json.id).not.toBe(first.json.id);
    expect(theirs.headers['idempotent-replayed']).toBeUndefined();
    expectReplay(await submit(name), first);
  });
});

describe('only an accepted submit is remembered', () => {
  test('a refusal for want of credit is not: the same request goes through once there is credit', async () => {
    const poor = await node.createKey({ credits: 0 });
    const name = freshName();
    expectError(await submit(name, {}, poor.key), 'insufficient_credits');
    await node.call('POST', `/api/keys/${poor.id}/credits`, {
      key: OPERATOR_KEY,
      json: { amount: 5, reference: `for ${name}` },
    });
    const answer = await submit(name, {}, poor.key);
    expectSuccess(answer, 202);
    expect(answer.headers['idempotent-replayed']).toBeUndefined();
    expectReplay(await submit(name, {}, poor.key), answer);
  });

  test.each([
    ['a bad field', { seconds: 'many' }, 'invalid_request'],
    ['an unknown model', { model: 'sim/nothing' }, 'model_not_found'],
    ['seconds beyond the model', { seconds: 61 }, 'invalid_request'],
  ] as const)('a refusal for %s is not: the key is free for the corrected request', async (_w, bad, code) => {
    const name = freshName();
    expectError(await submit(name, bad), code);
    const answer = await submit(name);
    expectSuccess(answer, 202);
    expect(answer.headers['idempotent-replayed']).toBeUndefined();
  });
});

describe('the header field itself', () => {
  test.each([
    ['1 character', 'k'],
    ['255 characters', 'k'.repeat(255)],
    ['marks of every kind', "!#$%&'()*+,-./:;<=>?@[]^_`{|}~"],
    ['a space inside', 'a b'],
  ])('takes %s', async (_what, name) => {
    const first = await submit(name);
    expectSuccess(first, 202);
    expectReplay(await submit(name), first);
  });

  test.each([
    ['256 characters', 'k'.repeat(256)],
    ['256 characters in quotes', `"${'k'.repeat(256)}"`],
    ['a tab inside', 'a\tb'],
    ['letters beyond ASCII', 'schl\u00fcssel'],
    ['a quote that does not end', '"abc'],
    ['nothing in quotes', '""'],
  ])('refuses %s with 400 and names the field', async (_what, name) => {
    const answer = await rawCall(node.port, {
      method: 'POST',
      target: '/v1/videos',
      headers: [
        ['Authorization', `Bearer ${own.key}`],
        ['Content-Type', 'application/json'],
        ['Idempotency-Key', name],
      ],
      body: JSON.stringify({ model: 'sim/video-instant', prompt: 'x' }),
    });
    if (answer === undefined) throw new Error('the connection was closed without an answer');
    expectError(answer, 'invalid_request');
    expect(answer.json.error.param.toLowerCase()).toBe('idempotency-key');
  });
});

test('what was accepted is remembered after a restart and after kill -9', async () => {
  const { data } = node;
  const key = await node.createKey({ credits: 10 });
  const name = freshName();
  const first = await submit(name, { model: 'sim/video-half', seconds: 4 }, key.key);
  const { polling_url: _, ...job } = first.json;
  for (const end of ['stop', 'kill'] as const) {
    await node[end]();
    node = await startTollgate({ data });
    const replay = await submit(name, { model: 'sim/video-half', seconds: '4' }, key.key);
    expectSuccess(replay, 202);
    expect(replay.headers['idempotent-replayed']).toBe('true');
    expect(replay.json).toMatchObject(job);
    expectError(await submit(name, { seconds: 4 }, key.key), 'idempotency_key_reused');
  }
  await node.settled(key.key, first.json.id);
  const audit = await auditKey(node, key);
  expect(audit.jobs.size).toBe(1);
  expectSettledOnce(audit);
});
