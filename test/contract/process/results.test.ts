import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { request } from 'undici';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isLong } from '../../test-set.js';
import { expectError } from '../support/answers.js';
import { PATIENCE_MS } from '../support/client.js';
import {
  cleanUp,
  freshFolder,
  runTollgate,
  startTollgate,
  type TollgateProcess,
} from '../support/harness.js';
import { bytesOf, clipResult, VideoServer } from '../support/video-server.js';

const CHROMIUM = '/usr/bin/chromium';
const MIB = 1 << 20;
const GIB = 1 << 30;
const BIG_BYTES = isLong ? GIB : 32 * MIB;
/** Commands that let others go first are not held back on top of that. */
const UNHELD = ['--cpu-share', '100'];

let server: VideoServer;
let config: string;
let node: TollgateProcess;

beforeEach(async () => {
  server = await VideoServer.start();
});
afterEach(async () => {
  await node.kill();
  server.stop();
});
afterAll(cleanUp);

async function start(results: 'proxy' | 'keep', data?: string): Promise<void> {
  config = join(await freshFolder(), 'tollgate.json');
  const model = {
    'price-per-second': 1,
    seconds: { allowed: [4], default: 4 },
    routes: [{ provider: 'studio', model: 'm' }],
  };
  const providers = { studio: { kind: 'openai-videos', url: server.url, results } };
  writeFileSync(config, JSON.stringify({ providers, models: { clip: model } }));
  node = await startTollgate({ args: ['--config', config], ...(data === undefined ? {} : { data }) });
}

interface Made {
  readonly key: string;
  readonly id: string;
}

async function submit(): Promise<Made> {
  const { key } = await node.createKey({ credits: 100 });
  const answer = await node.call('POST', '/v1/videos', { key, json: { model: 'clip', prompt: 'a boat' } });
  expect(answer.status).toBe(202);
  return { key, id: answer.json.id };
}

async function made(): Promise<Made & { readonly url: string }> {
  const job = await submit();
  const { json } = await node.settled(job.key, job.id);
  expect(json.status).toBe('completed');
  return { ...job, url: json.url };
}

function kept(): readonly string[] {
  const folder = join(node.data, 'results');
  return existsSync(folder) ? readdirSync(folder).filter((name) => name !== 'owner') : [];
}

async function until(holds: () => boolean): Promise<void> {
  await expect.poll(holds, { interval: 10 }).toBe(true);
}

describe.each(['proxy', 'keep'] as const)('a result (%s)', (results) => {
  test('is at a link of the gateway’s own, in any range, as the video that it is', async () => {
    await start(results);
    const job = await made();
    expect(job.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/results\/video_\w{26}\.[\w-]{32}$/);
    const whole = await node.call('GET', job.url);
    expect(whole.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': String(server.result.size),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; media-src 'self'",
    });
    const part = await request(job.url, { headers: { range: 'bytes=10-19' } });
    expect(part.statusCode).toBe(206);
    expect(Buffer.from(await part.body.arrayBuffer())).toEqual(Buffer.from(bytesOf(server.result, 10, 20)));
    const content = await node.call('GET', `/v1/videos/${job.id}/content`, { key: job.key });
    expect([content.status, content.text]).toEqual([200, whole.text]);
    expect(kept()).toHaveLength(results === 'keep' ? 1 : 0);
    const read = await node.call('GET', `/v1/videos/${job.id}`, { key: job.key });
    expect(read.json).toMatchObject({ output_seconds: 4, cost: 4 });
    expect(read.text).not.toContain(server.url);
  });

  test('of any size takes little memory and no descriptor, however it is read', async () => {
    server.result = clipResult(4_000, BIG_BYTES);
    await start(results);
    const job = await made();
    const [rssBefore, descriptorsBefore] = [rssOf(node.pid), descriptorsOf(node.pid)];
    for (let n = 0; n < 30; n++) {
      const from = Math.floor(Math.random() * BIG_BYTES);
      const to = Math.min(BIG_BYTES, from + 1 + Math.floor(Math.random() * 100_000));
      const { statusCode, body } = await request(job.url, { headers: { range: `bytes=${from}-${to - 1}` } });
      expect([statusCode, (await body.arrayBuffer()).byteLength]).toEqual([206, to - from]);
    }
    // Readers that go, and one that takes its time.
    for (let n = 0; n < 20; n++) (await request(job.url)).body.on('error', () => {}).destroy();
    const slow = await request(job.url);
    let slowBytes = 0;
    for await (const chunk of slow.body) {
      slowBytes += chunk.length;
      if (slowBytes % (8 * MIB) < chunk.length) await node.pause(5);
    }
    expect(slowBytes).toBe(BIG_BYTES);
    expect(rssOf(node.pid) - rssBefore).toBeLessThan(150 * MIB);
    await expect.poll(() => descriptorsOf(node.pid)).toBeLessThanOrEqual(descriptorsBefore + 2);
  });
});

