import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLong } from '../../test-set.js';
import { OPERATOR_KEY, PATIENCE_MS } from '../support/client.js';
import { cleanUp, startTollgate, type TollgateProcess } from '../support/harness.js';

/** The live view of pages over a real socket: no page here is loaded a second time. */
const CHROMIUM = '/usr/bin/chromium';
const PASSWORD = 'three words to keep';

let node: TollgateProcess;
let browser: Browser;

describe.runIf(isLong && existsSync(CHROMIUM))('a page that somebody looks at', () => {
  beforeAll(async () => {
    node = await startTollgate();
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser.close();
    await cleanUp();
  });

  it('shows a request and a job while it runs, and what was charged for it', async () => {
    const { id } = await node.createAccount();
    const key = await node.createKey({ account: id, name: 'studio', credits: 1_000 });
    // Somebody whose first video is there is no newcomer, whose page loads itself again.
    const first = await node.submit(key.key);
    await node.settled(key.key, first.json.id);
    const page = await signedIn(id, 'owner');
    await page.goto(`${node.url}/`);
    await page.evaluate('window.isSameDocument = true');
    const figure = (name: string) => page.locator(`bdi[data-live="keys|${key.id}|${name}"]`);
    const balance = async () => Number((await figure('balance').textContent())?.replace(',', ''));
    const before = await balance();
    const job = await node.submit(key.key, { model: 'sim/video', seconds: 2 });
    await expect.poll(() => figure('unfinished_jobs').textContent()).toBe('1');
    expect(Number(await figure('last_minute').textContent())).toBeGreaterThan(0);
    const { json } = await node.settled(key.key, job.json.id);
    expect(json.status).toBe('completed');
    await expect.poll(() => figure('unfinished_jobs').textContent()).toBe('0');
    await expect.poll(balance).toBe(before - json.cost);
    expect(await page.locator('[data-over]').isHidden()).toBe(true);
    expect(await page.evaluate('window.isSameDocument')).toBe(true);
    await page.context().close();
  });

  it.each([
    ['/', 'owner'],
    ['/node', 'operator'],
  ])('is told by %s that its session has ended, and its socket is closed for good', async (path, role) => {
    const account = role === 'operator' ? 'acct_default' : (await node.createAccount()).id;
    await node.createKey({ account, name: 'studio' });
    const page = await signedIn(account, role);
    const sockets: boolean[] = [];
    page.on('websocket', (socket) => {
      const at = sockets.push(true) - 1;
      socket.on('close', () => {
        sockets[at] = false;
      });
    });
    await page.goto(node.url + path);
    await expect.poll(() => sockets).toEqual([true]);
    const [session] = (await page.context().cookies()).filter(({ name }) => /^tollgate-\d+$/.test(name));
    const cookie = `${session?.name}=${session?.value}`;
    await node.call('POST', '/sign-out', {
      headers: { accept: 'text/html', 'sec-fetch-site': 'same-origin', cookie },
    });
    await page.getByText('These figures stand still').waitFor();
    await expect.poll(() => sockets.includes(true)).toBe(false);
    await page.getByRole('link', { name: 'Load the page again' }).click();
    expect(new URL(page.url()).pathname).toBe('/sign-in');
    await page.context().close();
  });
});

async function signedIn(account: string, role: string): Promise<Page> {
  const { json } = await node.call('POST', `/api/accounts/${account}/invitations`, {
    key: OPERATOR_KEY,
    json: { name: `${role}@${account.replace('_', '-')}.dz`, role },
  });
  const page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(json.url);
  await page.fill('[name=password]', PASSWORD);
  await page.fill('[name=again]', PASSWORD);
  await page.locator('main form button.primary').first().click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  return page;
}
