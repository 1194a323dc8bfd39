import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { StandIn, StandInRequest } from '../../../../src/providers/adapters/remote/stand-in.js';
import {
  type StandInServer,
  type StandInServerOptions,
  serveStandIn,
} from '../../../../src/providers/adapters/remote/stand-in-server.js';

const FILE = Uint8Array.from({ length: 100 }, (_, at) => at);

describe('the server of a stand-in', () => {
  const servers: StandInServer[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });

  async function serve(standIn: Partial<StandIn>, options: Partial<StandInServerOptions> = {}) {
    const answer = () => ({ status: 200, body: FILE });
    const make = () => ({ answer, begun: new Map(), ...standIn });
    const parts = { key: '', nowMs: () => 0, pendingMs: 0, runningMs: 0, clip: () => FILE };
    const server = await serveStandIn(make, { ...parts, ...options });
    servers.push(server);
    return server;
  }

  it.each([
    ['bytes=0-0', 206, 'bytes 0-0/100', [0]],
    ['bytes=98-', 206, 'bytes 98-99/100', [98, 99]],
    ['bytes=99-200', 206, 'bytes 99-99/100', [99]],
    ['bytes=100-', 416, 'bytes */100', []],
  ])('serves the range %s of a file', async (range, status, contentRange, bytes) => {
    const { url } = await serve({});
    const answer = await fetch(url, { headers: { range } });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-range')).toBe(contentRange);
    expect([...new Uint8Array(await answer.arrayBuffer())]).toEqual(bytes);
  });

  it('hands over the parts of a request', async () => {
    const asked: StandInRequest[] = [];
    const answer = (request: StandInRequest) => {
      asked.push(request);
      return { status: 204, body: undefined };
    };
    const { url } = await serve({ answer });
    await fetch(`${url}/a%20b?c=d`, { method: 'POST', headers: { 'X-Key': 'k' }, body: '{"e":1}' });
    const form = new FormData();
    form.append('prompt', 'a boat');
    await fetch(url, { method: 'POST', body: form });
    await fetch(url, { method: 'POST', body: 'not JSON' });
    expect(asked[0]).toMatchObject({ method: 'POST', path: '/a b', body: { e: 1 } });
    expect(asked[0]?.headers['x-key']).toBe('k');
    expect(asked[0]?.query.get('c')).toBe('d');
    expect(asked[1]?.body).toEqual({ prompt: 'a boat' });
    expect(asked[2]?.body).toBeUndefined();
  });

  it('does not show a request to the stand-in if another answer is planned', async () => {
    let seen = 0;
    const answer = () => ({ status: 200, body: ++seen });
    const instead = { kind: 'instead', answer: { status: 503, body: {} } } as const;
    const { url } = await serve({ answer }, { faultOf: () => instead });
    expect((await fetch(url)).status).toBe(503);
    expect(seen).toBe(0);
  });

  it.each([
    [{ kind: 'halved' }, 1],
    [{ kind: 'reset_after', bytes: 10 }, 1],
    [{ kind: 'reset_unseen' }, 0],
  ] as const)('breaks an answer off as planned: %j', async (fault, seen) => {
    let answered = 0;
    const answer = () => ({ status: 200, body: { seen: ++answered } });
    const { url } = await serve({ answer }, { faultOf: () => fault });
    await expect(fetch(url).then((cut) => cut.json())).rejects.toThrow();
    expect(answered).toBe(seen);
  });

  it('sends events over a WebSocket until its client leaves', async () => {
    let left = () => {};
    const leaving = new Promise<void>((resolve) => {
      left = resolve;
    });
    const listen = (_: StandInRequest, send: (text: string) => void) => {
      send('an event');
      return left;
    };
    const { url } = await serve({ listen });
    const socket = new WebSocket(url.replace('http', 'ws'));
    const event = await new Promise((resolve) => socket.once('message', (data) => resolve(String(data))));
    expect(event).toBe('an event');
    socket.close();
    await leaving;
  });

  it('rejects if its port is in use', async () => {
    const { url } = await serve({});
    await expect(serve({}, { port: Number(new URL(url).port) })).rejects.toThrow('EADDRINUSE');
  });
});
