/**
 * A node that runs short of something: time, memory, descriptors, a disk that answers, a
 * provider.
 */
import { spawn, spawnSync } from 'node:child_process';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { hasOpenssl, makeCertificate } from '../support/certificates.js';
import { PATIENCE_MS } from '../support/client.js';
import {
  cleanUp,
  freePort,
  freshFolder,
  OPERATOR_KEY,
  startTollgate,
  type TollgateProcess,
} from '../support/harness.js';
import { auditKey, expectSettledOnce, wholeList } from '../support/ledger-audit.js';

const hasStrace = spawnSync('strace', ['--version']).error === undefined;
const hasPrlimit = spawnSync('prlimit', ['--version']).error === undefined;
const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(cleanUp);

async function metric(node: TollgateProcess, name: string): Promise<number> {
  return readingOf(name, (await node.call('GET', '/metrics')).text);
}

function readingOf(name: string, text: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  if (line === undefined) throw new Error(`there is no metric ${name}`);
  return Number(line.slice(name.length + 1));
}

/** Asks until it is so; what a node notices, it notices within a second or two. */
async function until(what: string, isSo: () => Promise<boolean>, withinMs = PATIENCE_MS): Promise<void> {
  const end = performance.now() + withinMs;
  // A connection may be closed, and a page not be made, until it is so.
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > end) throw new Error(`not so after ${withinMs} ms: ${what}`);
    await delay(50);
  }
}

/** An address of this machine that is none of the loopback, if it has one. */
function outsideAddress(): string | undefined {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
}

/** A connection of its own, which asks; tells whether the other side answered or closed it. */
class Client {
  readonly #socket: Socket;
  readonly #request: string;

