/**
 * Every error of the contract that a client can bring about, and how.
 *
 * Wants a node started with `ERROR_PRONE`. Missing are those that only a failing disk, a full queue or a
 * defect brings about (`storage_unavailable`, `overloaded`, `internal_error`), and `shutting_down` and
 * `idempotency_key_in_use`, which depend on the instant.
 */
import type { ErrorCode } from './answers.js';
import { type Answer, OPERATOR_KEY, type RawRequest, type TollgateClient } from './client.js';

export const BODY_MAX_BYTES = 4_096;

export const ERROR_PRONE: { readonly args: readonly string[] } = {
  args: [
    ...['--body-max-bytes', String(BODY_MAX_BYTES), '--body-timeout-ms', '200'],
    ...['--open-jobs-max', '1', '--address-rpm', '1000000', '--keys-per-account-max', '5'],
  ],
};

export interface Provoked {
  readonly code: ErrorCode;
  readonly how: string;
  readonly method: string;
  /** As the OpenAPI document names it. */
  readonly path: string;
  readonly param?: string | null;
  readonly provoke: (node: TollgateClient) => Promise<Answer>;
}

const SUBMIT = { model: 'sim/video-instant', prompt: 'x' };

async function raw(node: TollgateClient, request: RawRequest): Promise<Answer> {
  const answer = await node.ask(request);
  if (answer === undefined) throw new Error('the connection was closed without an answer');
  return answer;
}

/** A key whose job is in that state, and the job. */
async function keyWithJob(node: TollgateClient, model: string, credits: number) {
  const key = await node.createKey({ credits });
  const { json } = await node.submit(key.key, { model });
  return { ...key, job: json.id as string };
}

/** A key made by the account role of an account that is not verified, or is. */
export async function accountRole(node: TollgateClient, verified: boolean): Promise<string> {
  const answer = await node.call('POST', '/api/accounts', {
    key: OPERATOR_KEY,
    json: { name: 'a tenant', verified },
  });
  return answer.json.management_key.key;
}

async function tooManyKeys(node: TollgateClient): Promise<Answer> {
  const key = await accountRole(node, true);
  for (let made = 0; made < 5; made++) await node.call('POST', '/api/keys', { key });
  return await node.call('POST', '/api/keys', { key });
}

async function exhausted(node: TollgateClient): Promise<string> {
  const key = await node.createKey({ rate_limit_rpm: 1 });
  await node.call('GET', '/v1/models', { key: key.key });
  return key.key;
}

async function submitTwice(node: TollgateClient): Promise<Answer> {
  const { key } = await node.createKey();
  const name = { 'idempotency-key': 'once' };
  const first = await node.submit(key, {}, name);
  await node.settled(key, first.json.id);
  return await node.submit(key, { prompt: 'another' }, name);
}

async function creditTwice(node: TollgateClient): Promise<Answer> {
  const { id } = await node.createKey();
  const add = (amount: number) =>
    node.call('POST', `/api/keys/${id}/credits`, {
      key: OPERATOR_KEY,
      json: { amount, reference: `invoice of ${id}` },
    });
  await add(1);
  return await add(2);
}

const VIDEOS = { method: 'POST', path: '/v1/videos' } as const;
const CONTENT = { method: 'GET', path: '/v1/videos/{id}/content' } as const;
const CREATE_KEY = { method: 'POST', path: '/api/keys' } as const;

const text = (body: string | Uint8Array, contentType = 'application/json') => ({
  body,
  headers: { 'content-type': contentType },
});

