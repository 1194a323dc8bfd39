/**
 * No token, password or e-mail address of people is to be found in what a node says to its operator or to
 * others, nor a secret of theirs in its folder: over a run in which they do all that people can.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ChargilyStandIn,
  makeChargilyStandIn,
} from '../../../src/payments/chargily/chargily-stand-in.js';
import type { StandInFault } from '../../../src/providers/adapters/remote/stand-in-faults.js';
import { type StandInServer, serveStandIn } from '../../../src/providers/adapters/remote/stand-in-server.js';
import { openLmdbStore } from '../../../src/store/lmdb/lmdb-store.js';
import { SmtpStandIn } from '../../mail/smtp-stand-in.js';
import { PATIENCE_MS } from '../support/client.js';
import { Collector } from '../support/collector.js';
import {
  type Answer,
  cleanUp,
  freePort,
  freshFolder,
  OPERATOR_KEY,
  startTollgate,
  type TollgateProcess,
} from '../support/harness.js';

/** No two of them share a piece. */
const PAYMENT_KEY = 'live_sk_Yt6mB2rQ9xLw4HsD';
const SMTP_PASSWORD = 'smtp-Fz8vKq3nJc5tRu7e';
const PASSWORD = 'okapi-Gm4wXd9bTp6yVh2k';
const NEXT_PASSWORD = 'gecko-Nr7cJz3fQs8uLa5v';
const MISTYPED = 'lemur-Wb5xHe6tMk9gPy2d';
const OPERATOR = 'quetzal.operator@andes.example';
const OWNER = 'numbat.owner@perth.example';
const STRANGER = 'axolotl.stranger@xochimilco.example';
const NOBODY = 'tapir.nobody@belize.example';
const NAMES = { OPERATOR, OWNER, STRANGER, NOBODY };

/** By name. Those of `inClear` may be in the folder: whom an account belongs to is no secret of its node. */
const secrets: Record<string, string> = {
  PAYMENT_KEY,
  SMTP_PASSWORD,
  PASSWORD,
  NEXT_PASSWORD,
  MISTYPED,
  OPERATOR_KEY,
};
const statuses = new Set<number>();
const said: Record<string, string> = { errors: '', metrics: '' };

let collector: Collector;
let mails: SmtpStandIn;
let payments: StandInServer;
let standIn: ChargilyStandIn;
let fault: StandInFault | undefined;
let node: TollgateProcess;
let data: string;

/** Any 10 characters of a secret are as good as all of it: so many does V8 quote of a text. */
function found(text: string, wanted: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(wanted).flatMap(([name, secret]) => {
    const pieces = Array.from({ length: secret.length - 9 }, (_, at) => secret.slice(at, at + 10));
    return pieces.filter((piece) => text.includes(piece)).map((piece) => `${name}: ${piece}`);
  });
}

/** @param own the path that was asked for, which the page behind it may repeat */
function keep(answer: Answer, own: string): Answer {
  statuses.add(answer.status);
  if (answer.status >= 400)
    said.errors += `${answer.text}${JSON.stringify(answer.headers)}\n`.replaceAll(
      own.split('?')[0] ?? '',
      '',
    );
  for (const cookie of [answer.headers['set-cookie'] ?? []].flat()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]+)/.exec(cookie) ?? [];
    if (value.length > 20) secrets[`${name} ${Object.keys(secrets).length}`] = value;
  }
  return answer;
}

/** Sends it again if the node had closed the connection, as it does after a body that it has not read. */
const call: TollgateProcess['call'] = async (...request) => {
  const answer = await node.call(...request).catch(() => node.call(...request));
  return keep(answer, request[1]);
};

const api = async (method: string, path: string, json?: unknown, key = OPERATOR_KEY) =>
  await call(method, path, { key, ...(json === undefined ? {} : { json }) });

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`it never came to: ${holds}\n${node.stderr.slice(-2_000)}`);
    await node.pause(20);
  }
}

/** A page, as the browser of somebody asks for it. */
async function page(path: string, cookie = '', headers: Readonly<Record<string, string>> = {}) {
  return await call('GET', path, { headers: { accept: 'text/html', cookie, ...headers } });
}

