import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderClip } from '../../../src/providers/adapters/simulated/clip.js';
import { isLong } from '../../test-set.js';
import { OPERATOR_KEY, PATIENCE_MS } from '../support/client.js';
import { cleanUp, freshFolder, startTollgate, type TollgateProcess } from '../support/harness.js';

/** Scripts in all that people and providers send, in a real browser: none of them runs. */
const CHROMIUM = '/usr/bin/chromium';
const PASSWORD = 'three words to keep';
const SCRIPT =
  '"\'></textarea><script>window.__ran=1;alert(1)</script><img src="/canary" onerror="window.__ran=1">';

let node: TollgateProcess;
let provider: Server;
let browser: Browser;

describe.runIf(isLong && existsSync(CHROMIUM))('a script', () => {
  beforeAll(async () => {
    provider = await serveScripts();
    const config = join(await freshFolder(), 'tollgate.json');
    const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    const model = {
      'price-per-second': 1,
      seconds: { allowed: [4], default: 4 },
      routes: [{ provider: 'studio', model: 'm' }],
    };
    const providers = { studio: { kind: 'openai-videos', url, results: 'proxy' } };
    await writeFile(config, JSON.stringify({ providers, models: { clip: model } }));
    node = await startTollgate({ args: ['--config', config] });
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser?.close();
    provider?.close();
    await cleanUp();
  });

  it('in a name, a prompt, a reference or the message of a provider is text', async () => {
    const { page, tripped } = await ownersPage();
    const { id, key } = await node.createKey({ name: SCRIPT, credits: 100 });
    await api('POST', `/api/keys/${id}/credits`, { amount: 1, reference: SCRIPT });
    const job = await node.submit(key, { model: 'clip', prompt: `fail ${SCRIPT}` });
    const failed = await node.settled(key, job.json.id);
    expect(failed.json.status).toBe('failed');
    let shown = 0;
    for (const path of [
      ...['/', '/keys', `/keys/${id}`, '/jobs', `/jobs/${job.json.id}`, `/jobs/new?from=${job.json.id}`],
      ...[
        '/usage?by=key',
        '/people',
        '/people/audit',
        '/sessions',
        `/sign-in?next=${encodeURIComponent(SCRIPT)}`,
      ],
    ]) {
      await page.goto(node.url + path);
      expect(await page.evaluate('window.__ran'), path).toBeUndefined();
      if ((await page.content()).includes('&lt;script&gt;')) shown += 1;
    }
    expect(shown).toBeGreaterThan(4);
    expect(tripped).toEqual([]);
    await page.context().close();
  });

  it('in a clip that says it is a page runs neither in the player nor by itself', async () => {
    const { page, tripped } = await ownersPage();
    const { key } = await node.createKey({ credits: 100 });
    const job = await node.submit(key, { model: 'clip', prompt: 'a boat' });
    expect((await node.settled(key, job.json.id)).json.status).toBe('completed');
    await page.goto(`${node.url}/jobs/${job.json.id}`);
    const clip = await page.context().request.get(`${node.url}/clips/${job.json.id}`);
    expect(clip.headers()).toMatchObject({
      // By the file, whatever its provider says.
      'content-type': 'video/mp4',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
      'content-disposition': `inline; filename="${job.json.id}.mp4"`,
    });
    await page.goto(`${node.url}/clips/${job.json.id}`).catch(() => undefined);
    expect(await page.evaluate('window.__ran')).toBeUndefined();
    expect(tripped).toEqual([]);
    await page.context().close();
  });
});

const api = (method: string, path: string, json: unknown) =>
  node.call(method, path, { key: OPERATOR_KEY, json });

/** A page of an operator, whose own name is a script; `tripped` has each sign that one was run. */
async function ownersPage(): Promise<{ readonly page: Page; readonly tripped: readonly string[] }> {
  const name = `<script>window.__ran=1</script>${Date.now()}@example.dz`;
  const { json } = await api('POST', '/api/accounts/acct_default/invitations', { name, role: 'operator' });
  const page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const tripped: string[] = [];
  page.on('dialog', (dialog) => {
    tripped.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/canary') tripped.push(request.url());
  });
  await page.goto(json.url);
  await page.fill('[name=password]', PASSWORD);
  await page.fill('[name=again]', PASSWORD);
  await page.locator('main form button.primary').first().click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  return { page, tripped };
}

/** A provider whose failures tell a script, and whose clip is a page as well. */
async function serveScripts(): Promise<Server> {
  let jobs = 0;
  const free = Buffer.from(`\0\0\0\0free${SCRIPT}`);
  free.writeUInt32BE(free.length, 0);
  const clip = Buffer.concat([Buffer.from(renderClip({ lengthMs: 4_000, seed: 1 })), free]);
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (request.url?.endsWith('/content') === true) {
      response.writeHead(200, {
        'content-type': 'text/html',
        'content-length': clip.length,
        'content-disposition': `inline; filename="<script>.html"`,
      });
      response.end(clip);
      return;
    }
    jobs += 1;
    const isSubmit = request.method === 'POST';
    const id = isSubmit
      ? `${body.includes('fail ') ? 'fails' : 'made'}${jobs}`
      : request.url?.split('/').at(-1);
    const isFailed = !isSubmit && id?.startsWith('fails') === true;
    const status = isSubmit ? 'queued' : isFailed ? 'failed' : 'completed';
    const error = isFailed ? { code: 'provider_error', message: SCRIPT } : null;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ id, object: 'video', status, progress: 0, seconds: '4', error }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