describe('a kept result', () => {
  test('whose file somebody removes under a running node has expired, and one line says so', async () => {
    await start('keep');
    const job = await made();
    for (const name of kept()) rmSync(join(node.data, 'results', name));
    const link = await node.call('GET', job.url);
    expect([link.status, link.json.error.code]).toEqual([410, 'result_expired']);
    expect((await node.call('HEAD', job.url)).status).toBe(410);
    expect((await node.call('GET', `/v1/videos/${job.id}/content`, { key: job.key })).status).toBe(410);
    const told = () => node.stderr.match(/the file of a kept result has been removed/g);
    await expect.poll(told).toHaveLength(1);
    expect(node.stderr).not.toContain('ENOENT');
  });

  test('that had to make room has expired', async () => {
    await start('keep');
    const job = await made();
    const [name = ''] = kept();
    const { data } = node;
    await node.kill();
    rmSync(join(data, 'results', name));
    writeFileSync(join(data, 'results', name.replace(/clip$/, 'evicted')), '');
    await start('keep', data);
    expectError(await node.call('GET', `/v1/videos/${job.id}/content`, { key: job.key }), 'result_expired');
    const link = await node.call('GET', new URL(job.url).pathname);
    expect([link.status, link.json.error.code]).toEqual([410, 'result_expired']);
    expect((await node.call('GET', `${new URL(job.url).pathname}x`)).status).toBe(404);
  });

  test('is read again if the process dies before its job is completed, and nothing is left over', async () => {
    server.result = { ...clipResult(4_000, 4 * MIB), standsStillAfter: 3 * MIB };
    await start('keep');
    const job = await submit();
    await until(() => kept().some((name) => name.endsWith('.partial')));
    const { data } = node;
    await node.kill();
    // As if it had died between file and job.
    const name = `acct_default.${job.id}.clip`;
    writeFileSync(join(data, 'results', name), 'half a clip');
    server.result = clipResult(4_000, 4 * MIB);
    await start('keep', data);
    const { json } = await node.settled(job.key, job.id);
    expect([json.status, json.cost]).toEqual(['completed', 4]);
    expect(kept()).toEqual([name]);
    expect(readFileSync(join(data, 'results', name)).length).toBe(4 * MIB);
  });

  test('is in a backup, and a verification misses it if it is lost', async () => {
    await start('keep');
    const job = await made();
    const { data } = node;
    const target = join(await freshFolder(), 'backup');
    const backup = await runTollgate(['backup', target, '--data', data, ...UNHELD]);
    expect([backup.code, readdirSync(join(target, 'results'))]).toEqual([0, kept()]);
    await node.stop();
    expect((await runTollgate(['verify', '--data', data, ...UNHELD])).code).toBe(0);
    rmSync(join(data, 'results', kept()[0] ?? ''));
    const verified = await runTollgate(['verify', '--data', data, ...UNHELD]);
    expect(verified.code).toBe(1);
    expect(verified.stdout).toContain(`kept_result: job ${job.id}: the file of its result is missing`);
    const restored = join(await freshFolder(), 'data');
    expect((await runTollgate(['restore', target, '--data', restored])).code).toBe(0);
    await start('keep', restored);
    expect((await node.call('GET', new URL(job.url).pathname)).status).toBe(200);
  });
});

test('a folder that takes no results is one line that names the option, with exit status 2', async () => {
  const data = join(await freshFolder(), 'data');
  for (const command of ['check', 'serve']) {
    const args = [command, '--data', data, '--results-dir', '/proc/nope', '--port', '0'];
    const { code, stderr } = await runTollgate(args);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^tollgate: results-dir: cannot keep results in \/proc\/nope: .+\n$/m);
  }
});

test('a result that is a page fails its job, and costs nothing', async () => {
  const page = Buffer.from('<!doctype html><script>alert(1)</script>');
  server.result = { contentType: 'video/mp4', head: page, size: page.length };
  await start('proxy');
  const job = await submit();
  expect((await node.settled(job.key, job.id)).json).toMatchObject({ error: 'result_unavailable', cost: 0 });
});

test.runIf(isLong && existsSync(CHROMIUM))(
  'a link plays by itself in a browser, and nothing runs if a page comes in the place of the clip',
  async () => {
    await start('proxy');
    const job = await made();
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(PATIENCE_MS);
      await page.goto(job.url);
      await expect.poll(() => page.evaluate('document.querySelector("video").readyState')).toBe(4);
      expect(await page.evaluate('document.querySelector("video").duration')).toBe(4);
      const script = Buffer.from(
        '<!doctype html><title>ran</title><script>document.title = "ran"; fetch("/ran")</script>',
      );
      server.result = { contentType: 'text/html', head: script, size: script.length };
      const asked: string[] = [];
      const other = await browser.newPage();
      other.setDefaultTimeout(PATIENCE_MS);
      other.on('request', (one) => asked.push(new URL(one.url()).pathname));
      await other.goto(job.url).catch(() => undefined);
      expect(await other.title()).not.toBe('ran');
      expect(asked).not.toContain('/ran');
    } finally {
      await browser.close();
    }
  },
);

function rssOf(pid: number): number {
  const [, kib = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) * 1_024;
}

function descriptorsOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}
