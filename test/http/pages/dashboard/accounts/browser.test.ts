import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userOfName } from '../../../../../src/actors/people/user-names.js';
import { PATIENCE_MS } from '../../../../contract/support/client.js';
import { isLong } from '../../../../test-set.js';
import { DashboardUnderTest, PASSWORD } from '../dashboard-under-test.js';

/** People at work in a real browser, on a gateway whose exchanges a small server of Node hands on. */
const CHROMIUM = '/usr/bin/chromium';

let browser: Browser;
let dashboard: DashboardUnderTest;
let server: Server;
let origin: string;

describe.runIf(isLong && existsSync(CHROMIUM))('in a browser', () => {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
    dashboard = await DashboardUnderTest.start({}, undefined, true);
    server = await handOn(dashboard);
    origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await browser.close();
    server.close();
  });

  it('a customer is made, invited, joins, invites a member, changes the role, and removes them', async () => {
    const operator = await invitedBrowser('operator@gateway.dz', 'acct_default', 'operator');
    await operator.goto(`${origin}/accounts`);
    await operator.getByRole('link', { name: 'Create an account' }).click();
    await operator.getByLabel('Name').fill('Studio North');
    await operator.getByRole('radio', { name: /^Verified/ }).check();
    await operator.getByRole('button', { name: 'Create an account' }).click();
    await expect.poll(() => operator.locator('#secret').textContent()).toMatch(/^mk-tg/);
    await operator.getByRole('link', { name: 'Invite an owner' }).click();
    const customer = await joined(await linkFor(operator, 'owner@north.dz'));
    await customer.getByRole('link', { name: 'People' }).click();
    expect(await customer.locator('tbody').first().textContent()).toContain('owner@north.dz');

    await customer.getByRole('link', { name: 'Invite a person' }).click();
    const member = await joined(await linkFor(customer, 'member@north.dz'));
    await member.goto(`${origin}/people`);
    expect(await member.getByRole('link', { name: 'Invite a person' }).count()).toBe(0);

    await customer.goto(`${origin}/people`);
    await customer.getByRole('link', { name: 'member@north.dz' }).click();
    await customer.getByRole('radio', { name: /^Owner/ }).check();
    await customer.getByRole('button', { name: 'Change role' }).click();
    await customer.getByText('Saved.').waitFor();
    await member.reload();
    await member.getByRole('link', { name: 'Invite a person' }).waitFor();

    await customer.getByText('Remove this person…').click();
    await customer.getByRole('button', { name: 'Remove', exact: true }).click();
    await customer.getByText('signed out everywhere').waitFor();
    await member.goto(`${origin}/keys`);
    expect(new URL(member.url()).pathname).toBe('/sign-in');
    await member.getByLabel('E-mail address').fill('member@north.dz');
    await member.getByLabel('Password').fill(PASSWORD);
    await member.getByRole('button', { name: 'Sign in' }).click();
    await member.getByText('Address or password is wrong.').waitFor();
    expect(userOfName(dashboard.stage.actors.system.records, 'member@north.dz')).toBeUndefined();
  });

  it('a secret is replaced by the keyboard alone, and a reload shows none', async () => {
    const owner = await invitedBrowser('keys@gateway.dz', 'acct_default', 'owner');
    const key = await dashboard.key('acct_default', 'ci');
    await owner.goto(`${origin}/keys/${key}/rotate`);
    await owner.getByRole('radio', { name: /^At once/ }).focus();
    await owner.keyboard.press('ArrowDown');
    await owner.keyboard.press('Enter');
    await expect.poll(() => owner.locator('#secret').textContent()).toMatch(/^sk-tg/);
    await owner.reload();
    await owner.getByText('nothing was replaced now').waitFor();
    expect(await owner.locator('#secret').count()).toBe(0);
  });
});

/** A browser of its own that has accepted an invitation. */
async function invitedBrowser(name: string, account: string, role: 'owner' | 'operator'): Promise<Page> {
  const token = await dashboard.invited(name, account, role);
  return joined(`${origin}/invitation/${token}`);
}

async function joined(link: string): Promise<Page> {
  const context: BrowserContext = await browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(link);
  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByLabel('The same again').fill(PASSWORD);
  await page.getByRole('button', { name: 'Set password and sign in' }).click();
  await page.getByRole('link', { name: 'People' }).waitFor();
  return page;
}

/** Fills the form of an invitation; the link that it shows. */
async function linkFor(page: Page, name: string): Promise<string> {
  await page.getByLabel('E-mail address').fill(name);
  // The second press of a double click would take the link off the page, were it not for the page's script.
  await page.waitForLoadState('load');
  await page.getByRole('button', { name: 'Make the link' }).dblclick();
  const link = await page.locator('#link').textContent();
  return link ?? '';
}

async function handOn(dashboard: DashboardUnderTest): Promise<Server> {
  const server = createServer(async (request, response) => {
    const { method = '', url = '/', headers } = request;
    const fields = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
    const answer = await dashboard.handOn(method, url, fields, await bodyOf(request));
    for (const [name, value] of Object.entries(answer.headers))
      if (name !== 'content-length') response.setHeader(name, value);
    response.setHeader('Set-Cookie', answer.cookies);
    response.removeHeader('Connection');
    response.writeHead(answer.status);
    response.end(answer.text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}
