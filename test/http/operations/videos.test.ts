import { beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../../src/http/operation.js';
import { MemoryStore } from '../../../src/store/memory/memory-store.js';
import { BASE_URL, GatewayUnderTest, NO_SUCH_ULID } from './gateway-under-test.js';

const BODY = { model: 'sim/video', prompt: 'a boat', seconds: 8 };

let gateway: GatewayUnderTest;
let operator: Caller;
let keyId: string;
let caller: Caller;

beforeEach(async () => {
  gateway = new GatewayUnderTest();
  operator = await gateway.operator();
  keyId = await gateway.key(operator);
  caller = gateway.apiCaller(keyId);
});

async function submit(body: unknown = BODY, headers: Record<string, string> = {}) {
  return gateway.call(caller, 'POST', '/v1/videos', { body, headers });
}

async function credits() {
  return (await gateway.call(gateway.apiCaller(keyId), 'GET', '/v1/credits')).json;
}

describe('submitting', () => {
  it('answers 202 with the job and where to poll it', async () => {
    const { status, json, headers } = await submit();
    expect(status).toBe(202);
    expect(json).toEqual({
      id: expect.stringMatching(/^video_/),
      object: 'video',
      status: 'pending',
      model: 'sim/video',
      polling_url: `${BASE_URL}/v1/videos/${json.id}`,
      created_at: 1_795_219_200,
    });
    expect(headers.Location).toBe(json.polling_url);
    expect(await credits()).toEqual({
      object: 'credits',
      balance: 96,
      reserved: 4,
      total_credits: 100,
      total_usage: 0,
      currency: 'DA',
    });
  });

  it('keeps other fields with the job', async () => {
    const { json } = await submit({ ...BODY, size: '720p' });
    expect(JSON.parse(gateway.store.get('job_inputs', json.id) ?? '')).toMatchObject({
      prompt: 'a boat',
      extra: { size: '720p' },
    });
  });

  it('refuses an unknown model after the schema, and a length out of bounds after the model', async () => {
    expect((await submit({ ...BODY, model: 'nope', seconds: 'x' })).error?.code).toBe('invalid_request');
    expect((await submit({ ...BODY, model: 'nope', seconds: 999 })).error).toMatchObject({
      code: 'model_not_found',
      param: 'model',
    });
    expect((await submit({ ...BODY, seconds: 999 })).error).toMatchObject({
      code: 'invalid_request',
      param: 'seconds',
    });
  });

  it('refuses what the balance does not cover, with both amounts, and reserves nothing', async () => {
    keyId = await gateway.key(operator, { credits: 3.999999 });
    caller = gateway.apiCaller(keyId);
    expect((await submit()).error).toMatchObject({
      code: 'insufficient_credits',
      required: 4_000_000,
      balance: 3_999_999,
    });
    expect(await credits()).toMatchObject({ balance: 3.999999, reserved: 0 });
  });

  it('refuses more unfinished jobs than a key may have, with an estimate of when there is room', async () => {
    gateway = new GatewayUnderTest({ openJobsMax: 1 });
    operator = await gateway.operator();
    caller = gateway.apiCaller(await gateway.key(operator));
    await submit();
    gateway.nextNewsInMs = 2_500;
    expect((await submit()).error).toMatchObject({ code: 'too_many_jobs', retryAfterMs: 2_500 });
    gateway.nextNewsInMs = 600_000;
    expect((await submit()).error?.retryAfterMs).toBe(60_000);
  });

  it('answers storage_unavailable if there is no room for its result, and reserves nothing', async () => {
    gateway.takesMore = false;
    expect((await submit()).error).toMatchObject({ code: 'storage_unavailable', retryAfterMs: 30_000 });
    gateway.takesMore = true;
    expect((await submit()).status).toBe(202);
  });

  it('answers storage_unavailable where the disk takes no writes, and reads go on', async () => {
    let fault: 'none' | 'reject' = 'none';
    gateway = new GatewayUnderTest({ store: new MemoryStore({ faults: { next: () => fault } }) });
    operator = await gateway.operator();
    keyId = await gateway.key(operator);
    caller = gateway.apiCaller(keyId);
    fault = 'reject';
    expect((await submit()).error).toMatchObject({ code: 'storage_unavailable', retryAfterMs: 5_000 });
    expect(await credits()).toMatchObject({ balance: 100, reserved: 0 });
  });
});

describe('an Idempotency-Key on a submit', () => {
  const headers = { 'idempotency-key': 'order-1' };

  it('gets the same job again, reserves nothing and says that it is a replay', async () => {
    const first = await submit(BODY, headers);
    const second = await submit({ prompt: 'a boat', seconds: '8.0', model: 'sim/video' }, headers);
    expect(second.status).toBe(202);
    expect(second.json).toEqual(first.json);
    expect(first.headers['Idempotent-Replayed']).toBeUndefined();
    expect(second.headers).toEqual({ Location: first.json.polling_url, 'Idempotent-Replayed': 'true' });
    expect(await credits()).toMatchObject({ reserved: 4 });
  });

  it('answers a replay as the job was accepted, however it stands by now', async () => {
    const first = await submit(BODY, headers);
    await gateway.complete(first.json.id, 8_000);
    expect((await submit(BODY, headers)).json).toEqual(first.json);
  });

  it('takes what came as JSON again as a form', async () => {
    const first = await submit({ ...BODY, n: 2, loop: true }, headers);
    const second = await submit({ ...BODY, seconds: '8', n: '2', loop: 'true' }, headers);
    expect(second.json?.id).toBe(first.json.id);
  });

  it.each([
    { ...BODY, seconds: 9 },
    { ...BODY, prompt: 'another boat' },
    { ...BODY, size: '720p' },
    { model: BODY.model, prompt: BODY.prompt },
    { ...BODY, model: 'nope' },
  ])('is refused with another request: %j', async (body) => {
    await submit(BODY, headers);
    expect((await submit(body, headers)).error).toMatchObject({
      code: 'idempotency_key_reused',
      param: 'Idempotency-Key',
    });
  });

  it('is in use while the first request is not on disk', async () => {
    const both = await Promise.all([submit(BODY, headers), submit(BODY, headers)]);
    expect(both.map(({ error, status }) => error?.code ?? status)).toEqual([202, 'idempotency_key_in_use']);
  });

  it('remembers accepted submits only', async () => {
    expect((await submit({ ...BODY, model: 'nope' }, headers)).error?.code).toBe('model_not_found');
    expect((await submit(BODY, headers)).status).toBe(202);
  });

  it('belongs to one API key', async () => {
    const first = await submit(BODY, headers);
    caller = gateway.apiCaller(await gateway.key(operator));
    const second = await submit(BODY, headers);
    expect(second.status).toBe(202);
    expect(second.json.id).not.toBe(first.json.id);
  });
});

describe('polling', () => {
  it('answers without a promise', async () => {
    const { json } = await submit();
    const { operations } = await import('../../../src/http/operations/index.js');
    const poll = operations.find(({ doc }) => doc.operationId === 'getVideo');
    const answer = poll?.handle(
      {
        caller,
        requestId: 'req_test',
        address: undefined,
        id: json.id,
        query: new URLSearchParams(),
        header: () => undefined,
        body: undefined,
        baseUrl: BASE_URL,
        signal: new AbortController().signal,
      },
      gateway.deps,
    );
    expect(answer).toMatchObject({ kind: 'json', status: 200 });
  });

  it('shows a job under way with its progress and when to ask again', async () => {
    const { json } = await submit({ ...BODY, seconds: 7.5 });
    const polled = await gateway.call(caller, 'GET', `/v1/videos/${json.id}`);
    expect(polled.json).toEqual({
      id: json.id,
      object: 'video',
      status: 'pending',
      model: 'sim/video',
      seconds: 7.5,
      created_at: 1_795_219_200,
      poll_after: 0.5,
    });
    gateway.progress.set(json.id, 99.6);
    gateway.nextNewsInMs = 0;
    await gateway.report(json.id, {
      about: 'submit',
      outcome: 'accepted',
      handle: 'h',
      state: { state: 'in_progress' },
    });
    expect((await gateway.call(caller, 'GET', `/v1/videos/${json.id}`)).json).toMatchObject({
      status: 'in_progress',
      progress: 99,
      poll_after: 0.1,
    });
  });

  it('shows a completed job with its url, its length and its cost', async () => {
    const { json } = await submit();
    await gateway.world.advance(3_000);
    await gateway.complete(json.id, 4_001, '/results/clip');
    expect((await gateway.call(caller, 'GET', `/v1/videos/${json.id}`)).json).toEqual({
      id: json.id,
      object: 'video',
      status: 'completed',
      model: 'sim/video',
      seconds: 8,
      created_at: 1_795_219_200,
      completed_at: 1_795_219_203,
      url: `${BASE_URL}/results/clip`,
      output_seconds: 4.001,
      cost: 2.0005,
    });
    expect(await credits()).toMatchObject({ balance: 97.9995, reserved: 0, total_usage: 2.0005 });
  });

  it('leaves an absolute location as it is', async () => {
    const { json } = await submit();
    await gateway.complete(json.id, 8_000, 'https://cdn.example/v.mp4?sig=a&t=1');
    const { url } = (await gateway.call(caller, 'GET', `/v1/videos/${json.id}`)).json;
    expect(url).toBe('https://cdn.example/v.mp4?sig=a&t=1');
  });

  it('shows a failed job with its slug and no url, and it cost nothing', async () => {
    const { json } = await submit();
    const failure = { slug: 'content_rejected', message: 'Not "that".' } as const;
    await gateway.report(json.id, { about: 'submit', outcome: 'rejected', ...failure });
    const { json: job } = await gateway.call(caller, 'GET', `/v1/videos/${json.id}`);
    expect(job).toMatchObject({
      status: 'failed',
      error: 'content_rejected',
      error_message: 'Not "that".',
      cost: 0,
    });
    expect(job).not.toHaveProperty('url');
    expect(job).not.toHaveProperty('poll_after');
    expect(await credits()).toMatchObject({ balance: 100, reserved: 0, total_usage: 0 });
  });

  it.each([`video_${NO_SUCH_ULID}`, 'video_x', 'x', 'x'.repeat(3_000), 'video_%C3%A9', '%00', '__proto__'])(
    'answers not_found to an id that is none: %#',
    async (id) => {
      expect((await gateway.call(caller, 'GET', `/v1/videos/${id}`)).error?.code).toBe('not_found');
    },
  );

  it('is open to every key of the account', async () => {
    const { json } = await submit();
    const other = gateway.apiCaller(await gateway.key(operator));
    expect((await gateway.call(other, 'GET', `/v1/videos/${json.id}`)).status).toBe(200);
  });
});

describe('listing', () => {
  it("shows the calling key's jobs, newest first, page by page", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.unshift((await submit()).json.id);
    const first = await gateway.call(caller, 'GET', '/v1/videos?limit=2&unknown=1');
    expect(first.json.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2));
    expect(first.json).toMatchObject({ has_more: true, next: ids[1] });
    const rest = await gateway.call(caller, 'GET', `/v1/videos?limit=100&after=${ids[1]}`);
    expect(rest.json.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(2));
    expect(rest.json).toMatchObject({ has_more: false, next: null });
    const others = gateway.apiCaller(await gateway.key(operator));
    expect((await gateway.call(others, 'GET', '/v1/videos')).json.data).toEqual([]);
  });

  it('filters by status', async () => {
    const { json } = await submit();
    await submit();
    await gateway.complete(json.id, 8_000);
    const completed = await gateway.call(caller, 'GET', '/v1/videos?status=completed');
    expect(completed.json.data).toMatchObject([{ id: json.id, status: 'completed' }]);
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=x', 'limit'],
    ['limit=', 'limit'],
    ['limit=1.5', 'limit'],
    ['after=x', 'after'],
    ['after=', 'after'],
    [`after=key_${NO_SUCH_ULID}`, 'after'],
    ['status=done', 'status'],
  ])('refuses %s', async (query, param) => {
    const { error } = await gateway.call(caller, 'GET', `/v1/videos?${query}`);
    expect(error).toMatchObject({ code: 'invalid_request', param });
  });
});