  constructor(port: number, key: string, host = '127.0.0.1') {
    this.#socket = connect(port, host);
    this.#socket.on('error', () => {});
    sockets.push(this.#socket);
    this.#request = `GET /v1/credits HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`;
  }

  ask(): Promise<'answered' | 'closed'> {
    return new Promise((resolve) => {
      this.#socket.once('data', () => resolve('answered'));
      this.#socket.once('close', () => resolve('closed'));
      this.#socket.write(this.#request);
    });
  }
}

describe('an event loop that is late', () => {
  test('once, for longer than a commit may take, refuses nothing that is on disk', async () => {
    const node = await startTollgate({ args: ['--gate-time-limit-ms', '1500'] });
    const key = await node.createKey();
    await node.submit(key.key);
    node.child.kill('SIGSTOP');
    const submits = Array.from({ length: 20 }, () => node.submit(key.key));
    await delay(3_000);
    node.child.kill('SIGCONT');
    for (const answer of await Promise.all(submits)) expect(answer.status, answer.text).toBe(202);
    await until(
      'the stall is counted',
      async () => (await metric(node, 'tollgate_event_loop_stalls_total')) >= 1,
    );
    expect(await metric(node, 'tollgate_shed_total{reason="queue"}')).toBe(0);
    expect(await metric(node, 'tollgate_commit_duration_seconds_count{outcome="late"}')).toBe(0);
    expect(node.stderr).toContain('the event loop stood still');
    await node.stop();
  });

  test('all the time sheds submits with a true Retry-After, answers reads, and books nothing for what it shed', async () => {
    const node = await startTollgate({ args: ['--queue-delay-max-ms', '60'] });
    const key = await node.createKey({ credits: 100_000 });
    const answers: Awaited<ReturnType<typeof node.submit>>[] = [];
    let isStopping = true;
    // Runs for some ms at a time, as if another program had the processor.
    const stutter = (async () => {
      while (isStopping) {
        node.child.kill('SIGSTOP');
        await delay(200);
        node.child.kill('SIGCONT');
        await delay(10);
      }
    })();
    const end = performance.now() + PATIENCE_MS;
    while (!answers.some(({ status }) => status === 503) && performance.now() < end) {
      answers.push(...(await Promise.all(Array.from({ length: 8 }, () => node.submit(key.key)))));
      expect((await node.call('GET', '/v1/credits', { key: key.key })).status).toBe(200);
    }
    isStopping = false;
    await stutter;
    const shed = answers.find(({ status }) => status === 503);
    expect(shed?.json.error.code).toBe('overloaded');
    expect(shed?.json.retry_after).toBe(Number(shed?.headers['retry-after']));
    const waitMs = Number(shed?.headers['retry-after-ms']);
    expect(waitMs).toBeGreaterThanOrEqual(1_000);
    expect(node.stderr).toContain('"overload":"queue"');
    await delay(waitMs);
    const taken = await node.submit(key.key);
    expect(taken.status).toBe(202);
    answers.push(taken);

    const accepted = answers.filter(({ status }) => status === 202).map(({ json }) => json.id as string);
    expect(accepted.length + answers.filter(({ status }) => status === 503).length).toBe(answers.length);
    for (const id of accepted) await node.settled(key.key, id);
    const listed = (await wholeList(node, '/v1/videos', key.key)).map(({ id }) => id as string);
    expect(listed.length).toBe(accepted.length);
    expectSettledOnce(await auditKey(node, key));
    expect(await metric(node, 'tollgate_shed_total{reason="queue"}')).toBeGreaterThan(0);
    await node.stop();
  });
});

test('a node whose memory is short sheds submits and lists, and serves reads and operators', async () => {
  const node = await startTollgate({ args: ['--memory-max-mib', '1'] });
  const key = await node.createKey();
  await until('submits are shed', async () => (await node.submit(key.key)).status === 503);
  const shed = await node.submit(key.key);
  expect([shed.json.error.code, shed.json.retry_after]).toEqual(['overloaded', 5]);
  expect((await node.call('GET', '/v1/videos', { key: key.key })).status).toBe(503);
  expect((await node.call('GET', '/v1/credits', { key: key.key })).status).toBe(200);
  expect((await node.call('GET', '/api/keys', { key: OPERATOR_KEY })).status).toBe(200);
  await node.createKey();
  expect(await metric(node, 'tollgate_shedding{reason="memory"}')).toBe(1);
  await node.stop();
});

describe('connections', () => {
  test('beyond the bound are closed at once, and those within it go on', async () => {
    const node = await startTollgate({ args: ['--connections-max', '12'] });
    const { key } = await node.createKey();
    const clients = Array.from({ length: 30 }, () => new Client(node.port, key));
    const outcomes = await Promise.all(clients.map((client) => client.ask()));
    const served = clients.filter((_, n) => outcomes[n] === 'answered');
    // Those of the machine itself: eight more. Some may still be held by who made the key.
    expect(served.length).toBeGreaterThanOrEqual(16);
    expect(served.length).toBeLessThanOrEqual(20);
    for (const client of served) expect(await client.ask()).toBe('answered');
    for (const socket of sockets.splice(0)) socket.destroy();
    await until('there is room again', async () => (await metric(node, 'tollgate_http_connections')) < 12);
    expect(await metric(node, 'tollgate_http_connections_refused_total')).toBeGreaterThanOrEqual(
      30 - served.length,
    );
    expect(await new Client(node.port, key).ask()).toBe('answered');
    await node.stop();
  });

  test.runIf(hasPrlimit)(
    'without a descriptor left are closed, without the event loop spinning, and those that are open go on',
    async () => {
      const node = await startTollgate();
      const { key } = await node.createKey();
      expect((await node.submit(key)).status).toBe(202);
      const limit = (files: number) =>
        expect(spawnSync('prlimit', ['--pid', String(node.pid), `--nofile=${files}:`]).status).toBe(0);
      const before = await metric(node, 'process_max_fds');
      limit(await firstFreeDescriptor(node));
      await until('it is noticed', async () => (await metric(node, 'tollgate_descriptors_exhausted')) === 1);
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => new Client(node.port, key).ask()));
      // Eight of the machine itself are served by the descriptors that were kept back.
      const answered = outcomes.filter((outcome) => outcome === 'answered').length;
      expect([7, 8]).toContain(answered);
      expect((await node.submit(key)).status).toBe(202);
      const [cpuBefore, began] = [await metric(node, 'process_cpu_seconds_total'), performance.now()];
      await delay(2_000);
      const cpu = (await metric(node, 'process_cpu_seconds_total')) - cpuBefore;
      expect(cpu / ((performance.now() - began) / 1_000)).toBeLessThan(0.5);
      limit(before);
      await until(
        'there are some again',
        async () => (await metric(node, 'tollgate_descriptors_exhausted')) === 0,
      );
      expect(await new Client(node.port, key).ask()).toBe('answered');
      expect(node.stderr).toContain('no file descriptor is left');
      await node.stop();
    },
  );

  test.runIf(outsideAddress() !== undefined)(
    'that clients hold all of leave an operator on the machine itself some, where there is one port for everything',
    async () => {
      const node = await startTollgate({ args: ['--connections-max', '12', '--host', '0.0.0.0'] });
      const { key } = await node.createKey();
      const clients = Array.from({ length: 30 }, () => new Client(node.port, key, outsideAddress()));
      const outcomes = await Promise.all(clients.map((client) => client.ask()));
      expect(outcomes.filter((one) => one === 'answered').length).toBeLessThanOrEqual(12);
      const operators = Array.from({ length: 12 }, () => new Client(node.port, OPERATOR_KEY));
      const answered = await Promise.all(operators.map((operator) => operator.ask()));
      // The connection that made the key may have ended meanwhile.
      expect(answered.filter((one) => one === 'answered').length).toBeGreaterThanOrEqual(8);
      expect(answered.filter((one) => one === 'answered').length).toBeLessThanOrEqual(9);
      expect(await new Client(node.port, key, outsideAddress()).ask()).toBe('closed');
      await node.stop();
    },
  );

