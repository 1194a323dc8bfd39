/** Starting, being refused, stopping; the pages for operators. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { someOf } from '../../test-set.js';
import { expectError } from '../support/answers.js';
import {
  cleanUp,
  freshFolder,
  OPERATOR_KEY,
  runTollgate,
  spawnTollgate,
  startTollgate,
  type TollgateProcess,
} from '../support/harness.js';
import { RawConnection, requestBytes } from '../support/raw-http.js';

const hasCurl = spawnSync('curl', ['--version']).error === undefined;

afterAll(cleanUp);

/** However slow the machine is, no limit of the node's own comes first. */
const PATIENT = ['--drain-time-limit-ms', '60000', '--body-timeout-ms', '60000'];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The entries that a person reads; the log is JSON. */
function plainLines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
}

describe('starting', () => {
  test('prints the line that says where it listens, once it takes requests', async () => {
    const node = await startTollgate();
    expect((await node.call('GET', '/readyz')).status).toBe(200);
    const lines = node.stdout.split('\n').filter((line) => line.startsWith('tollgate listening'));
    expect(lines).toEqual([`tollgate listening on http://127.0.0.1:${node.port}`]);
    expect(node.port).toBeGreaterThan(0);
    await node.stop();
  });

  test('makes the data folder, and leaves in it nothing that others may read', async () => {
    const data = join(await freshFolder(), 'new', 'folder');
    const node = await startTollgate({ data });
    const { key } = await node.createKey();
    for (const name of await readdir(data, { recursive: true })) {
      const { mode } = await stat(join(data, name));
      expect(mode & 0o077, name).toBe(0);
    }
    await node.stop();
    for (const name of await readdir(data, { recursive: true })) {
      if ((await stat(join(data, name))).isDirectory()) continue;
      const bytes = await readFile(join(data, name), 'latin1');
      expect(bytes.includes(key), `the key in ${name}`).toBe(false);
      expect(bytes.includes(OPERATOR_KEY), `the operator's key in ${name}`).toBe(false);
    }
  });

  test('makes a management key where none is given, in a file of its own that the console names', async () => {
    const node = await startTollgate({ env: { TOLLGATE_MANAGEMENT_KEY: '' } });
    const names = await readdir(node.data);
    const holders: string[] = [];
    for (const name of names) {
      const file = join(node.data, name);
      if (!(await stat(file)).isFile()) continue;
      const text = await readFile(file, 'latin1');
      if (/^mk-[0-9A-Za-z]+\s*$/.test(text)) holders.push(file);
    }
    expect(holders.length).toBe(1);
    const [file = ''] = holders;
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const key = (await readFile(file, 'utf8')).trim();
    expect(node.stdout + node.stderr).toContain(file);
    expect(node.stdout + node.stderr).not.toContain(key);
    const created = await node.call('POST', '/api/keys', { key, json: { credits: 5 } });
    expect(created.status).toBe(201);
    await node.stop();
  });

  test('takes an option before the environment, that before the file, and that before the default', async () => {
    const file = join(await freshFolder(), 'tollgate.yaml');
    await writeFile(file, 'default-rpm: 11\nmanagement-rpm: 22\naddress-rpm: 33\n');
    const node = await startTollgate({
      args: ['--config', file, '--default-rpm', '41'],
      env: { TOLLGATE_DEFAULT_RPM: '51', TOLLGATE_MANAGEMENT_RPM: '52' },
    });
    const { key } = await node.createKey({ rate_limit_rpm: undefined });
    const limitOf = async (path: string, by?: string) =>
      (await node.call('GET', path, { key: by })).headers['x-ratelimit-limit-rpm'];
    expect(await limitOf('/v1/models', key)).toBe('41');
    expect(await limitOf('/api/keys', OPERATOR_KEY)).toBe('52');
    expect(await limitOf('/v1/models')).toBe('33');
    await node.stop();
  });

  test('takes prices and bounds of models from the file', async () => {
    const file = join(await freshFolder(), 'tollgate.json');
    const models = {
      'sim/video-instant': { 'price-per-second': 0.000001, seconds: { min: 2, max: 3, default: 2.5 } },
    };
    await writeFile(file, JSON.stringify({ providers: { simulated: { kind: 'simulated', models } } }));
    const node = await startTollgate({ args: ['--config', file] });
    const { key } = await node.createKey({ credits: 1 });
    const { json } = await node.submit(key);
    const settled = await node.settled(key, json.id);
    // 2.5 seconds at one micro-DA each: what remains of a micro-DA is rounded up.
    expect(settled.json).toMatchObject({ seconds: 2.5, output_seconds: 2.5, cost: 0.000003 });
    expectError(await node.submit(key, { seconds: 5 }), 'invalid_request', { param: 'seconds' });
    await node.stop();
  });

  test('prints help and version without starting', async () => {
    const help = await runTollgate(['serve', '--help']);
    expect([help.code, help.stderr]).toEqual([0, '']);
    expect(help.stdout).toContain('--port');
    const version = await runTollgate(['--version']);
    expect(version.code).toBe(0);
    expect(version.stdout).toMatch(/\d+\.\d+\.\d+/);
  });
});

