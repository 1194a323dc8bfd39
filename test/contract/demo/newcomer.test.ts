import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong } from '../../test-set.js';
import { PATIENCE_MS } from '../support/client.js';
import { startTollgate, type TollgateProcess } from '../support/harness.js';

const CHROMIUM = '/usr/bin/chromium';

let browser: Browser;
let node: TollgateProcess;

/** A demo of its own: its link works once. */
async function startDemo(): Promise<{ link: string; key: string }> {
  node = await startTollgate({ args: ['--demo'] });
  const printed = () => ({
    link: /http:\S+\/demo\/[\w-]{43}/.exec(node.stdout)?.[0] ?? '',
    key: /sk-[0-9A-Za-z]+/.exec(node.stdout)?.[0] ?? '',
  });
  await expect.poll(() => printed().key).not.toBe('');
  return printed();
}

function submit(key: string) {
  return node.call('POST', '/v1/videos', {
    key,
    json: { model: 'sim/video', prompt: 'a lighthouse in the rain', seconds: 2 },
  });
}

async function played(page: Page): Promise<void> {
  await page.waitForSelector('video');
  await page.evaluate('document.querySelector("video").muted = true');
  await page.evaluate('document.querySelector("video").play()');
  await expect.poll(() => page.evaluate('document.querySelector("video").currentTime')).toBeGreaterThan(0.2);
}

describe.runIf(isLong && existsSync(CHROMIUM))('a newcomer with a browser', () => {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  });
  afterAll(() => browser.close());

  test('goes from the printed link to a played clip, by the example that the page shows', async () => {
    const { link } = await startDemo();
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(link);
    await page.click('main button');
    await page.waitForSelector('[data-watches="none"]');
    const example = (await page.textContent('#curl')) ?? '';
    const key = /Bearer (sk-\w+)/.exec(example)?.[1] ?? '';
    expect((await submit(key)).status).toBe(202);
    await played(page);
    expect(await page.textContent('main')).toContain('Your first video');
    await page.close();
    await node.stop();
  });

  test('does it from the form, by the keyboard alone', async () => {
    const { link } = await startDemo();
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(link);
    await page.focus('main button');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${node.url}/`);
    await page.goto(`${node.url}/jobs/new`);
    await page.focus('textarea');
    await page.keyboard.type('a lighthouse in the rain');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('2');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/jobs\/video_/);
    await played(page);
    await page.close();
    await node.stop();
  });

  test('sees the first video come without a script, too', async () => {
    const { link, key } = await startDemo();
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(link);
    await page.click('main button');
    await page.waitForURL(`${node.url}/`);
    expect((await submit(key)).status).toBe(202);
    await page.waitForURL(/\?look=/);
    await page.waitForSelector('video');
    const clip = await page.getAttribute('video', 'src');
    const whole = await context.request.get(`${node.url}${clip}`);
    expect([whole.status(), whole.headers()['content-type']]).toEqual([200, 'video/mp4']);
    await context.close();
    await node.stop();
  });
});
