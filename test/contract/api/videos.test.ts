/** Video jobs: submitting, polling, listing. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { someOf } from '../../test-set.js';
import { describeSubmitFields } from '../cases/submit-fields.js';
import { expectApiHeaders, expectError, expectSuccess } from '../support/answers.js';
import {
  type Answer,
  cleanUp,
  OPERATOR_KEY,
  startTollgate,
  type TollgateProcess,
} from '../support/harness.js';
import { auditKey, expectSettledOnce, wholeList } from '../support/ledger-audit.js';
import { multipartBody } from '../support/multipart-body.js';

const PROMPT = 'a lighthouse in the rain';

let node: TollgateProcess;
let key: { key: string; id: string; account: string };

beforeAll(async () => {
  node = await startTollgate();
  key = await node.createKey({ credits: 100_000 });
});
afterAll(cleanUp);

const poll = (id: string, by = key.key) => node.call('GET', `/v1/videos/${id}`, { key: by });

describe('a submit', () => {
  test('answers 202 with Location and exactly the documented fields', async () => {
    const before = Math.floor(Date.now() / 1_000);
    const answer = await node.submit(key.key);
    expectSuccess(answer, 202);
    const { id, object, status, model, polling_url, created_at, ...others } = answer.json;
    expect(others).toEqual({});
    expect(typeof id).toBe('string');
    expect({ object, status, model }).toEqual({
      object: 'video',
      status: 'pending',
      model: 'sim/video-instant',
    });
    expect(polling_url).toBe(`${node.url}/v1/videos/${id}`);
    expect(new URL(answer.headers.location ?? '', node.url).href).toBe(polling_url);
    expect(Number.isInteger(created_at)).toBe(true);
    expect(created_at).toBeGreaterThanOrEqual(before - 1);
    expect(created_at).toBeLessThanOrEqual(Date.now() / 1_000 + 1);
    expect(answer.headers['idempotent-replayed']).toBeUndefined();
  });

  test('reserves price times seconds, and shows the balance after it', async () => {
    const own = await node.createKey({ credits: 10 });
    const answer = await node.submit(own.key, { model: 'sim/video-slow', seconds: 3 });
    expect(answer.headers['x-balance-available']).toBe('8500000');
    const credits = (await node.call('GET', '/v1/credits', { key: own.key })).json;
    expect(credits).toMatchObject({ balance: 8.5, reserved: 1.5, total_usage: 0 });
  });

  test('has a polling_url that can be followed as it is', async () => {
    const { json } = await node.submit(key.key);
    const answer = await node.call('GET', json.polling_url, { key: key.key });
    expectSuccess(answer, 200);
    expect(answer.json.id).toBe(json.id);
  });

  test('builds polling_url from the Host of the request', async () => {
    const answer = await node.submit(key.key, {}, { host: 'gateway.test:8443' });
    expect(answer.json.polling_url).toBe(`http://gateway.test:8443/v1/videos/${answer.json.id}`);
  });

  test('believes no forwarded host or scheme of a peer that is no trusted proxy', async () => {
    const answer = await node.submit(key.key, {}, FORWARDED);
    expect(answer.json.polling_url).toBe(`${node.url}/v1/videos/${answer.json.id}`);
  });

  test('takes fields that it does not know', async () => {
    const answer = await node.submit(key.key, { size: '1280x720', n: 4, nested: { deep: [1, null] } });
    expectSuccess(answer, 202);
    const settled = await node.settled(key.key, answer.json.id);
    expect(settled.json).toMatchObject({ seconds: 5, output_seconds: 5, cost: 2.5 });
  });

  test('lets no field that it does not know decide the cost', async () => {
    const tricks = {
      length: 60,
      cost: 0,
      price_per_second: 0,
      n: 10,
      output_seconds: 1,
      status: 'completed',
    };
    const { json } = await node.submit(key.key, { seconds: 2, ...tricks });
    const settled = await node.settled(key.key, json.id);
    expect(settled.json).toMatchObject({ seconds: 2, output_seconds: 2, cost: 1 });
  });

  test.each([
    ['a letter', 'x'],
    ['10,000 characters', 'x'.repeat(10_000)],
    ['10,000 characters of four bytes each', '🦊'.repeat(10_000)],
    ['what looks like markup', '<script>alert("1")</script> \\ \u2028 \t\n'],
  ])('takes a prompt of %s', async (_name, prompt) => {
    expectSuccess(await node.submit(key.key, { prompt }), 202);
  });
});

const FORWARDED = {
  'x-forwarded-for': '203.0.113.9',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'api.example.com',
};

describe('the base of links', () => {
  test('is as a trusted proxy forwarded it', async () => {
    const proxied = await startTollgate({ args: ['--trusted-proxies', '127.0.0.1/32'] });
    const { key: own } = await proxied.createKey();
    const answer = await proxied.submit(own, {}, FORWARDED);
    expect(answer.json.polling_url).toBe(`https://api.example.com/v1/videos/${answer.json.id}`);
    const direct = await proxied.submit(own);
    expect(direct.json.polling_url).toBe(`${proxied.url}/v1/videos/${direct.json.id}`);
    await proxied.stop();
  });

  test('is the configured public URL before all else', async () => {
    const args = ['--public-url', 'https://video.example.org/', '--trusted-proxies', '127.0.0.0/8'];
    const named = await startTollgate({ args });
    const { key: own } = await named.createKey();
    const answer = await named.submit(own, {}, FORWARDED);
    expect(answer.json.polling_url).toBe(`https://video.example.org/v1/videos/${answer.json.id}`);
    const settled = await named.settled(own, answer.json.id);
    expect(settled.json.url).toMatch(/^https:\/\/video\.example\.org\//);
    await named.stop();
  });
});

describeSubmitFields(async () => node, someOf);

describe('a submit as multipart/form-data', () => {
  const submitParts = (
    fields: readonly (readonly [string, string])[],
    boundary?: string,
    quoted = false,
  ): Promise<Answer> => {
    const { body, contentType } = multipartBody(fields, boundary, quoted);
    return node.call('POST', '/v1/videos', { key: key.key, body, headers: { 'content-type': contentType } });
  };

  test('is the same submit, with seconds as text', async () => {
    const answer = await submitParts([
      ['model', 'sim/video-instant'],
      ['prompt', 'ein Leuchtturm im Regen ☔'],
      ['seconds', '8'],
      ['size', '1280x720'],
    ]);
    expectSuccess(answer, 202);
    expect((await node.settled(key.key, answer.json.id)).json.seconds).toBe(8);
  });

  test('may quote its boundary', async () => {
    const parts = [
      ['model', 'sim/video-instant'],
      ['prompt', PROMPT],
    ] as const;
    expectSuccess(await submitParts(parts, 'a boundary', true), 202);
  });

  test.each([
    ['no prompt', [['model', 'sim/video-instant']], 'prompt'],
    [
      'a blank prompt',
      [
        ['model', 'sim/video-instant'],
        ['prompt', '  '],
      ],
      'prompt',
    ],
    [
      'bad seconds',
      [
        ['model', 'sim/video-instant'],
        ['prompt', 'x'],
        ['seconds', 'many'],
      ],
      'seconds',
    ],
  ] as const)('with %s is refused and names the field', async (_why, parts, param) => {
    expectError(await submitParts(parts), 'invalid_request', { param });
  });

  test('that breaks off is refused', async () => {
    const { body, contentType } = multipartBody([
      ['model', 'sim/video-instant'],
      ['prompt', PROMPT],
    ]);
    const answer = await node.call('POST', '/v1/videos', {
      key: key.key,
      body: body.subarray(0, body.length - 20),
      headers: { 'content-type': contentType },
    });
    expect(answer.status, answer.text).toBe(400);
    expect(['invalid_json', 'invalid_request']).toContain(answer.json.error.code);
  });

  test('without a boundary is refused', async () => {
    const { body } = multipartBody([['model', 'sim/video-instant']]);
    const headers = { 'content-type': 'multipart/form-data' };
    const answer = await node.call('POST', '/v1/videos', { key: key.key, body, headers });
    expect([400, 415]).toContain(answer.status);
    expectApiHeaders(answer);
  });

  test('with a field that pollutes nothing', async () => {
    const answer = await submitParts([
      ['__proto__', 'polluted'],
      ['constructor', 'polluted'],
      ['model', 'sim/video-instant'],
      ['prompt', PROMPT],
    ]);
    expectSuccess(answer, 202);
    expectError(await node.call('POST', '/v1/videos', { key: key.key, json: {} }), 'invalid_request');
  });
});

const COMMON = ['created_at', 'id', 'model', 'object', 'seconds', 'status'];

/** The whole shape of a polled job in the state it is in. */
function expectJob(answer: Answer): void {
  expectSuccess(answer, 200);
  const { json } = answer;
  for (const value of Object.values(json)) expect(typeof value, 'flat').not.toBe('object');
  const { progress, ...rest } = json;
  if (progress !== undefined) {
    expect(Number.isInteger(progress)).toBe(true);
    expect(progress).toBeGreaterThanOrEqual(0);
    expect(progress).toBeLessThanOrEqual(100);
  }
  const fields = Object.keys(rest).sort();
  if (json.status === 'completed') {
    expect(fields).toEqual([...COMMON, 'completed_at', 'cost', 'output_seconds', 'url'].sort());
    expect(new URL(json.url).protocol).toBe('http:');
  } else if (json.status === 'failed') {
    expect(fields).toEqual([...COMMON, 'completed_at', 'cost', 'error', 'error_message'].sort());
    expect(json.error).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(json.error_message.length).toBeGreaterThan(5);
    expect(json.cost).toBe(0);
  } else {
    expect(['pending', 'in_progress']).toContain(json.status);
    expect(fields).toEqual([...COMMON, 'poll_after'].sort());
    expect(json.poll_after).toBeGreaterThan(0);
    expect(json.poll_after).toBeLessThanOrEqual(60);
  }
}