describe('a start that cannot be', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await freshFolder();
    await writeFile(join(folder, 'broken.yaml'), 'port: [1\n');
    await writeFile(join(folder, 'unknown.yaml'), 'host: 127.0.0.1\nprot: 80\n');
    await writeFile(join(folder, 'wrong.yaml'), '\n\nport: ninety\n');
    await writeFile(join(folder, 'kind.yaml'), 'providers:\n  mine:\n    kind: magical\n');
    await writeFile(join(folder, 'a-file'), '');
  });

  const cases: readonly (readonly [string, readonly string[], Record<string, string>, RegExp])[] = [
    ['an unknown option', ['serve', '--prot', '0'], {}, /--prot\b/],
    ['a port that is none', ['serve', '--port', '99999'], {}, /--port\b/],
    ['a port that is no number', ['serve', '--port', 'http'], {}, /--port\b/],
    ['an option without its value', ['serve', '--port'], {}, /--port\b/],
    ['an unknown command', ['srve'], {}, /srve/],
    ['a wrong variable', ['serve'], { TOLLGATE_PORT: 'http' }, /TOLLGATE_PORT/],
    ['a mistyped variable', ['serve'], { TOLLGATE_PROT: '80' }, /TOLLGATE_PROT/],
    [
      'a management key that is too short',
      ['serve'],
      { TOLLGATE_MANAGEMENT_KEY: 'short' },
      /TOLLGATE_MANAGEMENT_KEY/,
    ],
    ['a missing file', ['serve', '--config', 'FOLDER/missing.yaml'], {}, /missing\.yaml/],
    ['a file that is no YAML', ['serve', '--config', 'FOLDER/broken.yaml'], {}, /broken\.yaml/],
    [
      'an unknown key of the file',
      ['serve', '--config', 'FOLDER/unknown.yaml'],
      {},
      /unknown\.yaml.*\b2\b.*prot|unknown\.yaml.*prot.*\b2\b/,
    ],
    [
      'a wrong value in the file',
      ['serve', '--config', 'FOLDER/wrong.yaml'],
      {},
      /wrong\.yaml.*\b3\b.*port|wrong\.yaml.*port.*\b3\b/,
    ],
    ['an unknown provider', ['serve', '--config', 'FOLDER/kind.yaml'], {}, /kind\.yaml.*kind/],
    [
      'a trusted proxy that is no network',
      ['serve', '--trusted-proxies', '10.0.0.0/33'],
      {},
      /--trusted-proxies/,
    ],
    ['a public URL that is none', ['serve', '--public-url', 'gateway'], {}, /--public-url/],
    ['--demo for all the world', ['serve', '--demo', '--host', '0.0.0.0'], {}, /--demo/],
  ];

  // The reading of the configuration has tests of its own.
  test.each(someOf(cases, 4))(
    'for %s ends with status 2 and one line that names it',
    async (_what, args, env, names) => {
      const placed = args.map((arg) => arg.replace('FOLDER', folder));
      const data = join(folder, 'data');
      const withData =
        placed[0] === 'serve' && placed.at(-1) !== '--port' ? [...placed, '--data', data] : placed;
      const { code, stdout, stderr } = await runTollgate(withData, { TOLLGATE_DATA: data, ...env });
      expect(stderr).toMatch(names);
      expect(stderr.trimEnd().split('\n').length, stderr).toBe(1);
      expect(stderr).not.toMatch(/\n\s+at /);
      expect(stdout).toBe('');
      expect(code).toBe(2);
    },
  );

  test('for want of a folder names the folder in one line', async () => {
    const data = join(folder, 'a-file');
    const { code, stderr } = await runTollgate(['serve', '--port', '0', '--data', data]);
    expect(code).not.toBe(0);
    expect(plainLines(stderr).length, stderr).toBe(1);
    expect(stderr).toContain(data);
  });

  test('because another node has the folder says so, and leaves that one alone', async () => {
    const node = await startTollgate();
    const second = await spawnTollgate({ data: node.data });
    const { code } = await second.exited;
    expect(code).not.toBe(0);
    expect(plainLines(second.stderr).length, second.stderr).toBe(1);
    expect(second.stderr).toContain(node.data);
    expect(second.stdout).not.toContain('listening');
    const { key } = await node.createKey();
    expect((await node.submit(key)).status).toBe(202);
    await node.stop();
    const third = await startTollgate({ data: node.data });
    await third.stop();
  });

  test('because the port is taken names the port', async () => {
    const node = await startTollgate();
    const data = await freshFolder();
    const { code, stdout, stderr } = await runTollgate([
      'serve',
      '--port',
      String(node.port),
      '--data',
      data,
    ]);
    expect(code).not.toBe(0);
    expect(stderr).toContain(String(node.port));
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(stdout).not.toContain('listening');
    await node.stop();
  });
});

