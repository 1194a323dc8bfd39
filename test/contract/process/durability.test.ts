/** An acknowledged write is on disk; and the effects of a full disk. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { cleanUp, freshFolder, startTollgate, type TollgateProcess } from '../support/harness.js';
import { auditKey, expectSettledOnce, wholeList } from '../support/ledger-audit.js';

const hasStrace = spawnSync('strace', ['--version']).error === undefined;
const mounted: string[] = [];

afterEach(() => {
  for (const folder of mounted.splice(0)) spawnSync('umount', ['--lazy', folder]);
});
afterAll(cleanUp);

test.runIf(hasStrace)('the commit of a submit is synced to disk before its 202 is sent', async () => {
  const node = await startTollgate();
  const { key } = await node.createKey();
  const trace = await traced(node, async () => {
    for (let job = 0; job < 5; job++) {
      expect((await node.submit(key, { model: 'sim/video-slow' })).status).toBe(202);
    }
  });
  // The next commit may have begun already; what counts are syncs that have ended.
  const calls = trace.split('\n').filter((line) => /fdatasync.* = 0|HTTP\/1\.1 202/.test(line));
  const answers = calls.filter((line) => line.includes('202 Accepted'));
  expect(answers.length, trace).toBe(5);
  for (const answer of answers) {
    const before = calls[calls.indexOf(answer) - 1] ?? '';
    expect(before, `what came before ${answer}`).toContain('fdatasync');
  }
  await node.stop();
});

test('a full disk refuses submits, serves reads, loses nothing and recovers when there is room', async (context) => {
  const data = await tmpfsFolder(24);
  if (data === undefined) {
    context.skip('a tmpfs cannot be mounted here');
    return;
  }
  const node = await startTollgate({ data });
  const key = await node.createKey({ credits: 1_000_000 });
  const first = await node.submit(key.key);
  expect(first.status).toBe(202);
  await node.settled(key.key, first.json.id);

  const filler = join(data, 'filler');
  await fill(filler, data);
  const refused = await submitUntil(node, key.key, 503);
  expect(refused.json.error.code).toBe('storage_unavailable');
  expect(refused.json.retry_after).toBe(Number(refused.headers['retry-after']));
  expect((await node.call('GET', '/readyz')).status).toBe(503);
  expect((await node.call('GET', '/healthz')).status).toBe(200);
  const poll = await node.call('GET', `/v1/videos/${first.json.id}`, { key: key.key });
  expect(poll.json.status).toBe('completed');
  const credits = await node.call('GET', '/v1/credits', { key: key.key });
  expect(credits.status).toBe(200);
  expect((await node.call('GET', '/v1/videos', { key: key.key })).status).toBe(200);

  await rm(filler);
  const again = await submitUntil(node, key.key, 202);
  await node.settled(key.key, again.json.id);
  expect((await node.call('GET', '/readyz')).status).toBe(200);
  for (const { id } of await wholeList(node, '/v1/videos', key.key)) await node.settled(key.key, id);
  expectSettledOnce(await auditKey(node, key));
  await node.kill();

  const restarted = await startTollgate({ data });
  expectSettledOnce(await auditKey(restarted, key));
  await restarted.stop();
});

/**
 * Submits again and again until an answer has that status: what the node set aside of the disk must run out.
 */
async function submitUntil(node: TollgateProcess, key: string, status: number) {
  const until = performance.now() + 60_000;
  for (;;) {
    const submits = Array.from({ length: 32 }, () => node.submit(key, { prompt: 'x'.repeat(9_000) }));
    const answers = await Promise.all(submits);
    for (const answer of answers) expect([202, 503], answer.text).toContain(answer.status);
    const wanted = answers.find((answer) => answer.status === status);
    if (wanted !== undefined) return wanted;
    if (performance.now() > until) throw new Error(`submits do not come to answer ${status}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function tmpfsFolder(mib: number): Promise<string | undefined> {
  const folder = join(await freshFolder(), 'disk');
  await mkdir(folder);
  const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mib}m`, 'tmpfs', folder]);
  if (mount.status !== 0) return undefined;
  mounted.push(folder);
  return folder;
}

/** Leaves no room at all on the disk. */
async function fill(file: string, folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  await writeFile(file, Buffer.alloc(bavail * bsize)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOSPC') throw error;
  });
}

/** The system calls of a process, in the order in which they ended, while `during` ran. */
async function traced(node: TollgateProcess, during: () => Promise<void>): Promise<string> {
  const filter = 'trace=fdatasync,fsync,msync,write,writev,send,sendto,sendmsg';
  const tracer = spawn('strace', ['-f', '-s', '64', '-e', filter, '-p', String(node.pid)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let trace = '';
  const attached = new Promise<void>((resolve) => {
    tracer.stderr.setEncoding('utf8').on('data', (text: string) => {
      trace += text;
      if (trace.includes('attached')) resolve();
    });
  });
  const ended = new Promise((resolve) => tracer.on('close', resolve));
  await Promise.race([attached, ended]);
  await during();
  tracer.kill('SIGINT');
  await ended;
  return trace;
}