async function post(
  path: string,
  form: Readonly<Record<string, string>>,
  cookie = '',
  headers: Readonly<Record<string, string>> = {},
) {
  const fields = {
    accept: 'text/html',
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/x-www-form-urlencoded',
    cookie,
    ...headers,
  };
  return await call('POST', path, { headers: fields, body: new URLSearchParams(form).toString() });
}

function cookieOf({ headers }: Answer): string {
  return [headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** The path of the link in the next mail to somebody. */
async function mailedLink(to: string): Promise<string> {
  const linkIn = () => {
    const at = mails.mails.findIndex((mail) => mail.to.some((one) => one.includes(to)));
    // Lines of quoted-printable end in `=` if they go on.
    const text = mails.mails[at]?.data.replaceAll('=\r\n', '').replaceAll('=3D', '=');
    return { at, path: /http:\/\/[^/\s]+(\/\S+)/.exec(text ?? '')?.[1] ?? '' };
  };
  await until(() => linkIn().path !== '');
  const { at, path } = linkIn();
  mails.mails.splice(at, 1);
  const token = path.slice(path.lastIndexOf('/') + 1);
  // The mail to a known name has the sign-in's path alone.
  if (token.length > 20) secrets[`link of a mail ${Object.keys(secrets).length}`] = token;
  return path;
}

const chosen = (password: string) => ({ password, again: password });

beforeAll(async () => {
  [collector, mails] = await Promise.all([Collector.start(), SmtpStandIn.start()]);
  payments = await serveStandIn(
    ({ baseUrl }) => {
      standIn = makeChargilyStandIn({ key: PAYMENT_KEY, baseUrl, isLive: true });
      return standIn;
    },
    {
      nowMs: Date.now,
      key: PAYMENT_KEY,
      pendingMs: 0,
      runningMs: 0,
      clip: () => new Uint8Array(),
      faultOf: () => fault,
    },
  );
  const [port, folder] = [await freePort(), await freshFolder()];
  data = await freshFolder();
  const passwordFile = join(folder, 'smtp-password');
  await writeFile(passwordFile, SMTP_PASSWORD, { mode: 0o600 });
  const config = join(folder, 'tollgate.yaml');
  const settings = {
    payments: { kind: 'chargily', 'key-env': 'CHARGILY_KEY', url: `${payments.url}/api/v2` },
    'public-url': `http://127.0.0.1:${port}`,
    'sign-up': 'open',
    'smtp-url': `smtp://tollgate@127.0.0.1:${mails.port}`,
    'smtp-password-file': passwordFile,
    'log-level': 'debug',
    'log-requests': 1,
    'otlp-endpoint': collector.url,
    'otlp-sampling-ratio': 1,
  };
  await writeFile(config, JSON.stringify(settings));
  const options = { data, port, args: ['--config', config], env: { CHARGILY_KEY: PAYMENT_KEY } };
  node = await startTollgate(options);
  const first = node;
  const cookie = await doAll();
  said.metrics += (await call('GET', '/metrics')).text;
  await node.stop();
  said.folder = everyFile(data);
  await breakRecords();
  node = await startTollgate(options);
  for (const path of ['/', '/people', '/sessions', '/keys', '/top-up', '/people/audit']) {
    await page(path, cookie);
    await api('GET', `/api${path}`);
  }
  await post('/sign-in', { name: OWNER, password: PASSWORD });
  await post('/forgotten-password', { name: OWNER });
  await api('GET', '/api/accounts/acct_default/users');
  said.metrics += (await call('GET', '/metrics')).text;
  await node.kill();
  said.log = [first, node].map(({ stdout, stderr }) => stdout + stderr).join('');
  said.traces = collector.text;
});

afterAll(async () => {
  await cleanUp();
  await Promise.all([collector.stop(), mails.stop(), payments.close()]);
});

/** All that people do, and much of what they do wrong. @returns the cookie of the owner */
async function doAll(): Promise<string> {
  const account = (await api('POST', '/api/accounts', { name: 'a', verified: true })).json;
  secrets['management key'] = account.management_key.key;
  await api('POST', '/api/accounts/acct_default/invitations', { name: OPERATOR, role: 'operator' });
  await api('POST', `/api/accounts/${account.id}/invitations`, { name: `${OWNER} ` });
  const operator = cookieOf(await post(await mailedLink(OPERATOR), chosen(PASSWORD)));
  await post(`/people/invite?account=${account.id}`, { name: OWNER, role: 'owner' }, operator);
  await guessAndJoin(await mailedLink(OWNER));
  const owner = cookieOf(await post('/sign-in', { name: OWNER, password: PASSWORD }));
  await signUpAndForget(owner);
  const fresh = cookieOf(await post('/sign-in', { name: OWNER, password: NEXT_PASSWORD }, owner));
  await makeKeys(fresh);
  await topUp(account.id, fresh);
  await misuse(fresh);
  await post(
    '/sign-out',
    {},
    cookieOf(await post('/sign-in', { name: OPERATOR, password: PASSWORD }, operator)),
  );
  return fresh;
}

async function guessAndJoin(invitation: string): Promise<void> {
  await page(invitation);
  await post(invitation, { password: MISTYPED, again: `${MISTYPED}x` });
  await call('PUT', invitation, { headers: { accept: 'text/html' } });
  await post(invitation, chosen(PASSWORD), '', { 'sec-fetch-site': 'cross-site' });
  await post(invitation, chosen(PASSWORD));
  await post(invitation, chosen(PASSWORD));
  for (let times = 0; times < 12; times++)
    for (const name of [OPERATOR, NOBODY]) await post('/sign-in', { name, password: MISTYPED });
  await post('/sign-in', { name: OWNER, password: MISTYPED });
}

async function signUpAndForget(owner: string): Promise<void> {
  await post('/sign-up', { name: STRANGER });
  const link = await mailedLink(STRANGER);
  await page(link);
  await page(`${link}x`);
  await post(link, chosen(PASSWORD));
  await post(link, chosen(PASSWORD));
  await post('/sign-up', { name: OWNER });
  await mailedLink(OWNER);
  mails.answer = `550 5.1.1 <${NOBODY}> is nobody here`;
  await post('/sign-up', { name: NOBODY });
  await until(() => node.stderr.includes('a mail was not sent yet'));
  mails.answer = '250 ok';
  await post('/forgotten-password', { name: OWNER });
  const reset = await mailedLink(OWNER);
  await page(reset, owner);
  await post(reset, chosen('short'));
  await post(reset, chosen(NEXT_PASSWORD));
  await page(reset);
  await post('/password', { current: MISTYPED, next: PASSWORD, again: PASSWORD }, owner);
}

async function makeKeys(cookie: string): Promise<void> {
  const form = (await page('/keys/new', cookie)).text;
  const once = /name="once" value="([^"]+)"/.exec(form)?.[1] ?? '';
  const made = (await post('/keys/new', { once, name: 'k', limit: '' }, cookie)).text;
  const path = /href="(\/keys\/key_\w+)"/.exec(made)?.[1] ?? '';
  const rotated = (await post(`${path}/rotate`, { rotations: '0', grace: '0' }, cookie)).text;
  for (const [at, text] of [made, rotated].entries()) {
    const secret = /sk-tg\w+/.exec(text)?.[0] ?? '';
    secrets[`API key ${at}`] = secret;
    await api('GET', '/v1/credits', undefined, secret);
    await page(`/keys/${secret}`, cookie);
  }
}