/**
 * A submit of which only the first bytes have been sent, and which the node has begun; `finish` sends the
 * rest.
 */
async function openSubmit(node: TollgateProcess, key: string) {
  const body = JSON.stringify({ model: 'sim/video-instant', prompt: 'x' });
  const connection = await RawConnection.open(node.port);
  const headers = [
    ['Authorization', `Bearer ${key}`],
    ['Content-Type', 'application/json'],
  ] as const;
  const request = { method: 'POST', target: '/v1/videos', headers, contentLength: body.length };
  connection.send(requestBytes(request)).send(body.slice(0, 10));
  // It and the one that asks.
  await expect.poll(() => openRequests(node)).toBe(2);
  return { connection, finish: () => connection.send(body.slice(10)).answer() };
}

async function openRequests(node: TollgateProcess): Promise<number> {
  const { text } = await node.call('GET', '/metrics');
  return Number(/^tollgate_http_requests_open (\d+)$/m.exec(text)?.[1]);
}

/** Until it has begun to stop: the first signal is behind it. */
async function draining(node: TollgateProcess): Promise<void> {
  await expect.poll(() => node.stderr).toContain('"msg":"draining"');
}

async function refusesConnections(port: number): Promise<boolean> {
  return await RawConnection.open(port).then(
    (connection) => {
      connection.destroy();
      return false;
    },
    () => true,
  );
}

