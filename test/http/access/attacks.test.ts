import { beforeEach, describe, expect, it } from 'vitest';
import { ROUTES } from '../../../src/http/pages/dashboard/routes.js';
import type { Mail } from '../../../src/mail/mail.js';
import { OPERATOR_KEY } from '../../contract/support/client.js';
import { gatewayWithMail, linkIn, MadeUpBrowser, PUBLIC_URL } from '../made-up-browser.js';
import type { SocketlessGateway } from '../socketless-gateway.js';

/** Attacks on people who use the dashboard. docs/security.md lists them, and the others. */

const NAME = 'amel@example.dz';
const PASSWORD = 'three words to keep';
const SESSION = '__Host-tollgate';
const SCRIPT = '"><script>alert(1)</script><img src=x onerror=alert(1)>';

let gateway: SocketlessGateway;
let mails: Mail[];
let amel: MadeUpBrowser;

beforeEach(async () => {
  mails = [];
  gateway = await gatewayWithMail(['--sign-up', 'open'], mails);
  amel = new MadeUpBrowser(gateway);
  await gateway.call('POST', '/api/accounts/acct_default/invitations', {
    key: OPERATOR_KEY,
    json: { name: NAME, role: 'operator' },
  });
  await amel.post(linkIn(mails[0] ?? { text: '' }), { password: PASSWORD, again: PASSWORD });
});

function session(browser: MadeUpBrowser): string {
  return browser.cookies.get(SESSION) ?? '';
}

describe('a form on another site', () => {
  const forms = Object.entries(ROUTES).filter(([, methods]) => methods.some((method) => method === 'post'));

  it.each(forms.map(([path]) => path))('changes nothing at %s, whoever is signed in', async (path) => {
    const target = path.endsWith('/') ? `${path}anything` : path;
    for (const fields of [
      [['sec-fetch-site', 'cross-site']],
      [['sec-fetch-site', 'same-site']],
      [['origin', 'https://elsewhere.example']],
      [['origin', 'null']],
      [],
    ] as const) {
      const answer = await amel.post(target, { act: 'end_all' }, fields);
      expect([answer.status, answer.cookies]).toEqual([403, []]);
    }
    expect((await amel.get('/')).status).toBe(200);
  });
});

describe('a session', () => {
  it('that somebody planted in the browser is not the one that the sign-in begins', async () => {
    const victim = new MadeUpBrowser(gateway);
    const planted = 'p'.repeat(43);
    victim.cookies.set(SESSION, planted);
    await victim.post('/sign-in', { name: NAME, password: PASSWORD });
    expect(session(victim)).not.toBe(planted);
    const attacker = new MadeUpBrowser(gateway);
    attacker.cookies.set(SESSION, planted);
    expect((await attacker.get('/')).headers.location).toBe('/sign-in');
  });

  it('whose cookie was stolen is worth nothing after the sign-out', async () => {
    const thief = new MadeUpBrowser(gateway);
    thief.cookies.set(SESSION, session(amel));
    expect((await thief.get('/')).status).toBe(200);
    await amel.post('/sign-out', {});
    expect((await thief.get('/')).headers.location).toBe('/sign-in');
    const changed = await thief.post('/password', { current: PASSWORD });
    expect(changed.headers.location).toBe('/sign-in?next=%2Fpassword&lost=');
  });

  it('is not handed over by a cookie of another name, or in an address', async () => {
    const thief = new MadeUpBrowser(gateway);
    thief.cookies.set('tollgate', session(amel));
    thief.cookies.set('tollgate-8080', session(amel));
    expect((await thief.get(`/?session=${session(amel)}`)).headers.location).toBe('/sign-in');
  });
});

it('a scanner that follows the link of a mail uses nothing up, by GET or HEAD', async () => {
  const scanner = new MadeUpBrowser(gateway);
  await scanner.post('/sign-up', { name: 'new@example.dz' });
  await scanner.post('/forgotten-password', { name: NAME });
  const links = mails.slice(1).map(linkIn);
  expect(links).toHaveLength(2);
  for (const link of links) {
    for (const method of ['GET', 'HEAD', 'GET'])
      expect((await scanner.send(method, link, '', [])).status).toBe(200);
    const used = await scanner.post(link, { password: PASSWORD, again: PASSWORD });
    expect(used.status).toBe(303);
  }
});

