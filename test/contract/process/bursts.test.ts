/**
 * Hundreds of requests on one key at the same instant, and the same with a restart in the middle.
 *
 * Each request has a connection of its own, opened beforehand; all are written in one turn of the event loop.
 */
import { connect, type Socket } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { repetitions } from '../../test-set.js';
import { cleanUp, OPERATOR_KEY, startTollgate, type TollgateProcess } from '../support/harness.js';
import { auditKey, expectSettledOnce, wholeList } from '../support/ledger-audit.js';

const SUBMITS = repetitions(500, 2_000);
const READS = repetitions(300, 1_000);
const LIMIT = 60;
/** A node has put all but its last second on disk when `kill -9` ends it. */
const REMEMBERED_AFTER_MS = 1_100;
const ANSWERED_WITHIN_MS = 300_000;
const CONNECTS_AT_ONCE = 200;

interface Answered {
  readonly status: number;
  /** Status line and header fields. */
  readonly head: string;
  // biome-ignore lint/suspicious/noExplicitAny: the tests judge what is in it
  readonly json: any;
}

/** Undefined if the connection broke, or nothing came. */
type Outcome = Answered | undefined;

afterAll(cleanUp);

test('of many concurrent submits on a key with credit for ten exactly ten are accepted', async () => {
  const node = await startTollgate();
  const key = await node.createKey({ credits: 5 });
  const clients = await openClients(node, SUBMITS);
  const outcomes = await Promise.all(clients.map((client) => client.send(submitOf(key.key, 1))));
  expect(countByStatus(outcomes)).toEqual({ 202: 10, 402: SUBMITS - 10 });
  for (const refused of outcomes.filter((outcome) => outcome?.status === 402)) {
    expect(refused?.json.error.code).toBe('insufficient_credits');
    expect(refused?.json.required).toBe(0.5);
    expect(refused?.json.balance).toBeLessThan(0.5);
  }
  const jobs = acceptedIn(outcomes);
  expect(await listedJobs(node, key.key)).toEqual([...jobs].sort());
  for (const id of jobs) expect((await node.settled(key.key, id)).json.cost).toBe(0.5);
  const audit = await auditKey(node, key);
  expectSettledOnce(audit);
  expect(audit).toMatchObject({ balance: 0, reserved: 0, charged: 5_000_000 });
  await node.stop();
});

test('of a burst of requests on a limit of 60 exactly 60 are admitted', async () => {
  const node = await startTollgate();
  const { key } = await node.createKey({ rate_limit_rpm: LIMIT });
  const clients = await openClients(node, READS);
  const outcomes = await Promise.all(clients.map((client) => client.send(readOf(key))));
  expect(countByStatus(outcomes)).toEqual({ 200: LIMIT, 429: READS - LIMIT });
  expectCountedDown(outcomes, LIMIT, LIMIT - 1);
  await node.stop();
});

test('of a burst of guesses from one address exactly 60 are looked at', async () => {
  const node = await startTollgate();
  const clients = await openClients(node, READS);
  const outcomes = await Promise.all(
    clients.map((client, index) => client.send(readOf(`sk-tg${String(index).padStart(36, '0')}`))),
  );
  expect(countByStatus(outcomes)).toEqual({ 401: LIMIT, 429: READS - LIMIT });
  expectCountedDown(outcomes, LIMIT, LIMIT - 1);
  await node.stop();
});

test('credit that comes in during a burst is spent once, to the last micro-DA', async () => {
  const node = await startTollgate();
  const key = await node.createKey({ credits: 0 });
  const clients = await openClients(node, 600);
  const credits = Array.from({ length: 40 }, (_, index) => ({ amount: 0.3, reference: `during ${index}` }));
  const [added, outcomes] = await Promise.all([
    Promise.all(
      credits.map((json) => node.call('POST', `/api/keys/${key.id}/credits`, { key: OPERATOR_KEY, json })),
    ),
    Promise.all(clients.map((client) => client.send(submitOf(key.key, 1)))),
  ]);
  expect(added.map(({ status }) => status)).toEqual(credits.map(() => 201));
  const accepted = acceptedIn(outcomes);
  expect(accepted.length + (countByStatus(outcomes)[402] ?? 0)).toBe(600);
  const later = [];
  for (let more = accepted.length; more < 24; more++) later.push(await node.submit(key.key, { seconds: 1 }));
  expect(later.map(({ status }) => status)).toEqual(later.map(() => 202));
  expect((await node.submit(key.key, { seconds: 1 })).status).toBe(402);
  for (const id of await listedJobs(node, key.key)) await node.settled(key.key, id);
  const audit = await auditKey(node, key);
  expectSettledOnce(audit);
  expect(audit).toMatchObject({ credited: 12_000_000, charged: 12_000_000, balance: 0 });
  await node.stop();
});