export const PROVOKED: readonly Provoked[] = [
  {
    code: 'malformed_request',
    how: 'two Content-Length fields that differ',
    ...VIDEOS,
    provoke: async (node) =>
      await raw(node, {
        method: 'POST',
        target: '/v1/videos',
        headers: [
          ['Authorization', `Bearer ${(await node.createKey()).key}`],
          ['Content-Length', '2'],
          ['Content-Length', '3'],
        ],
        body: '{}',
        contentLength: null,
      }),
  },
  {
    code: 'malformed_request',
    how: 'a Host that is no host',
    method: 'GET',
    path: '/v1/models',
    provoke: async (node) =>
      await raw(node, {
        target: '/v1/models',
        headers: [
          ['Host', 'ga teway/../x'],
          ['Authorization', `Bearer ${(await node.createKey()).key}`],
        ],
      }),
  },
  {
    code: 'malformed_request',
    how: 'bad percent-encoding',
    method: 'GET',
    path: '/v1/videos/{id}',
    provoke: async (node) =>
      await raw(node, {
        target: '/v1/videos/%zz',
        headers: [['Authorization', `Bearer ${(await node.createKey()).key}`]],
      }),
  },
  {
    code: 'rate_limit_exceeded',
    how: 'a request over the limit',
    method: 'GET',
    path: '/v1/credits',
    param: null,
    provoke: async (node) => await node.call('GET', '/v1/credits', { key: await exhausted(node) }),
  },
  {
    code: 'missing_api_key',
    how: 'no key',
    method: 'GET',
    path: '/v1/credits',
    provoke: (node) => node.call('GET', '/v1/credits'),
  },
  {
    code: 'missing_api_key',
    how: 'a key in the query, where none is looked for',
    method: 'GET',
    path: '/v1/models',
    provoke: async (node) => {
      const { key } = await node.createKey();
      return await node.call('GET', `/v1/models?key=${key}&api_key=${key}&access_token=${key}`);
    },
  },
  {
    code: 'missing_api_key',
    how: 'no key on a management path',
    method: 'GET',
    path: '/api/keys',
    provoke: (node) => node.call('GET', '/api/keys'),
  },
  {
    code: 'invalid_api_key',
    how: 'a mistyped key',
    method: 'GET',
    path: '/v1/credits',
    provoke: async (node) => {
      const { key } = await node.createKey();
      const mistyped = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a');
      return await node.call('GET', '/v1/credits', { key: mistyped });
    },
  },
  {
    code: 'invalid_api_key',
    how: 'a revoked key',
    method: 'GET',
    path: '/v1/models',
    provoke: async (node) => {
      const { key, id } = await node.createKey();
      await node.call('DELETE', `/api/keys/${id}`, { key: OPERATOR_KEY });
      return await node.call('GET', '/v1/models', { key });
    },
  },
  {
    code: 'wrong_credential',
    how: 'a management key on /v1',
    method: 'GET',
    path: '/v1/credits',
    provoke: (node) => node.call('GET', '/v1/credits', { key: OPERATOR_KEY }),
  },
  {
    code: 'wrong_credential',
    how: 'an API key on /api',
    ...CREATE_KEY,
    provoke: async (node) =>
      await node.call('POST', '/api/keys', { key: (await node.createKey()).key, json: {} }),
  },
  {
    code: 'operator_only',
    how: 'an operation of operators, by another',
    method: 'POST',
    path: '/api/accounts',
    provoke: async (node) =>
      await node.call('POST', '/api/accounts', { key: await accountRole(node, true), json: { name: 'x' } }),
  },
  {
    code: 'operator_only',
    how: 'a field of operators, by another',
    ...CREATE_KEY,
    param: 'credits',
    provoke: async (node) =>
      await node.call('POST', '/api/keys', { key: await accountRole(node, true), json: { credits: 5 } }),
  },
  {
    code: 'account_not_verified',
    how: 'a limit set by an account that is not verified',
    ...CREATE_KEY,
    param: 'rate_limit_rpm',
    provoke: async (node) =>
      await node.call('POST', '/api/keys', {
        key: await accountRole(node, false),
        json: { rate_limit_rpm: 100 },
      }),
  },
  {
    code: 'not_found',
    how: 'an id that does not exist',
    method: 'GET',
    path: '/v1/videos/{id}',
    provoke: async (node) =>
      await node.call('GET', '/v1/videos/nothing', { key: (await node.createKey()).key }),
  },
  {
    code: 'not_found',
    how: 'an unknown path',
    method: 'GET',
    path: '/v1/nothing',
    provoke: async (node) => await node.call('GET', '/v1/nothing', { key: (await node.createKey()).key }),
  },
  {
    code: 'method_not_allowed',
    how: 'a method that the path has not',
    method: 'PUT',
    path: '/v1/videos',
    provoke: async (node) =>
      await node.call('PUT', '/v1/videos', { key: (await node.createKey()).key, json: SUBMIT }),
  },
  {
    code: 'unsupported_media_type',
    how: 'a body of plain text',
    ...VIDEOS,
    provoke: async (node) =>
      await node.call('POST', '/v1/videos', {
        key: (await node.createKey()).key,
        ...text('x', 'text/plain'),
      }),
  },
  {
    code: 'unsupported_media_type',
    how: 'a form where only JSON is taken',
    ...CREATE_KEY,
    provoke: (node) =>
      node.call('POST', '/api/keys', {
        key: OPERATOR_KEY,
        ...text('--b--\r\n', 'multipart/form-data; boundary=b'),
      }),
  },
  {
    code: 'payload_too_large',
    how: 'a body over the bound',
    ...VIDEOS,
    provoke: async (node) =>
      await raw(node, {
        method: 'POST',
        target: '/v1/videos',
        headers: [
          ['Authorization', `Bearer ${(await node.createKey()).key}`],
          ['Content-Type', 'application/json'],
        ],
        body: 'x'.repeat(100),
        contentLength: BODY_MAX_BYTES + 1,
      }),
  },
  {
    code: 'request_timeout',
    how: 'a body that does not end',
    ...VIDEOS,
    provoke: async (node) =>
      await raw(node, {
        method: 'POST',
        target: '/v1/videos',
        headers: [
          ['Authorization', `Bearer ${(await node.createKey()).key}`],
          ['Content-Type', 'application/json'],
        ],
        body: '{"model"',
        contentLength: 100,
      }),
  },
  {
    code: 'invalid_json',
    how: 'a body that breaks off',
    ...VIDEOS,
    provoke: async (node) =>
      await node.call('POST', '/v1/videos', { key: (await node.createKey()).key, ...text('{"model":') }),
  },
  {
    code: 'invalid_json',
    how: 'a key twice in one object',
    ...CREATE_KEY,
    provoke: (node) =>
      node.call('POST', '/api/keys', { key: OPERATOR_KEY, ...text('{"name":"a","name":"b"}') }),
  },
  {
    code: 'invalid_json',
    how: 'bytes that are not UTF-8',
    ...VIDEOS,
    provoke: async (node) =>
      await node.call('POST', '/v1/videos', {
        key: (await node.createKey()).key,
        ...text(Buffer.from('{"model":"sim/video-instant","prompt":"\xff"}', 'latin1')),
      }),
  },
  {
    code: 'invalid_request',
    how: 'a field that is missing',
    ...VIDEOS,
    param: 'prompt',
    provoke: async (node) => await node.submit((await node.createKey()).key, { prompt: undefined }),
  },
  {
    code: 'invalid_request',
    how: 'a length outside the bounds of the model',
    ...VIDEOS,
    param: 'seconds',
    provoke: async (node) => await node.submit((await node.createKey()).key, { seconds: 61 }),
  },
  {
    code: 'invalid_request',
    how: 'a parameter outside its bounds',
    method: 'GET',
    path: '/v1/videos',
    param: 'limit',
    provoke: async (node) =>
      await node.call('GET', '/v1/videos?limit=0', { key: (await node.createKey()).key }),
  },
  { code: 'idempotency_key_reused', how: 'the same key on another submit', ...VIDEOS, provoke: submitTwice },
  {
    code: 'reference_reused',
    how: 'the same reference with another amount',
    method: 'POST',
    path: '/api/keys/{id}/credits',
    provoke: creditTwice,
  },
  {
    code: 'too_many_keys',
    how: 'one key more than the account may have',
    method: 'POST',
    path: '/api/keys',
    provoke: tooManyKeys,
  },
  {
    code: 'model_not_found',
    how: 'a model that is not on offer',
    ...VIDEOS,
    param: 'model',
    provoke: async (node) => await node.submit((await node.createKey()).key, { model: 'sim/nothing' }),
  },
  {
    code: 'too_many_jobs',
    how: 'one job more than the key may have',
    ...VIDEOS,
    provoke: async (node) => await node.submit((await keyWithJob(node, 'sim/video-slow', 100)).key),
  },
  {
    code: 'insufficient_credits',
    how: 'a submit without credit',
    ...VIDEOS,
    provoke: async (node) => await node.submit((await node.createKey({ credits: 0 })).key),
  },
  {
    code: 'not_ready',
    how: 'the content of a job under way',
    ...CONTENT,
    provoke: async (node) => {
      const { key, job } = await keyWithJob(node, 'sim/video-slow', 100);
      return await node.call('GET', `/v1/videos/${job}/content`, { key });
    },
  },
  {
    code: 'job_failed',
    how: 'the content of a job that failed',
    ...CONTENT,
    provoke: async (node) => {
      const { key, job } = await keyWithJob(node, 'sim/video-reject', 100);
      await node.settled(key, job);
      return await node.call('GET', `/v1/videos/${job}/content`, { key });
    },
  },
  {
    code: 'range_not_satisfiable',
    how: 'a range beyond the content',
    ...CONTENT,
    provoke: async (node) => {
      const { key, job } = await keyWithJob(node, 'sim/video-instant', 100);
      await node.settled(key, job);
      return await node.call('GET', `/v1/videos/${job}/content`, {
        key,
        headers: { range: 'bytes=99999999-' },
      });
    },
  },
];