describe('stopping', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    'on %s ends with status 0, soon, where nothing is open',
    async (signal) => {
      const node = await startTollgate();
      const { key } = await node.createKey();
      await node.submit(key);
      const idle = await RawConnection.open(node.port);
      const start = performance.now();
      node.child.kill(signal);
      expect(await node.exited).toEqual({ code: 0, signal: null });
      // Idle connections are closed after ten seconds; it is not for that that it ends.
      expect(performance.now() - start).toBeLessThan(8_000);
      expect(await idle.closes()).toBe(true);
    },
  );

  test('lets a request under way finish, takes no new connection, and says that it is not ready', async () => {
    const node = await startTollgate({ args: PATIENT });
    const { key } = await node.createKey();
    const [watcher, reader, writer] = [
      await RawConnection.open(node.port),
      await RawConnection.open(node.port),
      await RawConnection.open(node.port),
    ];
    const { connection, finish } = await openSubmit(node, key);
    node.child.kill('SIGTERM');
    await draining(node);
    await expect.poll(() => refusesConnections(node.port)).toBe(true);

    const ready = await watcher.send(requestBytes({ target: '/readyz' })).answer();
    expect(ready?.status).toBe(503);
    const auth = ['Authorization', `Bearer ${key}`] as const;
    const read = await reader.send(requestBytes({ target: '/v1/credits', headers: [auth] })).answer();
    expect(read?.status).toBe(200);
    const body = JSON.stringify({ model: 'sim/video-instant', prompt: 'x' });
    const headers = [auth, ['Content-Type', 'application/json'] as const];
    const late = await writer
      .send(requestBytes({ method: 'POST', target: '/v1/videos', headers, body }))
      .answer();
    if (late === undefined) throw new Error('the connection was closed without an answer');
    expectError(late, 'shutting_down');

    const answer = await finish();
    expect(answer?.status, answer?.text).toBe(202);
    expect((await node.exited).code).toBe(0);
    for (const each of [connection, watcher, reader, writer]) each.destroy();

    const again = await startTollgate({ data: node.data });
    expect((await again.settled(key, answer?.json.id)).json.status).toBe('completed');
    expect((await again.call('GET', '/v1/videos', { key })).json.data.length).toBe(1);
    await again.stop();
  });

  test('waits no longer than its limit for a request that does not finish', async () => {
    const node = await startTollgate({ args: ['--drain-time-limit-ms', '500'] });
    const { key } = await node.createKey();
    const { connection } = await openSubmit(node, key);
    const start = performance.now();
    node.child.kill('SIGTERM');
    expect((await node.exited).code).toBe(0);
    expect(performance.now() - start).toBeGreaterThan(400);
    expect(performance.now() - start).toBeLessThan(20_000);
    connection.destroy();
  });

  test('takes a repeat within a second for the same signal', async () => {
    for (;;) {
      const node = await startTollgate({ args: PATIENT });
      const { key } = await node.createKey();
      const { connection, finish } = await openSubmit(node, key);
      const start = performance.now();
      node.child.kill('SIGINT');
      await pause(200);
      node.child.kill('SIGINT');
      node.child.kill('SIGTERM');
      await pause(200);
      const answer = await finish();
      const { code } = await node.exited;
      connection.destroy();
      // On a slow machine the repeat may come to the node later than it was sent: one that ends it is then a
      // second signal.
      if (code !== 0 && performance.now() - start > 1_000) continue;
      expect([answer?.status, code]).toEqual([202, 0]);
      return;
    }
  });

  test('is at once on a second signal later, and loses nothing that was acknowledged', async () => {
    const node = await startTollgate({ args: PATIENT });
    const { key } = await node.createKey();
    const { json } = await node.submit(key, { model: 'sim/video' });
    const { connection } = await openSubmit(node, key);
    node.child.kill('SIGTERM');
    await draining(node);
    await pause(1_300);
    expect(node.child.exitCode).toBeNull();
    node.child.kill('SIGTERM');
    expect(await node.exited).toEqual({ code: 143, signal: null });
    connection.destroy();
    const again = await startTollgate({ data: node.data });
    expect((await again.settled(key, json.id)).json.status).toBe('completed');
    await again.stop();
  });
});

/** The lines of the example that a demo start prints for pasting. */
function exampleOf(stdout: string): string {
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('  '))
    .map((line) => line.trim())
    .join('\n');
}

function demoKeyOf(node: TollgateProcess): string {
  return /sk-[0-9A-Za-z]+/.exec(node.stdout)?.[0] ?? '';
}

async function startDemo(data?: string): Promise<TollgateProcess> {
  const node = await startTollgate({ args: ['--demo'], ...(data === undefined ? {} : { data }) });
  await expect.poll(() => demoKeyOf(node)).toMatch(/^sk-/);
  return node;
}