test('bursts of submits on many keys at once overspend none and let none down', async () => {
  const node = await startTollgate();
  const keys = await Promise.all(
    Array.from({ length: 10 }, (_, index) => node.createKey({ credits: (index + 1) / 2 })),
  );
  const clients = await openClients(node, 1_000);
  const outcomes = await Promise.all(
    clients.map((client, index) => client.send(submitOf(keys[index % keys.length]?.key ?? '', 1))),
  );
  for (const [index, key] of keys.entries()) {
    const own = outcomes.filter((_, client) => client % keys.length === index);
    expect(countByStatus(own)).toEqual({ 202: index + 1, 402: 100 - (index + 1) });
    for (const id of acceptedIn(own)) await node.settled(key.key, id);
    expectSettledOnce(await auditKey(node, key));
  }
  await node.stop();
});

test.each(['stop', 'kill'] as const)(
  'with a %s and a start in the middle of the submits still exactly ten are accepted',
  async (end) => {
    const first = await startTollgate();
    const key = await first.createKey({ credits: 5 });
    const clients = await openClients(first, SUBMITS);
    const head = await Promise.all(clients.slice(0, 4).map((client) => client.send(heldBy(key.key))));
    expect(countByStatus(head)).toEqual({ 202: 4 });
    const rest = clients.slice(4).map((client) => client.send(heldBy(key.key)));
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
    await first[end]();
    const middle = await Promise.all(rest);

    const second = await startTollgate({ data: first.data });
    const unanswered = middle.filter((outcome) => outcome === undefined || outcome.status === 503).length;
    const again = await openClients(second, unanswered);
    const tail = await Promise.all(again.map((client) => client.send(heldBy(key.key))));
    const acknowledged = acceptedIn([...head, ...middle, ...tail]);
    const statuses = countByStatus([...middle, ...tail].filter((outcome) => outcome !== undefined));
    expect(Object.keys(statuses).filter((status) => !['202', '402', '503'].includes(status))).toEqual([]);

    const jobs = await listedJobs(second, key.key);
    expect(jobs).toHaveLength(10);
    for (const id of acknowledged) expect(jobs).toContain(id);
    // A graceful stop answers what it took on; only a kill leaves jobs whose acknowledgement never came.
    if (end === 'stop') expect(acknowledged).toHaveLength(10);
    const audit = await auditKey(second, key);
    expect(audit).toMatchObject({ balance: 0, reserved: 5_000_000, charged: 0 });
    expect([...audit.jobs.keys()].sort()).toEqual(jobs);
    await second.stop();
  },
);

test('with a graceful restart in the middle of the burst still exactly 60 are admitted', async () => {
  const first = await startTollgate();
  const { key } = await first.createKey({ rate_limit_rpm: LIMIT });
  const clients = await openClients(first, READS);
  const head = await Promise.all(clients.slice(0, 25).map((client) => client.send(readOf(key))));
  expect(countByStatus(head)).toEqual({ 200: 25 });
  const rest = clients.slice(25).map((client) => client.send(readOf(key)));
  expect((await first.stop()).code).toBe(0);
  const middle = await Promise.all(rest);

  const second = await startTollgate({ data: first.data });
  const again = await openClients(second, middle.filter((outcome) => outcome === undefined).length + 100);
  const tail = await Promise.all(again.map((client) => client.send(readOf(key))));
  const statuses = countByStatus([...head, ...middle, ...tail].filter((outcome) => outcome !== undefined));
  expect(statuses[200]).toBe(LIMIT);
  expectCountedDown([...head, ...middle, ...tail], LIMIT, LIMIT - 1);
  await second.stop();
});