async function topUp(account: string, cookie: string): Promise<void> {
  const { json } = await api('POST', '/api/keys', { account, credits: 0 });
  secrets['API key of an order'] = json.key;
  fault = { kind: 'instead', answer: { status: 401, body: { message: `no such key: ${PAYMENT_KEY}` } } };
  const once = /name="once" value="([^"]+)"/.exec((await page('/top-up', cookie)).text)?.[1] ?? '';
  const ordered = await post('/top-up', { once, key: json.id, choice: '500' }, cookie);
  const path = String(ordered.headers.location);
  await until(() => /payment/.test(node.stderr));
  fault = undefined;
  await until(async () => (await page(path, cookie)).text.includes('/pay'));
  const [checkout = ''] = standIn.checkouts.keys();
  standIn.change(checkout, { status: 'paid' });
  const { url, body, signature } = standIn.noticeOf(checkout);
  secrets['signature of a notice'] = signature;
  for (const sent of ['', `${signature.slice(0, -1)}0`, signature]) {
    const headers = { 'content-type': 'application/json', signature: sent };
    await call('POST', url, { body, headers });
  }
}

/** Requests that put secrets into each place where a node might repeat them. */
async function misuse(cookie: string): Promise<void> {
  const [token = ''] = /[\w-]{43}/.exec(cookie) ?? [];
  await page(`/?session=${token}`, cookie);
  await page(`/keys/${token}?name=${encodeURIComponent(OWNER)}`, cookie);
  await page(`/${token}`, cookie, { accept: 'application/json' });
  await page(`/sign-in?next=/invitation/${token}`);
  await page('/', cookie, { host: `${token.replace(/\W/g, '')}.example` });
  await page('/live', cookie, { 'sec-fetch-site': 'same-origin' });
  await post('/sign-in', { name: OWNER, password: PASSWORD }, cookie, { 'content-type': 'text/plain' });
  await post('/sessions', { act: 'end', session: token }, cookie, { 'sec-fetch-site': 'cross-site' });
  const headers = { accept: 'text/html', cookie, 'sec-fetch-site': 'same-origin' };
  const body = `name=${OWNER}&password=${PASSWORD}%`;
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  await call('POST', '/sign-in', { headers: { ...headers, ...type }, body });
  await call('POST', '/api/users', { key: token, json: { name: OWNER } });
  await api('POST', '/api/accounts/acct_default/invitations', { name: OWNER, role: PASSWORD });
  await api('POST', '/api/accounts/acct_default/invitations', { name: `${OWNER}@` });
  await node.raw(
    `POST /sign-in HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nContent-Length: ${token}\r\n\r\n`,
  );
}