describe('serve --demo', () => {
  test.runIf(hasCurl)('prints an example that works when it is pasted into a shell', async () => {
    const node = await startDemo();
    await expect.poll(() => exampleOf(node.stdout)).toContain('/v1/credits');
    const example = exampleOf(node.stdout);
    expect(example).toMatch(/^# .*seconds later/m);
    // Its comments are where one answer ends, and where a person waits a little longer than they say.
    const waiting = example.replace(/^#.*seconds later.*$/m, 'echo; sleep 3').replaceAll(/^#.*$/gm, 'echo');
    const script = `set -e\n${waiting}\necho`;
    const shown = execFileSync('sh', ['-c', script], { timeout: 30_000 }).toString();
    const [first, ...rest] = shown.split('\n').filter((line) => line.startsWith('{'));
    expect(JSON.parse(first ?? '')).toMatchObject({ object: 'video', status: 'pending' });
    const list = JSON.parse(rest[0] ?? '');
    expect(list.data[0]).toMatchObject({ id: JSON.parse(first ?? '').id, status: 'completed' });
    const clip = await request(list.data[0].url);
    expect(clip.statusCode).toBe(200);
    expect((await clip.body.arrayBuffer()).byteLength).toBeGreaterThan(500);
    expect(shown).toMatch(/X-Balance-Available: \d+/i);
    expect(shown).not.toMatch(/"error"/);
    await node.stop();
  });

  test('makes a fresh key each time and revokes the one before; plain serve revokes it too', async () => {
    const status = async (node: TollgateProcess, key: string) =>
      (await node.call('GET', '/v1/credits', { key })).status;
    const first = await startDemo();
    const one = demoKeyOf(first);
    const credits = await first.call('GET', '/v1/credits', { key: one });
    expect(credits.json.balance).toBeGreaterThan(0);
    await first.stop();

    const second = await startDemo(first.data);
    const two = demoKeyOf(second);
    expect(two).not.toBe(one);
    expect([await status(second, one), await status(second, two)]).toEqual([401, 200]);
    const lasting = await second.createKey();
    await second.kill();

    const plain = await startTollgate({ data: first.data });
    expect([await status(plain, one), await status(plain, two)]).toEqual([401, 401]);
    expect(await status(plain, lasting.key)).toBe(200);
    expect(plain.stdout).not.toContain('sk-');
    await plain.stop();
  });
});

describe('the pages for operators', () => {
  let node: TollgateProcess;
  let key: { key: string; id: string };

  beforeAll(async () => {
    node = await startTollgate({ args: ['--host', '0.0.0.0', '--trusted-proxies', '127.0.0.1/32'] });
    key = await node.createKey();
    await node.settled(key.key, (await node.submit(key.key)).json.id);
  });

  test('/healthz and /readyz say that it runs and takes work', async () => {
    for (const path of ['/healthz', '/readyz']) {
      expect((await node.call('GET', path)).status).toBe(200);
      expect((await node.call('HEAD', path)).status).toBe(200);
    }
  });

  test('/metrics are Prometheus text, without a key or a key id in it', async () => {
    const { status, headers, text } = await node.call('GET', '/metrics');
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/plain/);
    for (const line of text.split('\n').filter((each) => each !== '' && !each.startsWith('#'))) {
      expect(line).toMatch(
        /^[a-zA-Z_:][\w:]*(\{\w+="[^"]*"(,\w+="[^"]*")*\})? (-?[\d.]+(e[+-]?\d+)?|NaN|[+-]Inf)( \d+)?$/,
      );
    }
    expect(text).toMatch(/^# TYPE \w+ counter$/m);
    expect(text).not.toContain(key.id);
    expect(text).not.toMatch(/\b(sk|mk|key|acct|video)[-_][0-9a-zA-Z]{10,}/);
  });

  test('/metrics are for the loopback alone, also through a proxy', async () => {
    const forwarded = await node.call('GET', '/metrics', { headers: { 'x-forwarded-for': '203.0.113.7' } });
    expect([403, 404]).toContain(forwarded.status);
    expect(forwarded.text).not.toContain('# TYPE');
    const outside = outsideAddress();
    if (outside === undefined) return;
    const answer = await node.call('GET', `http://${outside}:${node.port}/metrics`);
    expect([403, 404]).toContain(answer.status);
    const health = await node.call('GET', `http://${outside}:${node.port}/healthz`);
    expect(health.status).toBe(200);
  });

  test('/metrics are for configured networks too', async () => {
    const open = await startTollgate({
      args: ['--trusted-proxies', '127.0.0.1/32', '--metrics-networks', '203.0.113.0/24'],
    });
    const from = async (address: string) =>
      (await open.call('GET', '/metrics', { headers: { 'x-forwarded-for': address } })).status;
    expect(await from('203.0.113.7')).toBe(200);
    expect([403, 404]).toContain(await from('198.51.100.7'));
    await open.stop();
  });
});

/** An address of this machine that is none of the loopback, if it has one. */
function outsideAddress(): string | undefined {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
}