  test('that clients hold all of leave an operator some on the management port', async () => {
    const node = await startTollgate({ args: ['--connections-max', '12', '--management-port', '0'] });
    const management = managementOf(node);
    const { key } = (
      await node.call('POST', `${management}/api/keys`, {
        key: OPERATOR_KEY,
        json: { rate_limit_rpm: 1_000 },
      })
    ).json;
    const clients = Array.from({ length: 30 }, () => new Client(node.port, key));
    const outcomes = await Promise.all(clients.map((client) => client.ask()));
    expect(outcomes).toContain('closed');
    const operators = Array.from(
      { length: 12 },
      () => new Client(Number(new URL(management).port), OPERATOR_KEY),
    );
    const answered = await Promise.all(operators.map((operator) => operator.ask()));
    // One may still be held by who made the key.
    expect(answered.filter((one) => one === 'answered').length).toBeGreaterThanOrEqual(7);
    expect(answered.filter((one) => one === 'answered').length).toBeLessThanOrEqual(8);
    expect(await new Client(node.port, key).ask()).toBe('closed');
    await node.stop();
  });

  test.runIf(hasPrlimit && hasOpenssl)(
    'with a limit of descriptors below those in use are not accepted, without the event loop spinning, and again after it',
    async () => {
      const socket = join(await freshFolder(), 'tollgate.sock');
      const ports = [await freePort(), await freePort()] as const;
      const { cert, key, ca } = makeCertificate(await freshFolder(), 'short');
      const trusting = new Agent({ connect: { ca } });
      const args = ['--management-port', String(ports[1]), '--unix-socket', socket];
      args.push('--tls-cert', cert, '--tls-key', key);
      const node = await startTollgate({ port: ports[0], args });
      const management = managementOf(node);
      const limit = (files: number) =>
        expect(spawnSync('prlimit', ['--pid', String(node.pid), `--nofile=${files}:`]).status).toBe(0);
      // One connection, for there will be no other.
      const dispatcher = new Agent({ connections: 1, pipelining: 1 });
      const get = async (path: string) => {
        const { statusCode, body } = await request(management + path, { dispatcher });
        return { status: statusCode, text: await body.text() };
      };
      const measured = async (name: string) => readingOf(name, (await get('/metrics')).text);
      const before = await measured('process_max_fds');
      limit(3);
      const isListening = (place: string) => measured(`tollgate_http_listening{place="${place}"}`);
      await until('it does not listen', async () => (await isListening('port')) === 0);
      expect(await isListening('unix_socket')).toBe(0);
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => new Client(node.port, 'x').ask()));
      expect(outcomes).toEqual(outcomes.map(() => 'closed'));
      expect(await get('/readyz')).toEqual({
        status: 503,
        text: expect.stringContaining('no file descriptor is left'),
      });
      const [cpuBefore, began] = [await measured('process_cpu_seconds_total'), performance.now()];
      await delay(2_000);
      const cpu = (await measured('process_cpu_seconds_total')) - cpuBefore;
      expect(cpu / ((performance.now() - began) / 1_000)).toBeLessThan(0.5);
      await rm(socket);
      await writeFile(socket, 'precious');
      limit(before);
      await until('its ports are listened on again', async () => (await isListening('port')) === 1);
      expect(node.stderr).toContain(`${socket} is somebody else's by now`);
      expect(await readFile(socket, 'utf8')).toBe('precious');
      expect(await isListening('unix_socket')).toBe(0);
      const { body } = await request(`https://127.0.0.1:${node.port}/healthz`, { dispatcher: trusting });
      expect(await body.text()).toBe('ok\n');
      expect((await node.call('GET', `${management}/healthz`)).status).toBe(200);
      expect((await get('/readyz')).status).toBe(200);
      await rm(socket);
      await until('so is the Unix socket', async () => (await isListening('unix_socket')) === 1);
      expect((await stat(socket)).mode & 0o777).toBe(0o660);
      expect(await overUnixSocket(socket)).toMatch(/^HTTP\/1.1 200 /);
      expect(node.stderr).toContain('not listening');
      await Promise.all([dispatcher.close(), trusting.close()]);
      expect((await node.stop()).code).toBe(0);
    },
  );
});

/** The answer of a node to GET /healthz on its Unix socket. */
function overUnixSocket(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(path, () => socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'));
    sockets.push(socket);
    socket
      .setEncoding('latin1')
      .on('data', (text: string) => resolve(text))
      .on('error', reject);
  });
}

