/** Management and metrics on a port of their own. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectError } from '../support/answers.js';
import { cleanUp, OPERATOR_KEY, startTollgate, type TollgateProcess } from '../support/harness.js';

afterAll(cleanUp);

describe('a port for management', () => {
  let node: TollgateProcess;
  let management = '';
  let key = '';

  beforeAll(async () => {
    node = await startTollgate({ args: ['--management-port', '0'] });
    management = /^tollgate management listening on (http:\S+)$/m.exec(node.stdout)?.[1] ?? '';
    const created = await node.call('POST', `${management}/api/keys`, {
      key: OPERATOR_KEY,
      json: { credits: 5, rate_limit_rpm: 1_000 },
    });
    expect(created.status).toBe(201);
    key = created.json.key;
  });

  test('answers management and metrics, and the other port knows nothing of them', async () => {
    expect((await node.call('GET', `${management}/api/accounts`, { key: OPERATOR_KEY })).status).toBe(200);
    expect((await node.call('GET', `${management}/metrics`)).status).toBe(200);
    for (const path of ['/api/accounts', '/api/keys', '/%61pi/keys', '/api/nothing']) {
      expectError(await node.call('GET', path, { key: OPERATOR_KEY }), 'not_found');
      expectError(await node.call('GET', path, { key }), 'not_found');
      expectError(await node.call('GET', path), 'missing_api_key');
    }
    expectError(await node.call('POST', '/api/keys', { key: OPERATOR_KEY, json: {} }), 'not_found');
    expect((await node.call('GET', '/metrics')).status).toBe(404);
  });

  test('knows nothing of what API keys call', async () => {
    const submitted = await node.submit(key, { seconds: 1 });
    expect(submitted.status).toBe(202);
    for (const path of ['/v1/credits', `/v1/videos/${submitted.json.id}`, '/v1/nothing']) {
      expectError(await node.call('GET', management + path, { key }), 'not_found');
      expectError(await node.call('GET', management + path, { key: OPERATOR_KEY }), 'not_found');
    }
    const { url } = (await node.settled(key, submitted.json.id)).json;
    expect((await node.call('GET', url)).status).toBe(200);
    expect((await node.call('GET', management + new URL(url).pathname)).status).toBe(404);
  });

  test('has no page of the other port, whatever the method, and says so as other pages do', async () => {
    for (const page of ['/metrics', `${management}/results/none`]) {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const { status, headers } = await node.call(method, page);
        expect({ status, allow: headers.allow }, `${method} ${page}`).toEqual({ status: 404 });
        expect(headers, `${method} ${page}`).toMatchObject({
          'x-content-type-options': 'nosniff',
          'cache-control': 'no-store',
        });
      }
    }
  });

  test('tells as the other one does how the node is, and what its API is', async () => {
    for (const base of [node.url, management]) {
      for (const path of ['/healthz', '/readyz', '/docs', '/openapi.json']) {
        expect((await node.call('GET', base + path)).status, base + path).toBe(200);
      }
    }
  });
});