describe('content', () => {
  const bytes = {
    contentType: 'video/mp4',
    size: 3,
    takesRanges: true,
    read: async function* () {
      yield new Uint8Array([1, 2, 3]);
    },
  };

  it('is not ready before the job is completed', async () => {
    const { json } = await submit();
    const { error } = await gateway.call(caller, 'GET', `/v1/videos/${json.id}/content`);
    expect(error).toMatchObject({ code: 'not_ready', retryAfterMs: 1_000 });
  });

  it('is that of a completed job', async () => {
    const { json } = await submit();
    await gateway.complete(json.id, 8_000, '/results/clip');
    gateway.contents.set('/results/clip', bytes);
    const { answer } = await gateway.call(caller, 'GET', `/v1/videos/${json.id}/content`);
    expect(answer).toEqual({ kind: 'content', content: bytes, fileName: `${json.id}.mp4` });
  });

  it('is not there for a job that failed, and has expired if the provider has it no longer', async () => {
    const { json } = await submit();
    const failure = { slug: 'content_rejected', message: 'No.' } as const;
    await gateway.report(json.id, { about: 'submit', outcome: 'rejected', ...failure });
    expect((await gateway.call(caller, 'GET', `/v1/videos/${json.id}/content`)).error).toMatchObject({
      code: 'job_failed',
      message: expect.stringContaining('content_rejected'),
    });
    const gone = (await submit()).json.id;
    await gateway.complete(gone, 8_000, '/results/gone');
    expect((await gateway.call(caller, 'GET', `/v1/videos/${gone}/content`)).error?.code).toBe(
      'result_expired',
    );
  });
});

