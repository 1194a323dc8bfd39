import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Mail } from '../../../../src/mail/mail.js';
import { readAsset } from '../../../../src/packaged/assets.js';
import { madeUpFrame } from '../../../cli/top/made-up-frame.js';
import { PATIENCE_MS } from '../../../contract/support/client.js';
import { isLong } from '../../../test-set.js';
import { gatewayWithMail, linkIn, MadeUpBrowser } from '../../made-up-browser.js';
import { collectAccountPages } from './accounts/account-pages.js';
import { DashboardUnderTest, type Sent, STUDIO } from './dashboard-under-test.js';
import { drawCharts } from './drawn-charts.js';
import { JobsUnderTest } from './jobs-under-test.js';
import { busyFrame } from './node/busy-frame.js';
import { Ordering } from './ordering.js';
import { settleJob } from './settled-jobs.js';

/**
 * The pages in a real browser, which is handed the answers of the gateway. `scripts/prepare.sh` bundles the
 * style sheet before the tests run.
 */
const CHROMIUM = '/usr/bin/chromium';
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const WIDTHS = [360, 768, 1280];
const LANGUAGES = ['en', 'fr', 'ar'];

let browser: Browser;
let dashboard: DashboardUnderTest;
const pages = new Map<string, string>();
const signUpPages = new Map<string, string>();

describe.runIf(isLong && existsSync(CHROMIUM))('each page of the dashboard', () => {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
    dashboard = await DashboardUnderTest.start();
    await collectPages();
    await collectSignUps();
  });
  afterAll(() => browser.close());

  it.each([
    ['of strangers', signUpPages],
    ['of people', pages],
  ])('%s fits its width in every language, and axe finds nothing', async (_, looked) => {
    const css = readAsset('dist/assets/dashboard.css').toString();
    const findings: string[] = [];
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    for (const [name, html] of looked) {
      // Axe looks at each page twice: in English on light ground, in Arabic on dark.
      const [colorScheme, isLookedAt] = name.endsWith('ar')
        ? ['dark' as const, true]
        : ['light' as const, name.endsWith('en')];
      await page.emulateMedia({ colorScheme });
      await page.setContent(html.replace(/<link rel="stylesheet"[^>]*>/, `<style>${css}</style>`));
      findings.push(...(await drawCharts(page)).map((one) => `${name}: ${one}`));
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        const over = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
        if (over > 0) findings.push(`${name} at ${width}: ${over} px too wide`);
      }
      if (isLookedAt) findings.push(...(await axeFindings(page)).map((one) => `${name}: ${one}`));
    }
    expect(findings).toEqual([]);
  });
});

async function axeFindings(page: Page): Promise<readonly string[]> {
  await page.addScriptTag({ path: AXE });
  return (await page.evaluate(
    'axe.run().then(({ violations }) => violations.map((one) => one.id + ": " + one.nodes[0].html))',
  )) as string[];
}

/** The pages of strangers, and of those who forgot their password. */
async function collectSignUps(): Promise<void> {
  const mails: Mail[] = [];
  const [byMail, byPassword] = [
    await gatewayWithMail(['--sign-up', 'open'], mails),
    await gatewayWithMail(['--sign-up', 'open']),
  ];
  for (const language of LANGUAGES) {
    const [browsing, alone] = [new MadeUpBrowser(byMail), new MadeUpBrowser(byPassword)];
    const spoken = [['accept-language', language]] as const;
    const own = [...spoken, ['sec-fetch-site', 'same-origin']] as const;
    const keep = async (name: string, answer: Promise<{ readonly text: string }>) =>
      signUpPages.set(`${name} in ${language}`, (await answer).text);
    const name = `${language}@example.dz`;
    await keep('sign-in of strangers', browsing.get('/sign-in', spoken));
    await keep('sign-up', browsing.get('/sign-up', spoken));
    await keep('sign-up without an address', browsing.post('/sign-up', { name: 'amel' }, own));
    await keep('sign-up that is mailed', browsing.post('/sign-up', { name }, own));
    const link = linkIn(mails.at(-1) ?? { text: '' });
    await keep('link of a sign-up', browsing.get(link, spoken));
    await keep('link that is over', browsing.get('/sign-up/none', spoken));
    await keep('sign-up by password', alone.get('/sign-up', spoken));
    const chosen = { name, password: 'three words to keep', again: 'three words to keep' };
    await keep('sign-up that is done', alone.post('/sign-up', chosen, own));
    await browsing.post(link, chosen, own);
    await keep('forgotten password', browsing.get('/forgotten-password', spoken));
    await keep('forgotten password that is mailed', browsing.post('/forgotten-password', { name }, own));
    await keep('link for a new password', browsing.get(linkIn(mails.at(-1) ?? { text: '' }), spoken));
  }
}

