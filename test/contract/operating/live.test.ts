/** The live view of a node: who may watch it, what a watcher is sent, and the command that shows it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import {
  cleanUp,
  OPERATOR_KEY,
  runTollgate,
  startTollgate,
  type TollgateProcess,
} from '../support/harness.js';

const HANDSHAKE = {
  Upgrade: 'websocket',
  Connection: 'Upgrade',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Version': '13',
};

let node: TollgateProcess;

beforeAll(async () => {
  node = await startTollgate({ args: ['--management-rpm', '100'] });
});
afterAll(cleanUp);

interface Watching {
  // biome-ignore lint/suspicious/noExplicitAny: the tests judge what is in it
  readonly frames: any[];
  readonly opened: Promise<{ readonly headers: Readonly<Record<string, string>> }>;
  readonly closed: Promise<{ readonly code: number; readonly why: string }>;
  readonly socket: WebSocket;
}

function watch(of: TollgateProcess): Watching {
  const socket = new WebSocket(`${of.url.replace('http', 'ws')}/api/live`, {
    headers: { authorization: `Bearer ${OPERATOR_KEY}` },
  });
  const watching = {
    socket,
    frames: [] as unknown[],
    opened: new Promise<{ headers: Record<string, string> }>((resolve, reject) => {
      socket.on('upgrade', ({ headers }) => resolve({ headers: headers as Record<string, string> }));
      socket.on('error', reject);
    }),
    closed: new Promise<{ code: number; why: string }>((resolve) => {
      socket.on('close', (code, why) => resolve({ code, why: String(why) }));
    }),
  };
  socket.on('message', (data) => watching.frames.push(JSON.parse(String(data))));
  return watching;
}

/** The answer of the pipeline to an opening handshake that it refuses. */
function refusal(key: string | undefined, more: Readonly<Record<string, string>> = {}) {
  const fields = {
    Host: 'gateway.test',
    ...HANDSHAKE,
    ...more,
    ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
  };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return node.rawUntil(/\r\n\r\n.*\}$/s, `GET /api/live HTTP/1.1\r\n${head.join('')}\r\n`);
}

describe('a request to watch', () => {
  test.each([
    ['without a key', 401, 'missing_api_key', async () => refusal(undefined)],
    ['with an unknown key', 401, 'invalid_api_key', async () => refusal('x'.repeat(40))],
    ['with an API key', 403, 'wrong_credential', async () => refusal((await node.createKey()).key)],
    [
      "with an account's management key",
      403,
      'operator_only',
      async () => refusal((await node.createAccount()).managementKey),
    ],
    [
      'that is malformed',
      400,
      'malformed_request',
      async () => refusal(OPERATOR_KEY, { Host: 'not a host' }),
    ],
    [
      'of another version of the protocol',
      400,
      'invalid_request',
      async () => refusal(OPERATOR_KEY, { 'Sec-WebSocket-Version': '8' }),
    ],
  ])('%s is answered %i %s, as any other is', async (_, status, code, ask) => {
    const answer = await ask();
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toMatch(/^X-RateLimit-Remaining-RPM: \d+\r$/m);
    expect(answer).toContain(`"code":"${code}"`);
    expect(answer).not.toMatch(/^Upgrade:/im);
  });

  test('that is no WebSocket is told so', async () => {
    const plain = await node.call('GET', '/api/live', { key: OPERATOR_KEY });
    expect([plain.status, plain.json.error.code, plain.json.error.param]).toEqual([
      400,
      'invalid_request',
      'Upgrade',
    ]);
    const posted = await node.call('POST', '/api/live', { key: OPERATOR_KEY, json: {} });
    expect([posted.status, posted.headers.allow]).toEqual([405, 'GET, HEAD']);
  });
});

