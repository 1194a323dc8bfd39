/**
 * The official client of the OpenAI API, pointed at the gateway: what it sends is taken, what it reads is
 * there.
 */
import OpenAI from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanUp, OPERATOR_KEY, startTollgate, type TollgateProcess } from '../support/harness.js';

const PROMPT = 'a lighthouse in the rain';

let node: TollgateProcess;
let key: { key: string; id: string };
let client: OpenAI;

beforeAll(async () => {
  node = await startTollgate();
  key = await node.createKey();
  client = clientOf(key.key);
});
afterAll(cleanUp);

function clientOf(apiKey: string, maxRetries = 0): OpenAI {
  return new OpenAI({ baseURL: `${node.url}/v1`, apiKey, maxRetries });
}

/** The client's own type of models and lengths is a closed list. */
const submission = (model: string, seconds: string) =>
  ({ model, prompt: PROMPT, seconds }) as unknown as OpenAI.VideoCreateParams;

async function settled(id: string, by = client) {
  for (;;) {
    const video = await by.videos.retrieve(id);
    if (video.status === 'completed' || video.status === 'failed') return video;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('submits a video and polls it until it is completed', async () => {
  const submitted = await client.videos.create(submission('sim/video-instant', '4'));
  expect(submitted).toMatchObject({ object: 'video', status: 'pending', model: 'sim/video-instant' });
  const video = await settled(submitted.id);
  expect(video).toMatchObject({ id: submitted.id, status: 'completed', seconds: 4, cost: 2 });
});

test('downloads the clip', async () => {
  const { id } = await client.videos.create(submission('sim/video-instant', '2'));
  await settled(id);
  const response = await client.videos.downloadContent(id);
  expect(response.headers.get('content-type')).toMatch(/^video\//);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.toString('latin1', 4, 8)).toBe('ftyp');
});

test('reads every job from the list', async () => {
  const own = clientOf((await node.createKey()).key);
  const { id } = await own.videos.create(submission('sim/video-instant', '1'));
  const page = await own.videos.list({ limit: 5 });
  expect(page.data.map((video) => video.id)).toEqual([id]);
});

test('lists the models', async () => {
  const ids: string[] = [];
  for await (const model of client.models.list()) ids.push(model.id);
  expect(ids).toContain('sim/video');
});

test('sends the same job once under its idempotency key', async () => {
  const options = { headers: { 'Idempotency-Key': 'client-1' } };
  const first = await client.videos.create(submission('sim/video-instant', '8'), options);
  const second = await client.videos.create(submission('sim/video-instant', '8'), options);
  expect(second.id).toBe(first.id);
  const asJson = await client.post<{ id: string }>('/videos', {
    body: { model: 'sim/video-instant', prompt: PROMPT, seconds: 8 },
    ...options,
  });
  expect(asJson.id).toBe(first.id);
});

test.each([
  [
    'an unknown key',
    'sk-unknown',
    submission('sim/video', '4'),
    OpenAI.AuthenticationError,
    'invalid_api_key',
    null,
  ],
  [
    'a management key',
    OPERATOR_KEY,
    submission('sim/video', '4'),
    OpenAI.PermissionDeniedError,
    'wrong_credential',
    null,
  ],
  [
    'an unknown model',
    undefined,
    submission('sora-9', '4'),
    OpenAI.NotFoundError,
    'model_not_found',
    'model',
  ],
  [
    'a bad length',
    undefined,
    submission('sim/video', '400'),
    OpenAI.BadRequestError,
    'invalid_request',
    'seconds',
  ],
] as const)('sees the code and the parameter of %s', async (_what, apiKey, body, kind, code, param) => {
  const error = await clientOf(apiKey ?? key.key)
    .videos.create(body)
    .catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(kind);
  if (!(error instanceof OpenAI.APIError)) throw error;
  expect(error.code).toBe(code);
  if (param !== null) expect(error.param).toBe(param);
  expect(error.requestID).toMatch(/^req_/);
  expect(error.type).toEqual(expect.any(String));
  expect(error.message.length).toBeGreaterThan(10);
});

test('sees a want of credit as 402 insufficient_credits', async () => {
  const poor = clientOf((await node.createKey({ credits: 1 })).key);
  const error = await poor.videos.create(submission('sim/video', '8')).catch((failure: unknown) => failure);
  expect(error).toMatchObject({ status: 402, code: 'insufficient_credits' });
});

test('waits as long as a 429 says', async () => {
  const limited = await node.createKey({ rate_limit_rpm: 1 });
  await node.call('GET', '/v1/models', { key: limited.key });
  const error = await clientOf(limited.key)
    .models.list()
    .catch((failure: unknown) => failure);
  if (!(error instanceof OpenAI.RateLimitError)) throw error;
  const milliseconds = Number(error.headers.get('retry-after-ms'));
  // The client waits so many milliseconds, if they are given, before it tries again.
  expect(milliseconds).toBeGreaterThan(50_000);
  expect(milliseconds).toBeLessThanOrEqual(60_000);
  expect(error.code).toBe('rate_limit_exceeded');
});