/** Each as the gateway answers it, in each language. */
async function collectPages(): Promise<void> {
  for (const language of LANGUAGES) {
    const fields = [['accept-language', language]] as const;
    const owner = { as: 'owner', fields };
    const keep = async (name: string, answer: Promise<{ readonly text: string }>) => {
      const { text } = await answer;
      pages.set(`${name} in ${language}`, text);
      return text;
    };
    await keep('sign-in', dashboard.get('/sign-in', { fields }));
    const wrong = { name: 'yasmine@studio.dz', password: 'wrong' };
    const own = [...fields, ['sec-fetch-site', 'same-origin']] as const;
    await keep('refused sign-in', dashboard.post('/sign-in', wrong, { fields: own }));
    await keep('invitation', dashboard.get('/invitation/open', { fields }));
    await keep('invitation that is over', dashboard.get('/invitation/used', { fields }));
    const order = await dashboard.simulatedOrder();
    await keep('card page', dashboard.get(`/pay/${order}`, { fields }));
    await keep('card page without a card', dashboard.post(`/pay/${order}`, {}, { fields: own }));
    await dashboard.post(`/pay/${order}`, { act: 'cancel' });
    await keep('payment that is over', dashboard.get(`/pay/${order}`, { fields }));
    await keep('link of a demo', dashboard.get('/demo/open', { fields, peer: '127.0.0.1' }));
    await keep('first overview', dashboard.get('/', { as: 'stranger', fields }));
    await keep('empty list of jobs', dashboard.get('/jobs', { as: 'stranger', fields }));
    await keep('empty list', dashboard.get('/keys', { as: 'stranger', fields }));
    const form = await keep('new key', dashboard.get('/keys/new', owner));
    const once = /name="once" value="([^"]+)"/.exec(form)?.[1] ?? '';
    const fresh = { once, name: 'A name as long as people make them, with a number 2026/118', limit: '600' };
    const made = await keep('created key', dashboard.post('/keys/new', fresh, { as: 'owner', fields: own }));
    const path = /href="(\/keys\/key_\w+)"/.exec(made)?.[1] ?? '';
    await keep('key', dashboard.get(path, owner));
    await keep('keys', dashboard.get('/keys', owner));
    await keep('overview', dashboard.get('/', owner));
    await settleJob(dashboard, STUDIO, path.split('/').at(-1) ?? '', 1);
    for (const by of ['day', 'model', 'key'])
      await keep(`usage by ${by}`, dashboard.get(`/usage?by=${by}`, owner));
    await keep('empty usage', dashboard.get('/usage', { as: 'stranger', fields }));
    await keep('sessions', dashboard.get('/sessions', owner));
    await collectJobs(keep, fields);
    await collectOrders(keep, path.slice('/keys/'.length), fields);
    await collectAccountPages(keep, fields);
    await collectNode(keep, fields);
    await keep('no page', dashboard.get('/keys/none', owner));
  }
}

type Keep = (name: string, answer: Promise<{ readonly text: string }>) => Promise<string>;

async function collectNode(keep: Keep, fields: Sent['fields'] = []): Promise<void> {
  const operator = { as: 'operator', fields };
  await keep('idle node', dashboard.get('/node', operator));
  dashboard.frame = busyFrame();
  await keep('node', dashboard.get('/node', operator));
  dashboard.frame = busyFrame({ not_ready: 'the disk takes no writes', shedding: ['memory'] });
  await keep('node that takes no work', dashboard.get('/node', operator));
  dashboard.frame = madeUpFrame();
}

