import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isLong } from '../../test-set.js';
import { OPERATOR_KEY, PATIENCE_MS } from '../support/client.js';
import { cleanUp, type TollgateProcess } from '../support/harness.js';
import { beginEvents, endEvents, TextServer, writeSlowly, writeToken } from '../support/text-server.js';

/** The chat in a real browser, with a provider that writes what each test wants. */
const CHROMIUM = '/usr/bin/chromium';
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const PASSWORD = 'three words to keep';
const CANARY = '/canary';

let server: TextServer;
let node: TollgateProcess;
let browser: Browser;
let account: string;
let key: { readonly id: string; readonly key: string };
let users = 0;

describe.runIf(isLong && existsSync(CHROMIUM))('the chat', () => {
  beforeAll(async () => {
    server = await TextServer.start();
    node = await server.startNode('{ input: 40, output: 120 }', {
      args: ['--abandoned-stream-max-ms', '300'],
    });
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  });
  beforeEach(async () => {
    account = (await node.createAccount()).id;
    key = (await node.createKey({ account, name: 'studio', credits: 10 })) as typeof key;
    answerWith('Bonjour');
  });
  afterAll(async () => {
    await browser?.close();
    server?.stop();
    await cleanUp();
  });

  it('shows an answer while it is written, then its cost and the balance that is left', async () => {
    const page = await chat();
    let go = () => {};
    server.answer = (response) => {
      beginEvents(response);
      writeToken(response, 'The first **half**');
      go = () => {
        writeToken(response, ', the second.');
        endEvents(response);
      };
    };
    await ask(page, 'Two halves, please');
    await page.locator('.markdown strong', { hasText: 'half' }).waitFor();
    expect(await page.locator('.answer').getAttribute('aria-busy')).toBe('true');
    go();
    await page.getByText('The first half, the second.').waitFor();
    // 7 tokens at 40 DA and 3 at 120 DA for a million.
    await page.getByText('0.00064 DA').waitFor();
    await expect.poll(() => page.locator('option:checked').last().textContent()).toContain('9.99936 DA');
    await page.getByText('Conversations', { exact: true }).click();
    await page.getByRole('button', { name: 'Two halves, please', exact: true }).waitFor();
    await page.context().close();
  });

  it('stops at Escape, keeps what has come, and is told the estimated cost', async () => {
    const page = await chat();
    server.answer = (response) => void writeSlowly(response, 2_000, 10);
    await ask(page, 'Count, please');
    await page.getByText('0 1 2 3').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Stopped').first().waitFor();
    const text = await page.locator('.markdown').textContent();
    await page.getByText('(estimated)').waitFor();
    expect(await page.locator('.markdown').textContent()).toBe(text);
    await ask(page, 'And now?');
    await page.context().close();
  });

  it('counts down after thirty messages a minute, and sends again by one key', async () => {
    const page = await chat();
    for (let sent = 0; sent < 30; sent++) {
      const form = { key: key.id, model: 'no/such', messages: '[]' };
      await page.evaluate(
        `fetch('/chat/messages', { method: 'POST', body: new URLSearchParams(${JSON.stringify(form)}) })`,
      );
    }
    await ask(page, 'One more');
    await page.getByText('30 messages within a minute').waitFor();
    const left = Number(/in (\d+) s/.exec((await page.locator('.trouble .number').textContent()) ?? '')?.[1]);
    expect(left).toBeGreaterThan(30);
    expect(await page.getByRole('button', { name: 'Send again' }).isDisabled()).toBe(true);
    expect(server.asked).toBe(0);
    await page.getByText('It can be sent again now.').waitFor({ timeout: PATIENCE_MS });
    await page.locator('#chat-message').press('Enter');
    await page.locator('.markdown', { hasText: 'Bonjour' }).waitFor();
    expect(await page.locator('.turn').count()).toBe(1);
    await page.context().close();
  });

  it('runs no script of a model, and loads nothing for it', async () => {
    const page = await chat();
    const tripped: string[] = [];
    page.on('dialog', (dialog) => {
      tripped.push(dialog.message());
      void dialog.dismiss();
    });
    page.on('request', (request) => {
      if (request.url().includes(CANARY)) tripped.push(request.url());
    });
    const trip = 'window.__ran=1';
    answerWith(
      [
        `<script>${trip}</script>`,
        `<img src="${CANARY}" onerror="${trip}"><svg onload="${trip}"></svg><iframe srcdoc="<script>${trip}</script>">`,
        `[click](javascript:${trip}) [too](JaVaScRiPt:${trip}) [data](data:text/html,<script>${trip}</script>) [file](//evil.example${CANARY})`,
        `![picture](${node.url}${CANARY}) ![](javascript:${trip})`,
        `[good](https://example.com/ "x\\" onclick=${trip}") <https://example.org> <javascript:${trip}>`,
        `<a href="javascript:${trip}">html</a> &lt;b&gt; &#60;script&#62;`,
        `\`\`\`html" onload="${trip}\n<script>${trip}</script>\n\`\`\``,
        `| a | b |\n|---|---|\n| <script>${trip}</script> | [x](javascript:${trip}) |`,
        `${'> '.repeat(400)}deep`,
        `${'- '.repeat(400)}deep`,
        '*'.repeat(3_000),
      ].join('\n\n'),
    );
    await ask(page, 'Be evil');
    await page.getByText('0.00064 DA').waitFor();
    const drawn = page.locator('.markdown');
    expect(await drawn.locator('script, img, svg, iframe, object, embed, form, style').count()).toBe(0);
    const links = await drawn.locator('a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    for (const link of links) expect(link).toMatch(/^https?:\/\//);
    for (const link of await drawn.locator('a').all()) {
      expect(await link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
      expect(await link.getAttribute('onclick')).toBeNull();
    }
    expect(await drawn.textContent()).toContain(`<script>${trip}</script>`);
    await page.reload();
    await drawn.waitFor();
    expect(await page.evaluate('window.__ran')).toBeUndefined();
    expect(tripped).toEqual([]);
    await page.context().close();
  });

  it.each([
    [
      'en-GB',
      'light',
      'Here is *code*:\n\n```js\nconst x = 1;\n```\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n# One\n\n### Three',
    ],
    ['ar', 'dark', 'الجزائر مدينة على البحر، و`npm start` أمر.\n\n- أولًا\n- ثانيًا\n\nEnglish words.'],
  ] as const)('in %s and %s fits each width, and axe finds nothing', async (locale, colorScheme, text) => {
    const page = await chat({ locale, colorScheme, bypassCSP: true });
    answerWith(`${text}\n\n\`\`\`\n${'a line of code that is long '.repeat(9)}\n\`\`\``);
    await ask(page, locale === 'ar' ? 'ما هي الجزائر؟' : 'Tell me');
    await page.locator('.facts .number').waitFor();
    await page.locator('.kept summary').click();
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), `${width}`).toBe(0);
    }
    await page.addScriptTag({ path: AXE });
    const found = await page.evaluate(
      'axe.run().then(({ violations }) => violations.map((one) => one.id + ": " + one.nodes[0].html))',
    );
    expect(found).toEqual([]);
    const directions = await page
      .locator('.markdown > p')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).direction));
    expect(directions).toEqual(locale === 'ar' ? ['rtl', 'ltr'] : ['ltr']);
    expect(
      await page
        .locator('.code-block pre')
        .last()
        .evaluate((one) => getComputedStyle(one).direction),
    ).toBe('ltr');
    await page.context().close();
  });

  it('is used by the keyboard alone', async () => {
    const page = await chat();
    const focused = () => page.evaluate('document.activeElement.textContent || document.activeElement.id');
    expect(await focused()).toBe('chat-message');
    await page.keyboard.type('one');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('two');
    await page.keyboard.press('Enter');
    await page.locator('.facts .number').waitFor();
    expect(await page.locator('.question p').textContent()).toBe('one\ntwo');
    await page.keyboard.press('Shift+Tab');
    expect(await focused()).toBe('Copy');
    await page.keyboard.press('Shift+Tab');
    expect(await focused()).toBe('New conversation');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Ask something' }).waitFor();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('.question', { hasText: 'one' }).waitFor();
    await page.context().close();
  });

  it('keeps what had come if the page is loaded again in the middle', async () => {
    const page = await chat();
    server.answer = (response) => void writeSlowly(response, 2_000, 10);
    await ask(page, 'Count, please');
    await page.getByText('0 1 2 3').waitFor();
    await page.reload();
    await page.getByText('0 1 2 3').waitFor();
    await page.getByText('Stopped').first().waitFor();
    await page.getByText('(estimated)').waitFor();
    await page.context().close();
  });

  it('says that the session has ended, and has the conversation again after a new sign-in', async () => {
    const page = await chat();
    await ask(page, 'Before');
    await page.locator('.facts .number').waitFor();
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    await ask(page, 'After');
    await page.getByText('Your session has ended.').waitFor();
    expect(await page.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(
      '/sign-in?next=/chat',
    );
    await page.context().addCookies(cookies);
    await page.reload();
    await page.locator('.question', { hasText: 'Before' }).waitFor();
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => page.locator('.markdown').count()).toBe(2);
    await page.context().close();
  });

  it('goes on in two tabs, and is forgotten in both at sign-out, for this user alone', async () => {
    const page = await chat();
    await page.evaluate("localStorage.setItem('tollgate-chat/user_another/1', 'theirs')");
    await ask(page, 'From the first tab');
    await page.locator('.facts .number').waitFor();
    const second = await page.context().newPage();
    await second.goto(`${node.url}/chat`);
    await second.locator('.question', { hasText: 'From the first tab' }).waitFor();
    await ask(second, 'From the second tab');
    await page.locator('.question', { hasText: 'From the second tab' }).waitFor();
    // Both write at once: none overwrites the other's.
    server.answer = (response) => void writeSlowly(response, 200, 10).then(() => endEvents(response));
    await ask(page, 'At once, one');
    await ask(second, 'At once, two');
    for (const tab of [page, second]) await expect.poll(() => tab.locator('.facts .number').count()).toBe(3);
    const kept = () => page.evaluate('Object.values(localStorage).join()') as Promise<string>;
    for (const text of ['At once, one', 'At once, two']) expect(await kept()).toContain(text);
    await page.locator('.account summary').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL((url) => url.pathname === '/sign-in');
    await second.getByRole('heading', { name: 'Ask something' }).waitFor();
    expect(await kept()).toBe('theirs');
    await page.context().close();
  });
});

function answerWith(text: string): void {
  server.asked = 0;
  server.answer = (response) => {
    beginEvents(response);
    for (const piece of text.match(/[\s\S]{1,7}/g) ?? []) writeToken(response, piece);
    endEvents(response);
  };
}

async function ask(page: Page, text: string): Promise<void> {
  await page.fill('#chat-message', text);
  await page.press('#chat-message', 'Enter');
  await page.locator('.question', { hasText: text }).waitFor();
}

/** The chat of a new owner. */
async function chat(options: BrowserContextOptions = {}): Promise<Page> {
  users += 1;
  const { json } = await node.call('POST', `/api/accounts/${account}/invitations`, {
    key: OPERATOR_KEY,
    json: { name: `owner${users}@studio.dz`, role: 'owner' },
  });
  const page = await (await browser.newContext({ locale: 'en-GB', ...options })).newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(json.url);
  await page.fill('[name=password]', PASSWORD);
  await page.fill('[name=again]', PASSWORD);
  await page.locator('main form button.primary').first().click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto(`${node.url}/chat`);
  await page.locator('.composer').waitFor();
  return page;
}
