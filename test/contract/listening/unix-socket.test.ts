/** HTTP on a Unix socket, beside the port. */
import { execFileSync, spawnSync } from 'node:child_process';
import { lstat, readFile, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { Client } from 'undici';
import { afterAll, describe, expect, test } from 'vitest';
import {
  cleanUp,
  freshFolder,
  runTollgate,
  startTollgate,
  type TollgateProcess,
} from '../support/harness.js';

const hasCurl = spawnSync('curl', ['--version']).error === undefined;

afterAll(cleanUp);

async function startUnix(
  ...args: string[]
): Promise<{ node: TollgateProcess; path: string; client: Client }> {
  // A name that no URL leaves as it is.
  const path = join(await freshFolder(), 'a#b? %41:ü.sock');
  const node = await startTollgate({ args: ['--unix-socket', path, ...args] });
  return { node, path, client: new Client('http://gateway.test', { socketPath: path }) };
}

async function refusal(path: string): Promise<{ code: number | null; stderr: string }> {
  const args = ['serve', '--port', '0', '--data', await freshFolder(), '--unix-socket', path];
  return await runPlainly(args);
}

/** Runs it, and leaves the entries of the log aside. */
async function runPlainly(args: readonly string[]): Promise<{ code: number | null; stderr: string }> {
  const { code, stderr } = await runTollgate(args);
  return { code, stderr: stderr.replace(/^\{.*\n/gm, '') };
}

/** A socket file whose process was killed. */
async function leaveStale(path: string): Promise<void> {
  const script = `require('net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`;
  spawnSync(process.execPath, ['-e', script]);
  expect((await lstat(path)).isSocket()).toBe(true);
}

const FORWARDED = { 'x-forwarded-for': '198.51.100.7' };

/** The rest of the window that a request without a key counts on. */
async function remaining(client: Client, headers: Record<string, string> = {}): Promise<number> {
  const answer = await client.request({ method: 'GET', path: '/v1/credits', headers });
  await answer.body.dump();
  return Number(answer.headers['x-ratelimit-remaining-rpm']);
}

describe('a Unix socket', () => {
  test('serves the API as the port does, and is gone when the node stops', async () => {
    const { node, path, client } = await startUnix();
    expect(node.stdout).toContain(`tollgate listening on unix:${path}\n`);
    const { key } = await node.createKey();
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ model: 'sim/video-instant', prompt: 'x' });
    const submitted = await client.request({ method: 'POST', path: '/v1/videos', headers, body });
    expect(submitted.statusCode).toBe(202);
    expect(await submitted.body.json()).toMatchObject({
      polling_url: expect.stringMatching(/^http:\/\/gateway\.test\/v1\//),
    });
    expect((await lstat(path)).mode & 0o777).toBe(0o660);
    await client.close();
    await node.stop();
    await expect(lstat(path)).rejects.toThrow('ENOENT');
  });

  test('is where commands find the node by unix:PATH, with no data folder at hand', async () => {
    const { node, path } = await startUnix();
    const from = ['--url', `unix:${path}`, '--data', join(await freshFolder(), 'none')];
    const made = await runTollgate(['keys', 'create', '--name', 'by socket', '--quiet', ...from]);
    expect([made.code, made.stdout]).toEqual([0, expect.stringMatching(/^sk-\S+\n$/)]);
    expect(made.stderr).not.toContain('without encryption');
    const listed = await runTollgate(['keys', 'list', '--json'], { TOLLGATE_URL: `unix://${path}` });
    expect(JSON.parse(listed.stdout).data).toMatchObject([{ name: 'by socket' }]);
    const frame = await runTollgate(['top', '--once', '--json', ...from]);
    expect([frame.code, frame.stderr]).toEqual([0, '']);
    await node.stop();
    const gone = await runTollgate(['keys', 'list', ...from]);
    expect([gone.code, gone.stderr]).toEqual([
      3,
      `tollgate: the node at unix:${path} cannot be reached: there is no such socket\n`,
    ]);
    const wrong = await runTollgate(['keys', 'list', '--url', 'unix:tollgate.sock']);
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      'tollgate: --url must name a socket as unix:/PATH, not unix:tollgate.sock\n',
    ]);
  });

  test.runIf(hasCurl)('is one that curl can ask', async () => {
    const { node, path, client } = await startUnix();
    const text = execFileSync('curl', ['-s', '--max-time', '5', '--unix-socket', path, 'http://x/healthz'], {
      encoding: 'utf8',
    });
    expect(text).toBe('ok\n');
    await client.close();
    await node.stop();
  });

  test('has the mode and the owner that the configuration names', async () => {
    const [user, group] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
    const { node, path, client } = await startUnix(
      '--unix-socket-mode',
      '600',
      '--unix-socket-owner',
      `${user}:${group}`,
    );
    const file = await lstat(path);
    expect([file.mode & 0o777, file.uid, file.gid]).toEqual([0o600, user, group]);
    await client.close();
    await node.stop();
    const missing = await runPlainly([
      'serve',
      '--port',
      '0',
      '--data',
      await freshFolder(),
      '--unix-socket',
      path,
      '--unix-socket-owner',
      'nobody-of-that-name',
    ]);
    expect(missing).toMatchObject({
      code: 2,
      stderr: 'tollgate: unix-socket-owner: there is no user nobody-of-that-name in /etc/passwd\n',
    });
    await expect(lstat(path)).rejects.toThrow('ENOENT');
  });

  test('replaces a file on which nobody listens any more', async () => {
    const path = join(await freshFolder(), 'tollgate.sock');
    await leaveStale(path);
    const node = await startTollgate({ args: ['--unix-socket', path] });
    const client = new Client('http://x', { socketPath: path });
    expect((await client.request({ method: 'GET', path: '/readyz' })).statusCode).toBe(200);
    await client.close();
    await node.stop();
  });

  test('is refused where another process listens on it, which goes on to', async () => {
    const path = join(await freshFolder(), 'tollgate.sock');
    const other: Server = createServer((socket) => socket.on('error', () => {}).end('other'));
    await new Promise<void>((resolve) => other.listen(path, resolve));
    expect(await refusal(path)).toMatchObject({
      code: 1,
      stderr: `tollgate: unix-socket: another process listens on ${path}\n`,
    });
    const heard = await new Promise((resolve) =>
      connect(path).once('data', (bytes) => resolve(String(bytes))),
    );
    expect(heard).toBe('other');
    await new Promise((resolve) => other.close(resolve));
  });

  test('is refused where a file of another kind stands, which stays', async () => {
    const path = join(await freshFolder(), 'precious.txt');
    await writeFile(path, 'precious');
    expect(await refusal(path)).toMatchObject({
      code: 1,
      stderr: `tollgate: unix-socket: ${path} is there already, and is no socket\n`,
    });
    expect(await readFile(path, 'utf8')).toBe('precious');
  });

  test('is refused where its path is longer than the kernel takes, or its folder is missing', async () => {
    const folder = await freshFolder();
    const long = await refusal(join(folder, 'x'.repeat(100)));
    expect(long).toMatchObject({ code: 2, stderr: expect.stringMatching(/is longer than 107 bytes\n$/) });
    const nowhere = await refusal(join(folder, 'missing', 's'));
    expect(nowhere).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/cannot listen on the Unix socket/),
    });
  });

  test('counts those without a key together, believes no proxy on it and shows no metrics', async () => {
    const { node, client } = await startUnix();
    expect(await remaining(client)).toBe(59);
    expect(await remaining(client, FORWARDED)).toBe(58);
    expect((await node.call('GET', '/v1/credits')).headers['x-ratelimit-remaining-rpm']).toBe('59');
    expect((await client.request({ method: 'GET', path: '/metrics' })).statusCode).toBe(403);
    await client.close();
    await node.stop();
  });

  test('does all that where it is told to', async () => {
    const { node, client } = await startUnix('--trusted-proxies', 'unix', '--metrics-networks', 'unix');
    expect(await remaining(client, FORWARDED)).toBe(59);
    expect(await remaining(client, { 'x-forwarded-for': '198.51.100.8' })).toBe(59);
    expect(await remaining(client, FORWARDED)).toBe(58);
    expect((await client.request({ method: 'GET', path: '/metrics' })).statusCode).toBe(200);
    await client.close();
    await node.stop();
  });
});