/** A record that cannot be read is a defect, and what it holds is of no concern to the log. */
async function breakRecords(): Promise<void> {
  const store = openLmdbStore({ path: join(data, 'tollgate.mdb') });
  const broken = `{"v":1,"name":"${OWNER}","password_hash":${PASSWORD}}`;
  const tables = ['users', 'user_sessions', 'invitations', 'audit', 'orders'] as const;
  const keys = tables.flatMap((table) => [...store.range(table, {})].map(({ key }) => ({ table, key })));
  await store.commit(keys.map(({ table, key }) => ({ table, key, value: broken })));
  await store.close();
}

function everyFile(folder: string): string {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return names
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name)).toString('latin1'))
    .join('\n');
}

describe('what a node says of people', () => {
  it('is much: every kind of it was provoked', () => {
    expect([...statuses]).toEqual(
      expect.arrayContaining([200, 201, 303, 400, 401, 403, 404, 405, 410, 415, 421, 429, 500]),
    );
    expect(said.log).toMatch(/a mail was not sent yet/);
    expect(said.log).toContain('"msg":"internal error"');
    expect(said.traces?.length).toBeGreaterThan(1_000);
    const kinds = Object.keys(secrets).map((name) => name.replace(/ \d+$/, ''));
    expect(kinds.filter((kind) => kind.startsWith('link')).length).toBe(4);
    expect(Object.values(secrets).filter((secret) => secret.length < 16)).toEqual([]);
    expect(standIn.checkouts.size).toBe(1);
  });

  it.each(['log', 'errors', 'metrics', 'traces'])('has no secret in it, nor a piece of one: %s', (where) => {
    expect(found(said[where] ?? '', secrets)).toEqual([]);
  });

  it.each(['log', 'metrics', 'traces'])('has no address of anybody in it: %s', (where) => {
    expect(found(said[where] ?? '', NAMES)).toEqual([]);
  });
});

it('the folder of a node has no secret of people in clear', () => {
  const { folder = '' } = said;
  expect(folder).toContain(OWNER);
  // Its size forbids to look for every piece.
  const ends = Object.entries(secrets).flatMap(([name, one]) => [
    [name, one.slice(0, 12)] as const,
    [name, one.slice(-12)] as const,
  ]);
  expect(ends.filter(([, end]) => folder.includes(end))).toEqual([]);
});
