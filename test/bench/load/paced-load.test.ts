import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyPacedLoad, type PacedLoad, writeLines } from '../../../bench/load/paced-load.js';
import { isInstalled } from '../../../bench/machine/pinning.js';
import type { ServerProcess } from '../../../bench/servers/server-process.js';

let folder: string;
let http: Server;
let heard: { readonly request: IncomingMessage; readonly body: string }[];
let status: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tollgate-test-'));
  heard = [];
  status = 200;
  http = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      heard.push({ request, body });
      response.writeHead(status).end('{}');
    });
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
});

afterEach(async () => {
  http.closeAllConnections();
  http.close();
  await rm(folder, { recursive: true, force: true });
});

async function apply(lines: readonly string[], rest: Partial<PacedLoad>) {
  const { port } = http.address() as AddressInfo;
  const server: ServerProcess = { name: 'here', port, pid: process.pid, stop: async () => {} };
  const headers = await writeLines(join(folder, 'headers'), lines);
  const paths = await writeLines(join(folder, 'paths'), ['/a', '/b']);
  return applyPacedLoad(server, { seconds: 1, headers, paths, ...rest });
}

describe.runIf(isInstalled('wrk'))('a paced load', () => {
  it('asked to, sends each header once, and is over when all are answered', async () => {
    const names = Array.from({ length: 500 }, (_, n) => `X-Name: n${n}`);
    const began = performance.now();
    const { requests } = await apply(names, { isOnce: true, seconds: 25 });
    expect(performance.now() - began).toBeLessThan(20_000);
    expect(requests).toBe(500);
    const sent = heard.map(({ request }) => `X-Name: ${request.headers['x-name']}`);
    expect(sent.sort()).toEqual([...names].sort());
    expect(heard.every(({ request }) => request.url === '/a' || request.url === '/b')).toBe(true);
  });

  it('sends several headers if a line has several, and a body', async () => {
    await apply(['X-One: 1\\r\\nX-Two: 2'], { method: 'POST', body: '{"a":1}', requestsPerSecond: 50 });
    expect(heard.length).toBeGreaterThan(0);
    for (const { request, body } of heard) {
      expect(request.headers).toMatchObject({
        'x-one': '1',
        'x-two': '2',
        'content-type': 'application/json',
      });
      expect([request.method, body]).toEqual(['POST', '{"a":1}']);
    }
  });

  it('sends no more than it is to', async () => {
    const { requests, refused } = await apply(['X-One: 1'], { requestsPerSecond: 50 });
    // Pauses vary by half.
    expect(requests).toBeLessThanOrEqual(110);
    expect(refused).toBe(0);
  });

  it('counts answers that are no success', async () => {
    status = 429;
    const { requests, refused } = await apply(['X-One: 1'], { requestsPerSecond: 50 });
    expect(requests).toBeGreaterThan(0);
    expect(refused).toBe(requests);
  });
});
