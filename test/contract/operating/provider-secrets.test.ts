/**
 * A service that repeats its key wherever it can: in headers, bodies, errors, ids, links, redirects and
 * content types. No word of a node, to whoever it is said, and nothing on its disk holds the key.
 */
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { renderClip } from '../../../src/providers/adapters/simulated/clip.js';
import { PATIENCE_MS } from '../support/client.js';
import { Collector } from '../support/collector.js';
import { cleanUp, OPERATOR_KEY, runTollgate } from '../support/harness.js';
import { startNodeBefore } from '../support/node-before.js';

const KEY = 'planted-identity:planted-confidential-part';
const PIECES = [...KEY.split(':'), encodeURIComponent(KEY), Buffer.from(KEY).toString('base64')];

/** One prompt for each way in which the service repeats its key. */
const WAYS = [
  'refused',
  'refused-by-header',
  'in-its-id',
  'fails',
  'half',
  'no-json',
  'linked',
  'redirected',
  'typed',
  'served',
];

const said: Record<string, string> = {};
let service: Server;
let collector: Collector;

beforeAll(async () => {
  service = createServer((request, response) => {
    answer(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  collector = await Collector.start();
  const { node } = await startNodeBefore(
    { kind: 'fal', url, key: KEY, model: 'fal-ai/veo3/fast' },
    {
      args: [
        ...['--log-level', 'debug', '--log-requests', '1', '--provider-submit-timeout-ms', '2000'],
        ...['--otlp-endpoint', collector.url, '--otlp-sampling-ratio', '1', '--job-deadline-minutes', '1'],
      ],
    },
  );
  const { key } = await node.createKey();
  const ids: string[] = [];
  for (const way of WAYS) {
    const { json } = await node.submit(key, { model: 'clip', prompt: way, seconds: 4 });
    ids.push(json.id);
  }
  // Each job has been answered by the service; those whose answers are no use go on being asked for.
  await vi.waitUntil(() => WAYS.every((way) => answered.has(way)), { timeout: PATIENCE_MS, interval: 50 });
  for (const way of ['refused', 'refused-by-header', 'fails', 'typed', 'served']) {
    await node.settled(key, ids[WAYS.indexOf(way)] ?? '');
  }
  const ask = async (path: string, as: string) => (await node.call('GET', path, { key: as })).text;
  said.jobs = '';
  for (const id of ids) {
    said.jobs += await ask(`/v1/videos/${id}`, key);
    said.jobs += JSON.stringify((await node.call('GET', `/v1/videos/${id}/content`, { key })).headers);
    said.jobs += await ask(`/api/jobs/${id}`, OPERATOR_KEY);
  }
  said.lists =
    (await ask('/v1/videos', key)) + (await ask('/v1/activity', key)) + (await ask('/v1/models', key));
  said.metrics = await ask('/metrics', '');
  const top = await runTollgate(['top', '--once', '--url', node.url], {
    TOLLGATE_MANAGEMENT_KEY: OPERATOR_KEY,
  });
  said.top = top.stdout + top.stderr;
  await node.stop();
  said.log = node.stdout + node.stderr;
  said.traces = collector.text;
  said.disk = '';
  for (const file of await readdir(node.data, { recursive: true, withFileTypes: true })) {
    if (file.isFile()) said.disk += await readFile(join(file.parentPath, file.name), 'latin1');
  }
});

afterAll(async () => {
  await cleanUp();
  await collector.stop();
  service.closeAllConnections();
  await new Promise((resolve) => service.close(resolve));
});

/** Ways whose answers have been sent. */
const answered = new Set<string>();
const ECHO = { 'x-key': KEY, 'www-authenticate': `Key ${KEY}`, 'retry-after': KEY };

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const send = (status: number, body: unknown, headers: Record<string, string> = {}) =>
    response.writeHead(status, { ...ECHO, ...headers }).end(JSON.stringify(body));
  const error = { detail: `the key ${KEY} (Key ${KEY}) is no good`, error_type: KEY };
  const url = request.url ?? '';
  if (request.method === 'POST') {
    let body = '';
    for await (const chunk of request) body += chunk;
    const way = String(JSON.parse(body).prompt);
    if (way.startsWith('refused')) {
      answered.add(way);
      send(way === 'refused' ? 422 : 401, error);
    } else if (way === 'half') {
      answered.add(way);
      response.write(`{"request_id":"${KEY}`, () => request.socket.destroy());
    } else if (way === 'no-json') {
      answered.add(way);
      response.end(`<html>${KEY}`);
    } else {
      if (way === 'in-its-id') answered.add(way);
      send(200, {
        request_id: way === 'in-its-id' ? `id-${KEY}` : way,
        status_url: `https://${KEY}@x.test/`,
      });
    }
    return;
  }
  const [, way = ''] = /\/requests\/([^/]+)/.exec(url) ?? [];
  if (url.startsWith('/files/')) {
    const [, , of = ''] = url.split('/');
    answered.add(of);
    if (of === 'redirected') send(302, error, { location: `https://x.test/?key=${KEY}` });
    else if (of === 'served') {
      response.writeHead(200, { ...ECHO, 'content-type': `video/${KEY}` });
      response.end(renderClip({ lengthMs: 4_000, seed: 1 }));
    } else response.writeHead(403, { ...ECHO, 'content-type': `video/${KEY}` }).end(KEY);
  } else if (url.endsWith('/status')) {
    if (way === 'fails') {
      answered.add(way);
      send(200, { status: 'COMPLETED', error: error.detail, error_type: KEY });
    } else send(200, { status: 'COMPLETED' });
  } else if (way === 'typed') {
    answered.add(way);
    send(500, error);
  } else {
    const base = `http://${request.headers.host}`;
    const path = `/files/${way}/${encodeURIComponent(KEY)}?key=${KEY}`;
    send(200, { video: { url: base + path, duration: 4 }, [KEY]: KEY });
  }
}

it('much was said: each way in which the service repeats its key was met', () => {
  expect(said.jobs).toContain('"status":"completed"');
  expect(said.jobs).toContain('[secret]');
  expect(said.log).toContain('"msg":"a call to the provider failed"');
  expect(said.log).toContain('[secret]');
  expect(said.metrics).toContain('tollgate_service_requests_total{provider="served"');
  expect(said.top).toContain('served fal-ai/veo3/fast');
  expect(said.traces).toContain('provider submit');
  expect(said.disk?.length).toBeGreaterThan(10_000);
});

it.each(['jobs', 'lists', 'metrics', 'top', 'log', 'traces', 'disk'])(
  'the key of a provider, or a part of it, is not in %s',
  (where) => {
    const text = said[where] ?? '';
    expect(text.length).toBeGreaterThan(0);
    expect(PIECES.filter((piece) => text.includes(piece))).toEqual([]);
  },
);
