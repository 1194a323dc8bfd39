/** Pages in browsers that call the API, and the fields that pages of ours are sent with. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectError } from '../support/answers.js';
import {
  cleanUp,
  freshFolder,
  OPERATOR_KEY,
  startTollgate,
  type TollgateProcess,
} from '../support/harness.js';

afterAll(cleanUp);

const APP = 'https://app.example.com';
const PREFLIGHT = {
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization,content-type',
};

const corsOf = (headers: Readonly<Record<string, string>>) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'));

const listOf = (text: string | undefined) => (text ?? '').split(', ').map((one) => one.toLowerCase());

describe('without configuration', () => {
  let node: TollgateProcess;

  beforeAll(async () => {
    node = await startTollgate();
  });

  test('no answer says anything of origins, and OPTIONS is a method that no path takes', async () => {
    const { key } = await node.createKey();
    for (const path of ['/v1/credits', '/v1/videos', '/api/keys', '/results/x']) {
      for (const method of ['GET', 'OPTIONS']) {
        const answer = await node.call(method, path, { key, headers: { origin: APP, ...PREFLIGHT } });
        expect(corsOf(answer.headers)).toEqual([]);
        expect(answer.headers.vary).toBeUndefined();
      }
    }
    const preflight = await node.call('OPTIONS', '/v1/videos', {
      key,
      headers: { origin: APP, ...PREFLIGHT },
    });
    expect(preflight.status).toBe(405);
  });

  test('pages of ours run nothing, are shown in no frame, and tell nobody where a reader came from', async () => {
    const docs = await node.call('GET', '/docs');
    expect(docs.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    expect(docs.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; .*frame-ancestors 'none'$/,
    );
    for (const path of ['/healthz', '/readyz', '/metrics', '/openapi.json', '/results/none']) {
      expect((await node.call('GET', path)).headers['x-content-type-options'], path).toBe('nosniff');
    }
  });

  test('a result is shown as what it says it is', async () => {
    const { key } = await node.createKey();
    const { id } = (await node.submit(key)).json;
    const { url } = (await node.settled(key, id)).json;
    for (const answer of [
      await node.call('GET', url),
      await node.call('GET', `/v1/videos/${id}/content`, { key }),
    ]) {
      expect(answer.headers).toMatchObject({
        'content-type': 'video/mp4',
        'x-content-type-options': 'nosniff',
      });
    }
  });
});

describe('with an origin configured', () => {
  let node: TollgateProcess;
  let key = '';
  let file = '';

  beforeAll(async () => {
    file = join(await freshFolder(), 'tollgate.yaml');
    await writeFile(file, `cors-origins: [${APP}, 'http://localhost:5173']\n`);
    node = await startTollgate({ args: ['--config', file] });
    key = (await node.createKey()).key;
  });

  test('a preflight is answered without a key, and counts on nothing', async () => {
    const before = await node.call('GET', '/v1/credits', { from: '127.0.0.5' });
    for (let asked = 0; asked < 5; asked++) {
      const preflight = await node.call('OPTIONS', '/v1/videos', {
        headers: { origin: APP, ...PREFLIGHT },
        from: '127.0.0.5',
      });
      expect(preflight.status).toBe(200);
      expect(preflight.text).toBe('');
      expect(preflight.headers['access-control-allow-origin']).toBe(APP);
      expect(preflight.headers.vary).toBe('Origin');
      expect(listOf(preflight.headers['access-control-allow-methods'])).toEqual(['get', 'head', 'post']);
      const allowed = listOf(preflight.headers['access-control-allow-headers']);
      for (const name of ['authorization', 'content-type', 'idempotency-key', 'range'])
        expect(allowed).toContain(name);
      expect(Number(preflight.headers['access-control-max-age'])).toBeGreaterThan(60);
    }
    const after = await node.call('GET', '/v1/credits', { from: '127.0.0.5' });
    expect(Number(after.headers['x-ratelimit-remaining-rpm'])).toBe(
      Number(before.headers['x-ratelimit-remaining-rpm']) - 1,
    );
  });

  test('every answer of the API, errors too, may be read by its pages, with the fields that clients go by', async () => {
    const headers = { origin: APP };
    const answers = [
      await node.call('GET', '/v1/credits', { key, headers }),
      await node.submit(key, {}, headers),
      await node.submit(key, { model: 'none' }, headers),
      await node.call('GET', '/v1/credits', { headers }),
      await node.call('GET', '/v1/nothing', { key, headers }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 202, 404, 401, 404]);
    for (const answer of answers) {
      expect(answer.headers['access-control-allow-origin']).toBe(APP);
      expect(answer.headers.vary).toBe('Origin');
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
      const exposed = listOf(answer.headers['access-control-expose-headers']);
      for (const name of Object.keys(answer.headers)) {
        if (/^x-|^retry-after/.test(name)) expect(exposed).toContain(name);
      }
      for (const name of ['retry-after', 'retry-after-ms', 'x-balance-available', 'x-ratelimit-reset'])
        expect(exposed).toContain(name);
    }
    const { url } = (await node.settled(key, answers[1]?.json.id)).json;
    const clip = await node.call('GET', url, { headers });
    expect(clip.headers).toMatchObject({ 'access-control-allow-origin': APP, vary: 'Origin' });
  });

  test('another origin, and whoever has none, is told that answers differ by origin, and nothing else', async () => {
    const others: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: `${APP}.evil.example` },
      { origin: 'null' },
      {},
    ];
    for (const headers of others) {
      const answer = await node.call('GET', '/v1/credits', { key, headers });
      expect(answer.status).toBe(200);
      expect(corsOf(answer.headers)).toEqual([]);
      expect(answer.headers.vary).toBe('Origin');
      const preflight = await node.call('OPTIONS', '/v1/videos', {
        key,
        headers: { ...headers, ...PREFLIGHT },
      });
      expect(preflight.status).toBe(405);
      expect(corsOf(preflight.headers)).toEqual([]);
    }
  });

  test('management is not for pages', async () => {
    for (const path of ['/api/keys', '/%61pi/keys', '/api/none', '/metrics', '/docs']) {
      for (const method of ['GET', 'OPTIONS']) {
        const answer = await node.call(method, path, {
          key: OPERATOR_KEY,
          headers: { origin: APP, ...PREFLIGHT },
        });
        expect(corsOf(answer.headers), `${method} ${path}`).toEqual([]);
      }
    }
  });

  test('a reload lets in every origin, and then none', async () => {
    await writeFile(file, "cors-origins: ['*']\n");
    await node.reload();
    const open = await node.call('GET', '/v1/credits', { key, headers: { origin: 'https://any.example' } });
    expect(open.headers['access-control-allow-origin']).toBe('*');
    expect(open.headers.vary).toBeUndefined();
    expect(
      (await node.call('OPTIONS', '/v1/videos', { headers: { origin: 'https://any.example', ...PREFLIGHT } }))
        .status,
    ).toBe(200);
    const byNoPage = await node.call('OPTIONS', '/v1/videos', { key, headers: PREFLIGHT });
    expect(byNoPage.status).toBe(405);
    expect(byNoPage.headers['access-control-allow-origin']).toBe('*');
    await writeFile(file, '');
    await node.reload();
    expect(
      corsOf((await node.call('GET', '/v1/credits', { key, headers: { origin: APP } })).headers),
    ).toEqual([]);
  });
});

test('a port for management answers no preflight, for there is nothing that a script may call', async () => {
  const node = await startTollgate({ args: ['--management-port', '0', '--cors-origins', APP] });
  const management = /^tollgate management listening on (http:\S+)$/m.exec(node.stdout)?.[1] ?? '';
  const headers = { origin: APP, ...PREFLIGHT };
  expect((await node.call('OPTIONS', '/v1/videos', { headers })).status).toBe(200);
  expectError(await node.call('OPTIONS', `${management}/v1/videos`, { headers }), 'missing_api_key');
  const withKey = await node.call('OPTIONS', `${management}/v1/videos`, { headers, key: OPERATOR_KEY });
  expectError(withKey, 'not_found');
  expect((await node.call('OPTIONS', '/results/none', { headers })).status).toBe(200);
  expect((await node.call('OPTIONS', `${management}/results/none`, { headers })).status).toBe(404);
});