test('with kill -9 between two bursts exactly 60 are admitted, when the first is over a second old', async () => {
  const first = await startTollgate();
  const { key } = await first.createKey({ rate_limit_rpm: LIMIT });
  const before = await openClients(first, 25);
  const head = await Promise.all(before.map((client) => client.send(readOf(key))));
  expect(countByStatus(head)).toEqual({ 200: 25 });
  await new Promise((resolve) => setTimeout(resolve, REMEMBERED_AFTER_MS));
  await first.kill();

  const second = await startTollgate({ data: first.data });
  const clients = await openClients(second, READS - 25);
  const tail = await Promise.all(clients.map((client) => client.send(readOf(key))));
  expect(countByStatus(tail)).toEqual({ 200: LIMIT - 25, 429: READS - LIMIT });
  await second.stop();
});

/** One connection, one request. */
class Client {
  readonly #socket: Socket;
  #received = '';
  #settle: (outcome: Outcome) => void = () => {};

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      this.#received += text;
      const outcome = outcomeIn(this.#received);
      if (outcome !== undefined) this.#end(outcome);
    });
    socket.on('error', () => {});
    socket.on('close', () => this.#end(undefined));
  }

  send(request: string): Promise<Outcome> {
    return new Promise((resolve) => {
      this.#settle = resolve;
      if (this.#socket.destroyed) {
        resolve(undefined);
        return;
      }
      this.#socket.setTimeout(ANSWERED_WITHIN_MS, () => this.#end(undefined));
      this.#socket.write(request);
    });
  }

  #end(outcome: Outcome): void {
    this.#settle(outcome);
    this.#socket.destroy();
  }
}

async function openClients(node: TollgateProcess, count: number): Promise<Client[]> {
  const clients: Client[] = [];
  while (clients.length < count) {
    const some = Math.min(CONNECTS_AT_ONCE, count - clients.length);
    clients.push(...(await Promise.all(Array.from({ length: some }, () => openClient(node.port)))));
  }
  return clients;
}

function openClient(port: number): Promise<Client> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(new Client(socket));
    });
  });
}

/** The outcome, once the answer is whole. */
function outcomeIn(received: string): Outcome {
  const [head = '', body] = received.split('\r\n\r\n', 2);
  if (body === undefined) return undefined;
  const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
  if (Buffer.byteLength(body) < length) return undefined;
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]), head, json: JSON.parse(body) };
}

function submitOf(key: string, seconds: number, model = 'sim/video-instant'): string {
  const body = JSON.stringify({ model, prompt: 'a lighthouse in the rain', seconds });
  return `POST /v1/videos HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

/** A submit whose reservation stays for the length of a test. */
function heldBy(key: string): string {
  return submitOf(key, 1, 'sim/video-slow');
}

function readOf(key: string): string {
  return `GET /v1/credits HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n\r\n`;
}

function countByStatus(outcomes: readonly Outcome[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) {
    const status = outcome === undefined ? 'none' : String(outcome.status);
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

/** Ids of the jobs that were accepted. */
function acceptedIn(outcomes: readonly Outcome[]): string[] {
  return outcomes.flatMap((outcome) => (outcome?.status === 202 ? [outcome.json.id as string] : []));
}

/** Each admission left one request less than the one before: what they say together is 59, 58, … 0. */
function expectCountedDown(outcomes: readonly Outcome[], admitted: number, firstRemaining: number): void {
  const remaining = outcomes
    .filter((outcome) => outcome !== undefined && outcome.status !== 429)
    .map((outcome) => Number(/^x-ratelimit-remaining-rpm: (\d+)/im.exec(outcome?.head ?? '')?.[1]));
  const expected = Array.from({ length: admitted }, (_, index) => firstRemaining - index);
  expect(remaining.sort((one, other) => other - one)).toEqual(expected);
}

async function listedJobs(node: TollgateProcess, key: string): Promise<string[]> {
  return (await wholeList(node, '/v1/videos', key)).map(({ id }) => id as string).sort();
}
