/**
 * Text through a real node: streams that are read slowly, left at any byte, stopped and killed, and a rush on
 * credit for ten.
 */
import { connect, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { repetitions } from '../../test-set.js';
import { cleanUp, runTollgate, type TollgateProcess } from '../support/harness.js';
import { RawConnection, requestBytes } from '../support/raw-http.js';
import {
  beginEvents,
  endEvents,
  TextServer,
  whole,
  writeSlowly,
  writeToken,
} from '../support/text-server.js';

/** In DA for a million tokens: a token costs 40 or 120 micro-DA. */
const PRICES = '{ input: 40, output: 120 }';
const CREDITS = 1_000;
/** Of a text whose usage was reported, in DA. */
const COST = (7 * 40 + 3 * 120) / 1e6;
const RUSH = 2_000;
const KILLS = repetitions(3, 20);
const STREAMS_PER_KILL = 12;
const CUTS = repetitions(150, 2_000);

let provider: TextServer;

beforeAll(async () => {
  provider = await TextServer.start();
});
beforeEach(() => {
  provider.asked = 0;
});
afterAll(async () => {
  await cleanUp();
  provider.stop();
});

function chatBytes(key: string, fields: readonly (readonly [string, string])[] = [], stream = true): Buffer {
  return requestBytes({
    method: 'POST',
    target: '/v1/chat/completions',
    headers: [['Authorization', `Bearer ${key}`], ['Content-Type', 'application/json'], ...fields],
    body: JSON.stringify({ model: 'small', messages: [{ role: 'user', content: 'hi' }], stream }),
  });
}

/** A client that keeps what it is sent. */
class Reader {
  received = '';
  readonly socket: Socket;
  readonly closed: Promise<void>;

  constructor(node: TollgateProcess, bytes: Uint8Array) {
    this.socket = connect(node.port, '127.0.0.1');
    this.socket.on('error', () => {});
    this.closed = new Promise((resolve) => this.socket.on('close', () => resolve()));
    this.socket.setEncoding('latin1').on('data', (text) => {
      this.received += text;
    });
    this.socket.write(bytes);
  }

  get isDone(): boolean {
    return this.received.includes('data: [DONE]\n\n');
  }
}

async function balancesOf(node: TollgateProcess, key: string) {
  const { json } = await node.call('GET', '/v1/credits', { key });
  return json as { balance: number; reserved: number };
}

/** Nothing is reserved any more; what the texts of the key have cost, in whole texts. */
async function settledTexts(node: TollgateProcess, key: string): Promise<number> {
  await expect.poll(async () => (await balancesOf(node, key)).reserved).toBe(0);
  return (CREDITS - (await balancesOf(node, key)).balance) / COST;
}

async function expectVerified(node: TollgateProcess): Promise<void> {
  const { code, stdout } = await runTollgate(['verify', '--data', node.data]);
  expect([code, stdout]).toEqual([0, expect.stringContaining('Everything adds up')]);
}

test('of 2,000 concurrent requests on credit for ten exactly ten are served', async () => {
  // A token costs a DA, and each request may make one.
  const node = await provider.startNode('{ input: 0, output: 1000000 }', { args: ['--log-level', 'error'] });
  const { key } = await node.createKey({ credits: 10 });
  const held: (() => void)[] = [];
  provider.answer = (response) => held.push(() => whole(response, { ...ONE_TOKEN }));
  const request = requestBytes({
    method: 'POST',
    target: '/v1/chat/completions',
    headers: [
      ['Authorization', `Bearer ${key}`],
      ['Content-Type', 'application/json'],
    ],
    body: JSON.stringify({ model: 'small', messages: [{ role: 'user', content: 'hi' }], max_tokens: 1 }),
  });
  const clients: RawConnection[] = [];
  for (let client = 0; client < RUSH; client++) clients.push(await RawConnection.open(node.port));
  for (const client of clients) client.send(request);
  let refused = 0;
  const answers = clients.map(async (client) => {
    const answer = await client.answer();
    if (answer?.status === 402) refused += 1;
    return answer;
  });
  await expect.poll(() => refused).toBe(RUSH - 10);
  expect((await balancesOf(node, key)).balance).toBe(0);
  await expect.poll(() => held.length).toBe(10);
  for (const release of held) release();
  const statuses = (await Promise.all(answers)).map((answer) => answer?.status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);
  expect(await balancesOf(node, key)).toMatchObject({ balance: 0, reserved: 0 });
  expect(provider.asked).toBe(10);
  for (const client of clients) client.destroy();
  await node.stop();
  await expectVerified(node);
});

const ONE_TOKEN = { prompt_tokens: 7, completion_tokens: 1, total_tokens: 8 };

describe('streams of one node', () => {
  let node: TollgateProcess;
  let key: string;

  beforeAll(async () => {
    node = await provider.startNode(PRICES, { args: ['--abandoned-stream-max-ms', '60000'] });
  });
  beforeEach(async () => {
    ({ key } = await node.createKey());
  });

  test('a client that reads nothing has the provider wait, and reads it all later', async () => {
    let sentBytes = 0;
    const wantedBytes = 40_000_000;
    provider.answer = (response) => {
      beginEvents(response);
      const more = () => {
        while (sentBytes < wantedBytes) {
          sentBytes += 10_000;
          if (!writeToken(response, 'x'.repeat(10_000))) return;
        }
        endEvents(response);
        response.off('drain', more);
      };
      response.on('drain', more);
      more();
    };
    const reader = new Reader(node, chatBytes(key));
    reader.socket.pause();
    let before = -1;
    const standsStill = () => {
      const isStill = sentBytes > 0 && sentBytes === before;
      before = sentBytes;
      return isStill;
    };
    await expect.poll(standsStill, { interval: 300 }).toBe(true);
    // The kernel holds some megabytes of each connection.
    expect(sentBytes).toBeLessThan(wantedBytes / 2);
    reader.socket.resume();
    await expect.poll(() => reader.isDone).toBe(true);
    expect(reader.received.length).toBeGreaterThan(wantedBytes);
    expect(await settledTexts(node, key)).toBeCloseTo(1, 6);
  });

  test('streams that their clients leave at any byte are settled once', async () => {
    provider.answer = (response) => void writeSlowly(response, 10);
    const wanted = chatBytes(key, [['Connection', 'close']]);
    const first = new Reader(node, wanted);
    await first.closed;
    expect(first.isDone).toBe(true);
    const bytes = first.received.length;
    const cutAt = (byte: number) =>
      new Promise<void>((resolve) => {
        const reader = new Reader(node, wanted);
        const look = () => {
          if (reader.received.length >= byte) reader.socket.destroy();
        };
        reader.socket.on('data', look);
        reader.socket.on('connect', look);
        void reader.closed.then(resolve);
      });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: bytes }), { minLength: 10, maxLength: 20 }),
        (cuts) => Promise.all(cuts.map(cutAt)).then(() => true),
      ),
      { numRuns: CUTS / 10 },
    );
    // Each is read on to its usage.
    expect(await settledTexts(node, key)).toBeCloseTo(provider.asked, 6);
  });

  test('a request behind a stream ends its connection, and a client that asks for it is closed', async () => {
    provider.answer = (response) => void writeSlowly(response, 3, 20);
    const pipelined = new Reader(node, Buffer.concat([chatBytes(key), chatBytes(key)]));
    await pipelined.closed;
    expect(pipelined.isDone).toBe(false);
    const closing = new Reader(node, chatBytes(key, [['Connection', 'close']]));
    await closing.closed;
    expect(closing.isDone).toBe(true);
    const old = new Reader(node, Buffer.from(chatBytes(key).toString().replace('HTTP/1.1', 'HTTP/1.0')));
    await old.closed;
    expect(old.received).toMatch(/^HTTP\/1.1 505 /);
    expect(await settledTexts(node, key)).toBeCloseTo(provider.asked, 6);
  });

  test('streams end before the node does that is told to stop, and no other is taken', async () => {
    let finish = () => {};
    provider.answer = (response) => {
      beginEvents(response);
      writeToken(response, 'a');
      finish = () => endEvents(response);
    };
    const reader = new Reader(node, chatBytes(key));
    const other = await RawConnection.open(node.port);
    await expect.poll(() => reader.received.includes('"a"')).toBe(true);
    const stopped = node.stop();
    const isRefused = () =>
      RawConnection.open(node.port).then(
        (connection) => connection.destroy(),
        () => true,
      );
    await expect.poll(isRefused).toBe(true);
    expect((await other.send(chatBytes(key)).answer())?.status).toBe(503);
    finish();
    expect(await stopped).toMatchObject({ code: 0 });
    await reader.closed;
    expect(reader.isDone).toBe(true);
    await expectVerified(node);
  });
});

test('kill -9 amid streams: each is settled once, or interrupted and charged nothing', async () => {
  let node = await provider.startNode(PRICES);
  const { key } = await node.createKey();
  let done = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    if (kill > 0) node = await provider.startNode(PRICES, { data: node.data });
    // Each stream is at another place when the kill comes, some in their settling commit.
    provider.answer = (response, n) => void writeSlowly(response, n % STREAMS_PER_KILL, 2);
    const readers = Array.from({ length: STREAMS_PER_KILL }, () => new Reader(node, chatBytes(key)));
    const half = STREAMS_PER_KILL / 2;
    await expect
      .poll(() => readers.filter(({ isDone }) => isDone).length, { interval: 1 })
      .toBeGreaterThan(half);
    await node.kill();
    await Promise.all(readers.map(({ closed }) => closed));
    done += readers.filter(({ isDone }) => isDone).length;
  }
  node = await provider.startNode(PRICES, { data: node.data });
  const charged = await settledTexts(node, key);
  expect(charged).toBeCloseTo(Math.round(charged), 6);
  expect(charged).toBeGreaterThanOrEqual(done - 1e-6);
  expect(charged).toBeLessThanOrEqual(provider.asked + 1e-6);
  await node.stop();
  await expectVerified(node);
});