describe('a Host that somebody made up', () => {
  const forged = ['host', 'forged.example'] as const;

  it('gets no page at any path, and sends no mail', async () => {
    const before = mails.length;
    const type = ['content-type', 'application/x-www-form-urlencoded'] as const;
    const fields = [forged, ['sec-fetch-site', 'same-origin'], type] as const;
    for (const [path, methods] of Object.entries(ROUTES)) {
      const target = path.endsWith('/') && path !== '/' ? `${path}anything` : path;
      for (const method of methods.map((one: string) => one.toUpperCase())) {
        const answer = await amel.send(method, target, `name=${NAME}`, fields);
        expect([answer.status, answer.cookies], `${method} ${path}`).toEqual([421, []]);
        expect(answer.text).not.toContain('<html');
      }
    }
    expect(mails).toHaveLength(before);
  });

  it('is in no link: neither in a mail, nor in an answer, nor by a header of a proxy that nobody trusts', async () => {
    const headers = {
      host: 'forged.example',
      'x-forwarded-host': 'forged.example',
      'x-forwarded-proto': 'http',
    };
    const { json } = await gateway.call('POST', '/api/accounts/acct_default/invitations', {
      key: OPERATOR_KEY,
      json: { name: 'other@example.dz' },
      headers,
    });
    expect(json.url).toMatch(new RegExp(`^${PUBLIC_URL}/`));
    const throughProxy = [
      ['sec-fetch-site', 'same-origin'],
      ['x-forwarded-host', 'forged.example'],
      ['x-forwarded-proto', 'http'],
      ['forwarded', 'host=forged.example;proto=http'],
    ] as const;
    const invited = await amel.post(
      '/people/invite',
      { name: 'third@example.dz', role: 'member' },
      throughProxy,
    );
    const stranger = new MadeUpBrowser(gateway);
    await stranger.post('/forgotten-password', { name: NAME }, throughProxy);
    for (const name of ['new@example.dz', NAME]) await stranger.post('/sign-up', { name }, throughProxy);
    expect(invited.text).not.toContain('forged');
    expect(mails.map(({ to }) => to)).toEqual(
      [NAME, 'other', 'third', NAME, 'new', NAME].map((to) => (to.includes('@') ? to : `${to}@example.dz`)),
    );
    for (const { text, subject } of mails) {
      expect(text).toContain(`${PUBLIC_URL}/`);
      expect(text + subject).not.toContain('forged');
    }
  });
});

it('a script in a field that a person fills in is text on every page', async () => {
  const call = (path: string, json: unknown, key = OPERATOR_KEY) => gateway.call('POST', path, { key, json });
  const account = (await call('/api/accounts', { name: SCRIPT, verified: true })).json.id;
  const { id, key } = (await call('/api/keys', { account, name: SCRIPT, credits: 100 })).json;
  const { id: own } = (await call('/api/keys', { name: SCRIPT, credits: 100 })).json;
  await call(`/api/keys/${id}/credits`, { amount: 1, reference: SCRIPT });
  const name = '<script>alert(1)</script>@example.dz';
  await call(`/api/accounts/${account}/invitations`, { name, role: 'owner' });
  const job = await call('/v1/videos', { model: 'sim/video-slow', prompt: SCRIPT }, key);
  await call(`/api/jobs/${job.json.id}/fail`, { reason: SCRIPT });
  const agent = ['user-agent', SCRIPT] as const;
  await amel.post('/sign-in', { name, password: 'x' });
  await new MadeUpBrowser(gateway).post('/sign-in', { name: NAME, password: PASSWORD }, [
    ['sec-fetch-site', 'same-origin'],
    agent,
  ]);
  const script = encodeURIComponent(SCRIPT);
  const pages = [
    '/',
    '/sessions',
    '/keys',
    `/keys/${id}`,
    `/keys/${own}`,
    `/keys?after=${script}`,
    '/jobs',
    `/jobs/${job.json.id}`,
    `/jobs/new?from=${job.json.id}`,
    '/usage',
    `/people?account=${account}`,
    `/people/audit?account=${account}`,
    `/sign-in?next=${script}`,
    `/keys/${script}`,
  ];
  let shown = 0;
  for (const page of pages) {
    const { text } = await amel.get(page, [agent]);
    expect(text, page).not.toMatch(/<script>|<img src=x/);
    if (text.includes('&lt;script')) shown += 1;
  }
  expect(shown).toBeGreaterThan(5);
  const form = await new MadeUpBrowser(gateway).post('/sign-up', { name: SCRIPT });
  expect(form.text).not.toMatch(/<script>|<img src=x/);
});
