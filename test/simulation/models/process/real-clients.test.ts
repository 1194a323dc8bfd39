import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ClientCall } from '../../../../simulation/history/client-call.js';
import type { RequestStep } from '../../../../simulation/history/node-history.js';
import type { Seen } from '../../../../simulation/models/node/process-environment.js';
import { RealClients } from '../../../../simulation/models/process/real-clients.js';

const CREATED = JSON.stringify({ id: 'key_1', key: 'sk-1' });
const NEVER = new Promise<never>(() => {});

let server: Server;
let port: number;
let clients: RealClients;
let seen: Seen[];
let isOver: boolean;
/** The fate of the next requests; those after them are answered. */
let fates: ((socket: Socket) => void)[];
let heads: string[];

beforeEach(async () => {
  [seen, fates, heads, isOver] = [[], [], [], false];
  server = createServer((socket) => {
    socket.on('error', () => {});
    socket.setEncoding('latin1').on('data', (text) => {
      const [head, method] = /^(POST|GET) .*?\r\n\r\n/s.exec(String(text)) ?? [];
      if (head === undefined) return;
      heads.push(head);
      const fate = fates.shift();
      if (fate !== undefined) fate(socket);
      else answer(socket, method === 'POST' ? 201 : 200);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
  clients = new RealClients('mk-1', {
    see: (one) => seen.push(one),
    gateway: () => ({ port, ended: NEVER }),
    calm: () => Promise.resolve(),
    isOver: () => isOver,
  });
});

afterEach(async () => {
  clients.close();
  await new Promise((resolve) => server.close(resolve));
});

const answer = (socket: Socket, status: number) =>
  socket.write(`HTTP/1.1 ${status} OK\r\nContent-Length: ${CREATED.length}\r\n\r\n${CREATED}`);
const cut = (socket: Socket) => socket.destroy();
const whats = () => seen.map(({ what }) => what).filter((what) => what !== 'body_sent');

function step(call: ClientCall, more: Partial<RequestStep> = {}): RequestStep {
  return { id: 9, at: 0, do: 'request', call, bodyAfterMs: 0, client: 1, ...more };
}

const createKey = (idempotencyKey?: string): ClientCall => ({
  op: 'create_key',
  newKey: 0,
  account: 0,
  ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
});

it('what has an Idempotency-Key is asked for again under it, word for word, until it is answered', async () => {
  fates = [cut, cut];
  await clients.errand(step(createKey('idem-1')));
  expect(whats()).toEqual(['sent', 'cut_off', 'sent', 'cut_off', 'sent', 'answered']);
  expect(heads[0]).toContain('idempotency-key: idem-1\r\n');
  expect(new Set(heads).size).toBe(1);
  expect(clients.known.keys).toEqual([0]);
});

it('what has none is asked for once', async () => {
  fates = [cut];
  await clients.errand(step(createKey()));
  expect(whats()).toEqual(['sent', 'cut_off']);
});

it('nobody asks again once no process will come', async () => {
  isOver = true;
  fates = [cut];
  await clients.errand(step(createKey('idem-1')));
  expect(whats()).toEqual(['sent', 'cut_off']);
});

it('a client that gives up is seen to do so once, and knows nothing of the answer', async () => {
  fates = [() => {}];
  await clients.errand(step(createKey('idem-1'), { givesUpAfterMs: 1 }));
  expect(whats()).toEqual(['sent', 'gave_up']);
  expect(clients.known.keys).toEqual([]);
});

it('requests that need what nobody was told are not sent', async () => {
  expect(await clients.ask({ op: 'credits', key: 3 })).toEqual({ how: 'not_sent' });
  expect(seen).toEqual([]);
});

it('all have ended when the last has', async () => {
  let release = (): void => {};
  fates = [
    (socket) => {
      release = () => answer(socket, 201);
    },
  ];
  const asked = clients.ask(createKey());
  let haveEnded = false;
  const ended = clients.allEnded().then(() => {
    haveEnded = true;
  });
  await clients.ask({ op: 'list_keys' });
  expect(haveEnded).toBe(false);
  release();
  await ended;
  expect(await asked).toMatchObject({ how: 'answered', status: 201 });
});