describe('a poll', () => {
  test('of sim/video goes from pending by in_progress to completed, and never back', async () => {
    const { json } = await node.submit(key.key, { model: 'sim/video', seconds: 4 });
    const seen: Answer['json'][] = [];
    while (seen.at(-1)?.status !== 'completed') {
      const answer = await poll(json.id);
      expectJob(answer);
      seen.push(answer.json);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const ORDER = ['pending', 'in_progress', 'completed'];
    const order = seen.map(({ status }) => ORDER.indexOf(status));
    expect(order).toEqual([...order].sort((a, b) => a - b));
    const progress = seen.map((each) => each.progress).filter((each) => each !== undefined);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(seen.at(-1)).toMatchObject({ seconds: 4, output_seconds: 4, cost: 2, model: 'sim/video' });
  });

  test('of a client that waits poll_after each time finds the job settled after a few', async () => {
    const { json } = await node.submit(key.key, { model: 'sim/video' });
    let polls = 0;
    for (let status = 'pending'; status !== 'completed'; polls++) {
      const answer = await poll(json.id);
      status = answer.json.status;
      if (status !== 'completed') {
        await new Promise((resolve) => setTimeout(resolve, answer.json.poll_after * 1_000));
      }
    }
    expect(polls).toBeLessThanOrEqual(15);
  });

  test('of sim/video-half shows and charges half of what was asked for', async () => {
    const own = await node.createKey({ credits: 10 });
    const { json } = await node.submit(own.key, { model: 'sim/video-half', seconds: 3 });
    const settled = await node.settled(own.key, json.id);
    expectJob(settled);
    expect(settled.json).toMatchObject({ seconds: 3, output_seconds: 1.5, cost: 0.75 });
    expect(settled.headers['x-balance-available']).toBe('9250000');
    expectSettledOnce(await auditKey(node, own));
  });

  test('of sim/video-reject shows why it failed, and that it cost nothing', async () => {
    const own = await node.createKey({ credits: 10 });
    const { json } = await node.submit(own.key, { model: 'sim/video-reject' });
    const settled = await node.settled(own.key, json.id);
    expectJob(settled);
    expect(settled.json).toMatchObject({ status: 'failed', error: 'content_rejected', cost: 0 });
    expect(settled.headers['x-balance-available']).toBe('10000000');
  });

  test('of sim/video-slow shows it in progress', async () => {
    const { json } = await node.submit(key.key, { model: 'sim/video-slow' });
    let answer = await poll(json.id);
    while (answer.json.status === 'pending') {
      await new Promise((resolve) => setTimeout(resolve, 20));
      answer = await poll(json.id);
    }
    expectJob(answer);
    expect(answer.json.status).toBe('in_progress');
  });

  test('of sim/video-flaky finds each job settled once', async () => {
    const own = await node.createKey({ credits: 1_000 });
    const submits = Array.from({ length: 20 }, () => node.submit(own.key, { model: 'sim/video-flaky' }));
    for (const { json } of await Promise.all(submits)) {
      const settled = await node.settled(own.key, json.id);
      expectJob(settled);
      expect(settled.json.status, settled.text).toBe('completed');
    }
    expectSettledOnce(await auditKey(node, own));
  });

  test('costs nothing, and says the same again and again', async () => {
    const { json } = await node.submit(key.key);
    const first = await node.settled(key.key, json.id);
    const again = await poll(json.id);
    expect(again.text).toBe(first.text);
    expect(again.headers['x-balance-available']).toBe(first.headers['x-balance-available']);
    expect(first.json.completed_at).toBeGreaterThanOrEqual(first.json.created_at);
  });

  test('is allowed to any key of the account', async () => {
    const sibling = await node.createKey({ credits: 0 });
    const { json } = await node.submit(key.key);
    expectSuccess(await poll(json.id, sibling.key), 200);
  });

  test('of a job of another account is a job that does not exist', async () => {
    const other = await node.call('POST', '/api/accounts', {
      key: OPERATOR_KEY,
      json: { name: 'other', verified: true },
    });
    const stranger = await node.createKey({ account: other.json.id });
    const { json } = await node.submit(key.key);
    const theirs = await poll(json.id, stranger.key);
    expectError(theirs, 'not_found');
    const missing = await poll(`${json.id.slice(0, -4)}0000`, stranger.key);
    expectError(missing, 'not_found');
    const message = (answer: Answer, id: string) => answer.json.error.message.replaceAll(id, 'ID');
    expect(message(theirs, json.id)).toBe(message(missing, `${json.id.slice(0, -4)}0000`));
    expectError(await node.call('GET', `/v1/videos/${json.id}/content`, { key: stranger.key }), 'not_found');
  });

  test.each([
    'nothing',
    'video_00000000000000000000000000',
    '0',
    '..%2Fkeys',
    'x'.repeat(300),
    '%F0%9F%A6%8A',
    '%00',
    '__proto__',
  ])('of the id %s is 404', async (id) => {
    expectError(await poll(id), 'not_found');
  });
});

describe('the list of jobs', () => {
  test('shows the calling key its own jobs alone, newest first', async () => {
    const [one, two] = [await node.createKey(), await node.createKey()];
    const ids: string[] = [];
    for (let job = 0; job < 5; job++) ids.unshift((await node.submit(one.key)).json.id);
    await node.submit(two.key);
    const list = await node.call('GET', '/v1/videos', { key: one.key });
    expectSuccess(list, 200);
    expect(Object.keys(list.json).sort()).toEqual(['data', 'has_more', 'next', 'object']);
    expect(list.json).toMatchObject({ object: 'list', has_more: false, next: null });
    expect(list.json.data.map(({ id }: { id: string }) => id)).toEqual(ids);
  });

  test('shows each job as a poll of it does', async () => {
    const own = await node.createKey();
    for (const model of ['sim/video-instant', 'sim/video-reject']) {
      await node.settled(own.key, (await node.submit(own.key, { model })).json.id);
    }
    const { json } = await node.call('GET', '/v1/videos', { key: own.key });
    for (const job of json.data) expect((await poll(job.id, own.key)).json).toEqual(job);
  });

  test('comes in pages that neither skip nor repeat, also while jobs are added', async () => {
    const own = await node.createKey();
    const ids: string[] = [];
    for (let job = 0; job < 7; job++) ids.unshift((await node.submit(own.key)).json.id);
    const seen: string[] = [];
    let after = '';
    for (let pages = 0; pages < 10; pages++) {
      const { json } = await node.call('GET', `/v1/videos?limit=3${after}`, { key: own.key });
      seen.push(...json.data.map(({ id }: { id: string }) => id));
      expect(json.data.length).toBeLessThanOrEqual(3);
      expect(json.has_more).toBe(json.next !== null);
      if (!json.has_more) break;
      after = `&after=${encodeURIComponent(json.next)}`;
      await node.submit(own.key);
    }
    expect(seen).toEqual(ids);
  });

  test('has no empty last page where the number of jobs is a multiple of the limit', async () => {
    const own = await node.createKey();
    for (let job = 0; job < 4; job++) await node.submit(own.key);
    const first = (await node.call('GET', '/v1/videos?limit=2', { key: own.key })).json;
    const second = (await node.call('GET', `/v1/videos?limit=2&after=${first.next}`, { key: own.key })).json;
    expect([first.has_more, second.has_more, second.next]).toEqual([true, false, null]);
    expect(second.data.length).toBe(2);
  });

  test('shows twenty where no limit is given', async () => {
    const own = await node.createKey();
    await Promise.all(Array.from({ length: 22 }, () => node.submit(own.key)));
    const { json } = await node.call('GET', '/v1/videos', { key: own.key });
    expect(json.data.length).toBe(20);
    expect((await wholeList(node, '/v1/videos', own.key)).length).toBe(22);
  });

  test('filters by status', async () => {
    const own = await node.createKey();
    const done = await node.submit(own.key);
    const failed = await node.submit(own.key, { model: 'sim/video-reject' });
    const slow = await node.submit(own.key, { model: 'sim/video-slow' });
    await Promise.all([done, failed].map(({ json }) => node.settled(own.key, json.id)));
    await expect.poll(async () => (await poll(slow.json.id, own.key)).json.status).toBe('in_progress');
    for (const [status, job] of [
      ['completed', done],
      ['failed', failed],
      ['in_progress', slow],
    ] as const) {
      const { json } = await node.call('GET', `/v1/videos?status=${status}`, { key: own.key });
      expect(json.data.map(({ id }: { id: string }) => id)).toEqual([job.json.id]);
    }
    expect((await node.call('GET', '/v1/videos?status=pending', { key: own.key })).json.data).toEqual([]);
  });

  test.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=ten', 'limit'],
    ['status=done', 'status'],
    ['after=nonsense', 'after'],
  ])('refuses ?%s and names the parameter', async (query, param) => {
    expectError(await node.call('GET', `/v1/videos?${query}`, { key: key.key }), 'invalid_request', {
      param,
    });
  });
});

test('a key has at most its bound of unfinished jobs, and one more when one is settled', async () => {
  const bounded = await startTollgate({ args: ['--open-jobs-max', '2'] });
  const own = await bounded.createKey();
  await bounded.submit(own.key, { model: 'sim/video-slow' });
  const second = await bounded.submit(own.key, { model: 'sim/video' });
  expectError(await bounded.submit(own.key), 'too_many_jobs');
  await bounded.settled(own.key, second.json.id);
  expectSuccess(await bounded.submit(own.key), 202);
  await bounded.stop();
});

test('a submit that the balance does not cover is 402 with what is there and what it takes', async () => {
  const poor = await node.createKey({ credits: 1.25 });
  const answer = await node.submit(poor.key);
  expectError(answer, 'insufficient_credits');
  expect(answer.json).toMatchObject({ required: 2.5, balance: 1.25 });
  expectSuccess(await node.submit(poor.key, { seconds: 2.5 }), 202);
});
