import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isLong } from '../../test-set.js';
import { OPERATOR_KEY, PATIENCE_MS } from '../support/client.js';
import { cleanUp, startTollgate, type TollgateProcess } from '../support/harness.js';

/** The whole way of a payment with simulated cards, as people go it. Each way has a key of its own. */
const CHROMIUM = '/usr/bin/chromium';
const NAME = 'owner@studio.dz';
const PASSWORD = 'three words to keep';
/** The machine of a test may be busy. */

const way = it.runIf(isLong && existsSync(CHROMIUM));
let node: TollgateProcess;
let browser: Browser;
let managementKey: string;

beforeAll(async () => {
  if (!isLong || !existsSync(CHROMIUM)) return;
  node = await startTollgate();
  browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  const account = await node.createAccount();
  managementKey = account.managementKey;
  const { json } = await node.call('POST', `/api/accounts/${account.id}/invitations`, {
    key: OPERATOR_KEY,
    json: { name: NAME, role: 'owner' },
  });
  const page = await newPage();
  await page.goto(json.url);
  await page.fill('[name=password]', PASSWORD);
  await page.fill('[name=again]', PASSWORD);
  await submitted(page);
  await page.context().close();
});

afterAll(async () => {
  await browser?.close();
  await cleanUp();
});

async function newPage(options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  const context = await browser.newContext({ baseURL: node.url, locale: 'en-GB', ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  return await context.newPage();
}

/** Presses the first button of the page's main form. */
async function submitted(page: Page): Promise<void> {
  await page.locator('main form button.primary').first().click();
}

async function signIn(page: Page): Promise<void> {
  await page.fill('[name=name]', NAME);
  await page.fill('[name=password]', PASSWORD);
  await submitted(page);
}

/** A page at the form that orders credit for a fresh key. */
async function atForm(name: string, options?: Parameters<Browser['newContext']>[0]) {
  const { json } = await node.call('POST', '/api/keys', { key: managementKey, json: { name } });
  const page = await newPage(options);
  await page.goto('/sign-in');
  await signIn(page);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.goto(`/top-up?key=${json.id}`);
  return { page, key: json.id as string };
}

/** Orders 2,000 DA, and waits for the link that leads to the payment page. */
async function toBePaid(page: Page): Promise<string> {
  await page.getByRole('radio', { name: '2,000 DA' }).check();
  await submitted(page);
  await payLink(page).waitFor();
  return new URL(page.url()).pathname;
}

const payLink = (page: Page) => page.getByRole('link', { name: /^Pay/ });
const receipt = (page: Page) => page.getByRole('heading', { name: 'Receipt' });

async function useCard(page: Page, card: string): Promise<void> {
  await page.locator(`[name=card][value=${card}]`).check({ force: true });
  await submitted(page);
}

/** Amounts of the key's ledger, in DA. */
async function credits(key: string): Promise<readonly number[]> {
  const { json } = await node.call('GET', `/api/keys/${key}/ledger`, { key: managementKey });
  return json.data.map(({ amount }: { amount: number }) => amount);
}

async function ordersOf(key: string): Promise<readonly string[]> {
  const { json } = await node.call('GET', '/api/orders?limit=100', { key: managementKey });
  const orders: readonly { readonly key: string; readonly status: string }[] = json.data;
  return orders.filter((order) => order.key === key).map(({ status }) => status);
}

way(
  'a card that pays: the receipt comes by itself, and the way back through the browser pays nothing twice',
  async () => {
    const { page, key } = await atForm('pays');
    const order = await toBePaid(page);
    await payLink(page).click();
    await useCard(page, 'pays');
    await receipt(page).waitFor();
    expect(new URL(page.url()).pathname).toBe(order);
    await page.goBack();
    await page.getByRole('heading', { name: 'over' }).waitFor();
    await page.reload();
    await page.goto(order);
    await receipt(page).waitFor();
    expect(await credits(key)).toEqual([2_000]);
    await page.context().close();
  },
);

way('a card that is declined: the next try has the same amount in it', async () => {
  const { page, key } = await atForm('declined');
  await page.getByRole('radio', { name: 'Another amount' }).check();
  await page.fill('[name=amount]', '1234');
  await submitted(page);
  await payLink(page).click();
  await useCard(page, 'declined');
  await page.getByText('The payment has failed').waitFor();
  await page.getByRole('link', { name: 'Try again' }).click();
  expect(await page.inputValue('[name=amount]')).toBe('1234');
  expect(await page.inputValue('[name=key]')).toBe(key);
  await submitted(page);
  await payLink(page).click();
  await useCard(page, 'notice_twice');
  await receipt(page).waitFor();
  expect([await credits(key), await ordersOf(key)]).toEqual([[1_234], ['paid', 'failed']]);
  await page.context().close();
});

way('a payment that is abandoned or canceled: the order waits, or is over', async () => {
  const { page, key } = await atForm('abandoned');
  await toBePaid(page);
  await payLink(page).click();
  await useCard(page, 'abandoned');
  await payLink(page).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('The payment was canceled').waitFor();
  expect([await credits(key), await ordersOf(key)]).toEqual([[], ['canceled']]);
  await page.context().close();
});

way(
  'two clicks on the button, and a second one after an answer that never came, make one order',
  async () => {
    const { page, key } = await atForm('two clicks');
    await page.locator('main form button.primary').dblclick();
    await payLink(page).waitFor();
    expect(await ordersOf(key)).toHaveLength(1);
    await page.goto(`/top-up?key=${key}`);
    let isLost = true;
    await page.route('**/top-up', async (route) => {
      if (route.request().method() === 'POST' && isLost) {
        isLost = false;
        await route.fetch({ maxRedirects: 0 });
        await route.abort('aborted');
      } else await route.continue();
    });
    await submitted(page);
    await expect.poll(() => ordersOf(key)).toHaveLength(2);
    // A press within a second of the first is taken for the second one of a double click.
    await expect
      .poll(async () => {
        if (!(await payLink(page).isVisible())) await submitted(page);
        return payLink(page).isVisible();
      })
      .toBe(true);
    expect(await ordersOf(key)).toHaveLength(2);
    await page.context().close();
  },
);

way(
  'a session that ends meanwhile: the order tells how it is, and the sign-in leads back to it',
  async () => {
    const { page, key } = await atForm('no session');
    const order = await toBePaid(page);
    await payLink(page).click();
    await page.context().clearCookies();
    await useCard(page, 'notice_never');
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
    expect(await page.content()).not.toContain('2,000');
    await page.getByRole('link', { name: 'Sign in' }).click();
    await signIn(page);
    await receipt(page).waitFor();
    expect([new URL(page.url()).pathname, await credits(key)]).toEqual([order, [2_000]]);
    await page.context().close();
  },
);

way('an order that is open in two tabs: each shows that it is paid', async () => {
  const { page, key } = await atForm('two tabs');
  const order = await toBePaid(page);
  const other = await page.context().newPage();
  await other.goto(order);
  await payLink(other).click();
  await useCard(other, 'pays');
  await receipt(other).waitFor();
  await page.bringToFront();
  await receipt(page).waitFor();
  expect(await credits(key)).toEqual([2_000]);
  await page.context().close();
});

way('a browser without scripts: the order’s page loads itself again until it is paid', async () => {
  const { page, key } = await atForm('no script', { javaScriptEnabled: false });
  await toBePaid(page);
  await payLink(page).click();
  await useCard(page, 'notice_never');
  await receipt(page).waitFor();
  expect(await credits(key)).toEqual([2_000]);
  await page.context().close();
});

way('a keyboard is enough', async () => {
  const { page, key } = await atForm('keyboard');
  const press = (name: string) => page.keyboard.press(name);
  /** To the first thing that this selects, by Tab alone. */
  const tabTo = async (selector: string) => {
    for (let n = 0; n < 40; n++) {
      if (await page.locator(`${selector}:focus`).count()) return;
      await press('Tab');
    }
    throw new Error(`Tab does not lead to ${selector}`);
  };
  await tabTo('[name=choice]');
  for (let n = 0; n < 2; n++) await press('ArrowRight');
  expect(await page.inputValue('[name=choice]:checked')).toBe('2000');
  await tabTo('main button.primary');
  await press('Enter');
  await payLink(page).waitFor();
  await tabTo('main a.primary');
  await press('Enter');
  await page.locator('[name=card]').first().waitFor({ state: 'attached' });
  await tabTo('[name=card]');
  await press('Enter');
  await receipt(page).waitFor();
  expect(await credits(key)).toEqual([2_000]);
  await page.context().close();
});

way('a receipt prints on one page', async () => {
  const { page } = await atForm('print');
  await toBePaid(page);
  await payLink(page).click();
  await useCard(page, 'pays');
  await receipt(page).waitFor();
  const pages = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g);
  expect(pages).toHaveLength(1);
  await page.context().close();
});
