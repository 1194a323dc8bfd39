/**
 * Takes the pictures of `npm run screenshots`: a node on a fresh folder, an account with keys, jobs, orders
 * and people, and each page as its owner and an operator see it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const OPERATOR_KEY = 'operator-key-of-the-screenshots-0123456789';
const PASSWORD = 'a password for pictures';
const LOOK_EVERY_MS = 200;

const DESK = { width: 1280, height: 860 };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };
const VARIANTS: Readonly<Record<string, BrowserContextOptions>> = {
  light: { viewport: DESK },
  dark: { viewport: DESK, colorScheme: 'dark' },
  phone: PHONE,
  french: { ...PHONE, locale: 'fr' },
  arabic: { viewport: DESK, locale: 'ar' },
};

interface Subject {
  readonly account: string;
  readonly key: string;
  readonly job: string;
  readonly order: string;
}

const PAGES_OF_ALL = { 'sign-in': '/sign-in' };
const pagesOfOwner = ({ key, job, order }: Subject) => ({
  overview: '/',
  chat: '/chat',
  keys: '/keys',
  'new-key': '/keys/new',
  'management-keys': '/keys/management',
  key: `/keys/${key}`,
  jobs: '/jobs',
  job: `/jobs/${job}`,
  'new-job': '/jobs/new',
  usage: '/usage',
  'top-up': '/top-up',
  order: `/top-up/${order}`,
  people: '/people',
  invite: '/people/invite',
  audit: '/people/audit',
  sessions: '/sessions',
  password: '/password',
});
const pagesOfOperator = ({ account }: Subject) => ({
  node: '/node',
  accounts: '/accounts',
  account: `/accounts/${account}`,
});

const [root = '.'] = process.argv.slice(2);
const folder = join(root, 'screenshots');
const data = await mkdtemp(join(tmpdir(), 'tollgate-screenshots-'));
const node = spawn(
  process.execPath,
  [join(root, 'dist/program/main.js'), 'serve', '--port', '0', '--data', data],
  { env: { ...process.env, TOLLGATE_MANAGEMENT_KEY: OPERATOR_KEY }, stdio: ['ignore', 'pipe', 'ignore'] },
);
try {
  await mkdir(folder, { recursive: true });
  const url = await addressOf(node);
  const subject = await fill(url);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  try {
    const owner = await invitation(url, subject.account, 'yasmine@studio-atlas.dz', 'owner');
    const operator = await invitation(url, 'acct_default', 'operator@gateway.example', 'operator');
    await takeAll(browser, url, { pages: PAGES_OF_ALL });
    await takeAll(browser, url, { pages: pagesOfOwner(subject), link: owner });
    await takeAll(browser, url, { pages: pagesOfOperator(subject), link: operator });
  } finally {
    await browser.close();
  }
  process.stdout.write(`${folder}\n`);
} finally {
  node.kill('SIGTERM');
  await once(node, 'exit');
  await rm(data, { recursive: true });
}

/** The line that says where the node listens ends in its address. */
async function addressOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('the node has no output');
  for await (const line of createInterface(stdout)) {
    const [found] = /http:\/\/[\w.:[\]]+/.exec(line) ?? [];
    if (found !== undefined) {
      stdout.resume();
      return found;
    }
  }
  throw new Error('the node ended before it listened');
}

async function ask(
  url: string,
  method: string,
  path: string,
  { key = OPERATOR_KEY, body }: { readonly key?: string; readonly body?: object } = {},
) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answer = await fetch(url + path, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Readonly<Record<string, string>>;
}

/** An account as a studio has it after some days. */
async function fill(url: string): Promise<Subject> {
  const { id: account = '' } = await ask(url, 'POST', '/api/accounts', { body: { name: 'Studio Atlas' } });
  await ask(url, 'PATCH', `/api/accounts/${account}`, { body: { verified: true } });
  const made = [];
  for (const [name, credits] of [
    ['Trailers', 400],
    ['Backgrounds', 120],
    ['Trials', 3],
  ])
    made.push(await ask(url, 'POST', '/api/keys', { body: { account, name, credits, rate_limit_rpm: 120 } }));
  const [trailers, backgrounds] = made;
  const jobs: Record<string, string>[] = [];
  for (const [key, model, prompt, seconds] of [
    [trailers, 'sim/video-instant', 'The Casbah at dawn, seen from the sea, swifts over the roofs', 8],
    [trailers, 'sim/video', 'A tram climbs through Constantine, over the Sidi M’Cid bridge', 5],
    [backgrounds, 'sim/video-instant', 'Dunes near Timimoun, the wind takes a little sand each second', 10],
    [backgrounds, 'sim/video-half', 'Rain on the windows of a café in Béjaïa', 6],
    [trailers, 'sim/video-slow', 'A lighthouse in the evening, seen from the sea', 12],
  ] as const) {
    if (key?.key === undefined) throw new Error('a key was made without its text');
    const job = await ask(url, 'POST', '/v1/videos', { key: key.key, body: { model, prompt, seconds } });
    jobs.push({ ...job, key: key.key });
  }
  await settled(url, jobs[1]);
  await ask(url, 'POST', `/api/accounts/${account}/invitations`, {
    body: { name: 'sofiane@studio-atlas.dz', role: 'member' },
  });
  const { id: order = '' } = await ask(url, 'POST', '/api/orders', {
    body: { key: trailers?.id, amount: 2500 },
  });
  return { account, key: trailers?.id ?? '', job: jobs[0]?.id ?? '', order };
}

async function settled(url: string, job: Readonly<Record<string, string>> | undefined): Promise<void> {
  if (job?.key === undefined) throw new Error('a job was made without its key');
  for (;;) {
    const { status } = await ask(url, 'GET', `/v1/videos/${job.id}`, { key: job.key });
    if (status === 'completed') return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** The link of an invitation. */
async function invitation(url: string, account: string, name: string, role: string): Promise<string> {
  const made = await ask(url, 'POST', `/api/accounts/${account}/invitations`, { body: { name, role } });
  return made.url ?? '';
}

/** @param link of an invitation; left out to look without a session */
async function takeAll(
  browser: Browser,
  url: string,
  { pages, link }: { readonly pages: Readonly<Record<string, string>>; readonly link?: string },
): Promise<void> {
  const state = link === undefined ? undefined : await sessionFrom(browser, link);
  for (const [variant, options] of Object.entries(VARIANTS)) {
    const context = await browser.newContext(
      state === undefined ? options : { ...options, storageState: state },
    );
    const page = await context.newPage();
    for (const [name, path] of Object.entries(pages)) await take(page, url + path, `${name}-${variant}`);
    await context.close();
  }
}

async function sessionFrom(browser: Browser, link: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(link);
  await page.fill('input[name=password]', PASSWORD);
  await page.fill('input[name=again]', PASSWORD);
  await page.click('form:has(input[name=password]) button');
  await page.waitForURL((at) => at.pathname === '/');
  const state = await context.storageState();
  await context.close();
  return state;
}

async function take(page: Page, url: string, name: string): Promise<void> {
  const answer = await page.goto(url);
  if (answer?.status() !== 200) throw new Error(`${url} was answered ${answer?.status()}`);
  if (new URL(url).pathname === '/chat') await chat(page);
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

async function chat(page: Page): Promise<void> {
  await page.fill(
    '#chat-message',
    'A title for a trailer of the bay of Algiers, and the code that asks for it',
  );
  await page.press('#chat-message', 'Enter');
  await page.waitForSelector('.facts .number');
}