/** The address of the management of a node with `--management-port`. */
function managementOf(node: TollgateProcess): string {
  const [, url] = /^tollgate management listening on (http:\S+)$/m.exec(node.stdout) ?? [];
  if (url === undefined) throw new Error(`no management port: ${node.stdout}`);
  return url;
}

/** With it as its limit a process has no descriptor left. */
async function firstFreeDescriptor(node: TollgateProcess): Promise<number> {
  const used = new Set(await readdir(`/proc/${node.pid}/fd`));
  let free = 0;
  while (used.has(String(free))) free += 1;
  return free;
}

test('a model for which too many jobs wait takes no more, and replays those that it has', async () => {
  const node = await startTollgate({ args: ['--provider-waiting-max', '1', '--provider-calls-max', '1'] });
  const key = await node.createKey({ credits: 10_000 });
  const fields = { model: 'sim/video-flaky', seconds: 1 };
  const first = await node.submit(key.key, fields, { 'idempotency-key': 'first' });
  const accepted = [first];
  let refused: typeof first | undefined;
  for (const end = performance.now() + PATIENCE_MS; refused === undefined && performance.now() < end; ) {
    const answers = await Promise.all(Array.from({ length: 8 }, () => node.submit(key.key, fields)));
    accepted.push(...answers.filter(({ status }) => status === 202));
    refused = answers.find(({ status }) => status === 503);
  }
  expect(refused?.json.error.code).toBe('overloaded');
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  const again = await node.submit(key.key, fields, { 'idempotency-key': 'first' });
  expect([again.status, again.json.id]).toEqual([202, first.json.id]);
  expect((await node.submit(key.key)).status).toBe(202);
  expect(await metric(node, 'tollgate_shed_total{reason="provider"}')).toBeGreaterThan(0);
  for (const { json } of accepted) await node.settled(key.key, json.id);
  expect((await node.submit(key.key, fields)).status).toBe(202);
  await node.stop();
});

describe.runIf(hasStrace)('a disk whose syncs take long', () => {
  test('makes submits late, and reads not', async () => {
    const node = await startTollgate();
    const { key } = await node.createKey();
    expect((await node.submit(key)).status).toBe(202);
    await withSlowSyncs(node, 1_500, async () => {
      const began = performance.now();
      const submits = Promise.all(Array.from({ length: 40 }, () => node.submit(key)));
      const read = node.call('GET', '/v1/credits', { key });
      expect(await Promise.race([submits, read])).toMatchObject({ status: 200 });
      for (const answer of await submits) expect(answer.status, answer.text).toBe(202);
      expect(performance.now() - began).toBeGreaterThan(1_500);
      expect((await node.call('GET', '/readyz')).status).toBe(200);
    });
    expect(await metric(node, 'tollgate_commit_duration_seconds_count{outcome="late"}')).toBe(0);
    await node.stop();
  });

  test('for longer than they may has submits refused, nothing booked, and the node ready again after it', async () => {
    const node = await startTollgate({ args: ['--gate-time-limit-ms', '500'] });
    const key = await node.createKey();
    expect((await node.submit(key.key)).status).toBe(202);
    await withSlowSyncs(node, 2_000, async () => {
      const refused = await node.submit(key.key);
      expect([refused.status, refused.json.error.code]).toEqual([503, 'storage_unavailable']);
      expect((await node.call('GET', '/readyz')).status).toBe(503);
      expect(await metric(node, 'tollgate_storage_up')).toBe(0);
      expect((await node.call('GET', '/v1/credits', { key: key.key })).status).toBe(200);
    });
    await until('it takes writes again', async () => (await node.call('GET', '/readyz')).status === 200);
    const jobs = await wholeList(node, '/v1/videos', key.key);
    expect(jobs).toHaveLength(1);
    for (const { id } of jobs) await node.settled(key.key, id);
    expectSettledOnce(await auditKey(node, key));
    await node.stop();
  });
});

/** While `during` runs, each sync of the disk takes so much longer. */
async function withSlowSyncs(node: TollgateProcess, ms: number, during: () => Promise<void>): Promise<void> {
  const inject = `inject=fdatasync,fsync,msync:delay_enter=${ms * 1_000}`;
  const tracer = spawn(
    'strace',
    ['-f', '-e', 'trace=fdatasync,fsync,msync', '-e', inject, '-p', String(node.pid)],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const ended = new Promise((resolve) => tracer.on('close', resolve));
  const attached = new Promise<void>((resolve) => {
    let trace = '';
    tracer.stderr.setEncoding('utf8').on('data', (text: string) => {
      trace = (trace + text).slice(-1_000);
      if (trace.includes('attached')) resolve();
    });
  });
  await Promise.race([attached, ended]);
  try {
    await during();
  } finally {
    tracer.kill('SIGINT');
    await ended;
  }
}