describe('a watcher', () => {
  test('hears at once and then every second, and what it hears adds up with what was asked', async () => {
    const { key, id } = await node.createKey({ name: 'busy', rate_limit_rpm: 30 });
    const watching = watch(node);
    const { headers } = await watching.opened;
    expect(headers).toMatchObject({ 'x-ratelimit-limit-rpm': '100' });
    expect(headers['x-request-id']).toMatch(/^req_/);
    await expect.poll(() => watching.frames.length).toBeGreaterThan(0);
    const [first] = watching.frames;
    for (let n = 0; n < 40; n++) await node.call('GET', '/v1/credits', { key });
    const isTold = () => watching.frames.at(-1)?.limits.api_key.refused === first.limits.api_key.refused + 10;
    await expect.poll(isTold).toBe(true);
    const last = watching.frames.at(-1);
    expect(last).toMatchObject({ v: 1, not_ready: null, shedding: [], watchers: 1 });
    expect(last.requests.answered['2xx'] - (first.requests.answered['2xx'] ?? 0)).toBe(30);
    expect(last.limits.api_key.admitted - first.limits.api_key.admitted).toBe(30);
    const isHot = () =>
      watching.frames.at(-1)?.hottest_keys.find((one: { id: string }) => one.id === id)?.last_minute === 30;
    await expect.poll(isHot).toBe(true);
    watching.socket.close();
    await watching.closed;
  });

  test('is served also where its handshake comes behind so many answers that there may be no room for its own', async () => {
    const head = Object.entries({
      Host: 'gateway.test',
      Authorization: `Bearer ${OPERATOR_KEY}`,
      ...HANDSHAKE,
    });
    const handshake = `GET /api/live HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
    for (const before of [0, 1, 40, 60, 80, 200]) {
      const firstFrame = /HTTP\/1\.1 101 .*\r\n\r\n.+"v":1/s;
      const answers = await node.rawUntil(
        firstFrame,
        'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(before) + handshake,
      );
      expect(answers.split('HTTP/1.1 200 ')).toHaveLength(before + 1);
      expect(answers).toMatch(firstFrame);
    }
  });

  test('that has gone takes no connection along', async () => {
    const connections = async () =>
      /^tollgate_http_connections (\d+)$/m.exec((await node.call('GET', '/metrics')).text)?.[1];
    const before = await connections();
    const watching = watch(node);
    await watching.opened;
    expect(Number(await connections())).toBe(Number(before) + 1);
    watching.socket.terminate();
    await expect.poll(connections).toBe(before);
  });

  test('is sent away when the node stops, which waits for nobody who watches', async () => {
    const other = await startTollgate();
    const watching = watch(other);
    await watching.opened;
    const stopped = other.stop();
    expect(await watching.closed).toEqual({ code: 1001, why: 'the node is stopping' });
    expect(await stopped).toEqual({ code: 0, signal: null });
  });
});

describe('tollgate top', () => {
  test('prints one second as text, or a frame as JSON', async () => {
    const text = await runTollgate(['top', '--once', '--data', node.data]);
    expect([text.code, text.stderr]).toEqual([0, '']);
    expect(text.stdout).toMatch(/^tollgate \d+\.\d+\.\d+ {2}ready {2}up .* at http:\S+ /);
    expect(text.stdout).toMatch(/^REQUESTS +[\d.,<]+\/s {2}2xx /m);
    const json = await runTollgate(['top', '--json', '--once', '--data', node.data]);
    expect([json.code, JSON.parse(json.stdout).v]).toEqual([0, 1]);
  });

  test('says why it cannot: no terminal, nobody there, not an operator', async () => {
    const noTerminal = await runTollgate(['top', '--data', node.data]);
    expect([noTerminal.code, noTerminal.stderr]).toEqual([
      2,
      'tollgate: top draws on a terminal; without one, use --once or --json\n',
    ]);
    const nobody = await runTollgate(['top', '--once', '--url', 'http://127.0.0.1:1']);
    expect([nobody.code, nobody.stderr]).toEqual([
      3,
      'tollgate: the node at http://127.0.0.1:1 cannot be watched: nothing listens there\n',
    ]);
    const { managementKey } = await node.createAccount();
    const refused = await runTollgate(['top', '--once', '--url', node.url], {
      TOLLGATE_MANAGEMENT_KEY: managementKey,
    });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/^tollgate: the node at \S+ refused \(403 operator_only\): .*\n$/);
  });
});

test('a watcher whose window is full is answered 429, without a WebSocket', async () => {
  const few = await startTollgate({ args: ['--management-rpm', '1'] });
  const first = watch(few);
  await first.opened;
  const second = watch(few);
  await expect(second.opened).rejects.toThrow('429');
  first.socket.terminate();
});