async function collectJobs(keep: Keep, fields: Sent['fields'] = []): Promise<void> {
  const owner = { as: 'owner', fields };
  const operator = { as: 'operator', fields };
  const jobs = new JobsUnderTest(dashboard);
  const key = await jobs.key({ name: 'A name as long as people make them, with a number 2026/118' });
  const prompt = `A paper boat on the Bay of Algiers at dawn, ${'seen-from-above-'.repeat(8)}`;
  const first = await jobs.job(key, { prompt });
  await keep('overview with the first job', dashboard.get('/', owner));
  await keep('job that begins', dashboard.get(`/jobs/${first}`, operator));
  await jobs.complete(first);
  await keep('overview with the first video', dashboard.get('/', owner));
  await keep('job', dashboard.get(`/jobs/${first}`, owner));
  const failed = await jobs.job(key, { prompt: 'قارب ورقي في خليج الجزائر' });
  await jobs.fail(failed);
  await keep('failed job', dashboard.get(`/jobs/${failed}`, owner));
  await keep('jobs', dashboard.get('/jobs', owner));
  await keep('jobs of all accounts', dashboard.get('/jobs', operator));
  await keep('no jobs of a kind', dashboard.get('/jobs?model=none', owner));
  await keep('new job', dashboard.get('/jobs/new', owner));
  await keep('no key for a job', dashboard.get('/jobs/new', { as: 'member', fields }));
  const refused = { once: 'once', key, model: 'sim/video', seconds: '61', prompt: '' };
  const own = { as: 'owner', fields: [...fields, ['sec-fetch-site', 'same-origin']] } as const;
  await keep('refused job', dashboard.post('/jobs/new', refused, own));
  const dear = { ...refused, prompt, seconds: '60', key: await jobs.key({ name: 'ci', credit: 1 }) };
  await keep('job without credit', dashboard.post('/jobs/new', dear, own));
}

async function collectOrders(keep: Keep, key: string, fields: Sent['fields'] = []): Promise<void> {
  const owner = { as: 'owner', fields };
  const operator = { as: 'operator', fields };
  dashboard.payments.service = undefined;
  await keep('no payments', dashboard.get('/top-up', owner));
  await keep('no payments for an operator', dashboard.get('/top-up', operator));
  const ordering = new Ordering(dashboard);
  await keep('no key to order for', dashboard.get('/top-up', { as: 'stranger', fields }));
  const own = { as: 'owner', fields: [...fields, ['sec-fetch-site', 'same-origin']] } as const;
  const wrong = { once: '', key, choice: 'other', amount: '1' };
  await keep('refused order', dashboard.post('/top-up', wrong, own));
  const id = await ordering.ordered({ key });
  const path = `/top-up/${id}`;
  await keep('order', dashboard.get(path, owner));
  await ordering.ready(id);
  await keep('order to be paid', dashboard.get(path, owner));
  await keep('order without a session', dashboard.get(path, { fields }));
  await ordering.seen(id, 'failed');
  await keep('failed order', dashboard.get(path, owner));
  await ordering.seen(id, 'paid', 1);
  await keep('order that was set aside', dashboard.get(path, operator));
  await keep('orders of all accounts', dashboard.get('/top-up', operator));
  await keep('orders that were set aside', dashboard.get('/top-up?set-aside', operator));
  const dismiss = (note: string) =>
    dashboard.post(path, { kind: 'amount', note }, { as: 'operator', fields: own.fields });
  await keep('refused note', dismiss(''));
  await dismiss('Paid back by hand, facture 2026/118');
  await keep('order that is dealt with', dashboard.get(path, operator));
  await ordering.seen(id, 'paid');
  dashboard.payments.service = { kind: 'simulated', isLive: false };
  await keep('receipt', dashboard.get(path, owner));
  await ordering.creditMarked(key, 1_500);
  await keep('orders', dashboard.get('/top-up', owner));
  await keep('key with simulated credit', dashboard.get(`/keys/${key}`, owner));
  await keep('keys with simulated credit', dashboard.get('/keys', owner));
  await keep('overview with simulated credit', dashboard.get('/', owner));
}