describe('activity', () => {
  it('shows what settled, by day and model, and its cost adds up to the usage', async () => {
    const done = (await submit()).json.id;
    const half = (await submit({ ...BODY, model: 'sim/video-half' })).json.id;
    const bad = (await submit()).json.id;
    await gateway.complete(done, 8_000);
    await gateway.complete(half, 4_000);
    await gateway.report(bad, {
      about: 'submit',
      outcome: 'rejected',
      slug: 'content_rejected',
      message: 'No.',
    });
    const { json } = await gateway.call(caller, 'GET', '/v1/activity');
    const row = { date: '2026-11-21', provider: 'simulated', prompt_tokens: 0, completion_tokens: 0 };
    expect(json).toEqual({
      object: 'list',
      from: '2026-10-23',
      to: '2026-11-21',
      data: [
        { ...row, model: 'sim/video-half', requests: 1, completed: 1, failed: 0, seconds: 4, cost: 2 },
        { ...row, model: 'sim/video', requests: 2, completed: 1, failed: 1, seconds: 8, cost: 4 },
      ],
    });
    expect(await credits()).toMatchObject({ total_usage: 6 });
    const filtered = await gateway.call(
      caller,
      'GET',
      '/v1/activity?model=sim/video-half&provider=simulated',
    );
    expect(filtered.json.data).toHaveLength(1);
    expect((await gateway.call(caller, 'GET', '/v1/activity?to=2026-11-20')).json.data).toEqual([]);
  });
});

describe('models', () => {
  it('are listed in one page, with price and bounds', async () => {
    const { json } = await gateway.call(caller, 'GET', '/v1/models?limit=1');
    expect(json).toMatchObject({ object: 'list', has_more: false, next: null });
    expect(json.data).toHaveLength(2);
    expect(json.data[0]).toEqual({
      id: 'sim/video',
      object: 'model',
      created: 1_795_219_200,
      owned_by: 'simulated',
      provider: 'simulated',
      price_per_second: 0.5,
      seconds: { min: 1, max: 60, default: 5 },
    });
  });
});
