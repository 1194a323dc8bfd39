import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { DashboardUnderTest, SESSION_COOKIE } from './dashboard-under-test.js';

let dashboard: DashboardUnderTest;

beforeEach(async () => {
  dashboard = await DashboardUnderTest.start();
});

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'";

describe('a page of the dashboard', () => {
  it('is there for browsers alone: others get the answer of the API', async () => {
    expect((await dashboard.get('/', { as: 'owner' })).status).toBe(200);
    const program = dashboard.stage.send({ path: '/', fields: [['accept', '*/*']] });
    expect([program.status, program.code]).toEqual([401, 'missing_api_key']);
  });

  it('loads nothing from elsewhere, and is kept by nobody', async () => {
    for (const path of ['/', '/keys', '/sign-in', '/invitation/open', '/keys/none']) {
      const { headers } = await dashboard.get(path, path === '/sign-in' ? {} : { as: 'owner' });
      expect(headers['content-security-policy']).toContain(POLICY);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });

  it('has no script, style or handler within it', async () => {
    for (const path of ['/', '/keys', '/keys/new', '/sessions']) {
      const { text } = await dashboard.get(path, { as: 'owner' });
      expect(text).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/);
    }
  });

  it('leads whoever is not signed in to the sign-in, and from there back', async () => {
    const answer = await dashboard.get('/keys/new');
    expect([answer.status, answer.headers.location]).toEqual([303, '/sign-in?next=%2Fkeys%2Fnew']);
    const form = { name: 'owner@studio.dz', password: 'owner', next: '/keys/new' };
    expect((await dashboard.post('/sign-in', form)).headers.location).toBe('/keys/new');
  });

  it('comes back from the sign-in to the page as it was asked for, with its query', async () => {
    const { headers } = await dashboard.get('/jobs?status=failed&key=');
    const next = new URL(headers.location ?? '', 'http://x').searchParams.get('next') ?? '';
    expect(next).toBe('/jobs?status=failed&key=');
    expect((await dashboard.get(headers.location ?? '')).text).not.toContain('the form was not sent');
    const form = { name: 'owner@studio.dz', password: 'owner', next };
    expect((await dashboard.post('/sign-in', form)).headers.location).toBe(next);
    expect((await dashboard.get(headers.location ?? '', { as: 'owner' })).headers.location).toBe(next);
  });

  it('says that a form was lost whose session had ended, and leads back to its page', async () => {
    const { headers } = await dashboard.post('/people/invite?account=acct_default', { name: 'a@b.dz' });
    expect(headers.location).toBe('/sign-in?next=%2Fpeople%2Finvite%3Faccount%3Dacct_default&lost=');
    const { text } = await dashboard.get(headers.location ?? '');
    expect(text).toContain('the form was not sent');
    expect(text).toContain('name="next" value="/people/invite?account=acct_default"');
    expect((await dashboard.post('/sign-out', {})).headers.location).toBe('/sign-in');
  });

  it.each(['/sign-out', '/language', '/v1/videos', '/keysandmore', '/jobs//x@elsewhere.example'])(
    'leads to no path that is no page (%s)',
    async (next) => {
      const form = { name: 'owner@studio.dz', password: 'owner', next };
      expect((await dashboard.post('/sign-in', form)).headers.location).toBe('/');
    },
  );

  it('keeps an invited person at the invitation, and a filter in force, if the language changes', async () => {
    for (const path of ['/invitation/open', '/jobs?status=failed']) {
      const { text } = await dashboard.get(path, { as: 'owner' });
      const next = /name="next" value="([^"]+)"/.exec(text)?.[1] ?? '';
      expect(next).toBe(path);
      expect((await dashboard.post('/language', { language: 'fr', next })).headers.location).toBe(path);
    }
  });

  it.each(['//elsewhere.example', '/\\elsewhere.example', 'https://elsewhere.example', '/%0d%0aX: 1 '])(
    'leads to no other site (%s)',
    async (next) => {
      const form = { name: 'owner@studio.dz', password: 'owner', next };
      expect((await dashboard.post('/sign-in', form)).headers.location).toBe('/');
    },
  );

  it('comes in the language that the browser prefers, or that was chosen', async () => {
    const french = await dashboard.get('/sign-in', {
      fields: [['accept-language', 'de, fr;q=0.8, en;q=0.5']],
    });
    expect(french.text).toContain('<html lang="fr" dir="ltr">');
    const chosen = await dashboard.post('/language', { language: 'ar', next: '/keys' });
    expect([chosen.headers.location, chosen.cookies]).toEqual([
      '/keys',
      ['tollgate-language=ar; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax'],
    ]);
    const arabic = await dashboard.get('/sign-in', { fields: [['cookie', 'tollgate-language=ar']] });
    expect(arabic.text).toContain('<html lang="ar" dir="rtl">');
  });
});

describe('what a page loads', () => {
  it('is three files of this origin, each kept for ever under its hash, and small', async () => {
    const { text } = await dashboard.get('/sign-in');
    const paths = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(paths).toHaveLength(3);
    let bytes = gzipSync(text).length;
    for (const path of paths) {
      expect(path).toMatch(/-[0-9a-f]{16}\.(css|js|svg)$/);
      const { headers } = await dashboard.get(path, { fields: [['accept-encoding', 'br, gzip']] });
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(headers['content-encoding']).toBe('gzip');
      bytes += gzipSync((await dashboard.get(path)).text).length;
    }
    expect(bytes).toBeLessThan(60_000);
    expect((await dashboard.get('/assets/dashboard-0000000000000000.css')).status).toBe(404);
  });
});

describe('a form of the dashboard', () => {
  const sign = { name: 'owner@studio.dz', password: 'owner' };

  it.each([
    ['another site', [['sec-fetch-site', 'cross-site']] as const],
    ['another host of the same site', [['sec-fetch-site', 'same-site']] as const],
    ['another site, by a browser that tells no more', [['origin', 'https://elsewhere.example']] as const],
    ['nowhere that is told', []],
  ])('is not taken from %s', async (_, fields) => {
    const answer = await dashboard.post('/sign-in', sign, { fields });
    expect([answer.status, answer.cookies]).toEqual([403, []]);
    await dashboard.post('/sign-out', {}, { as: 'owner', fields });
    expect(dashboard.ended).toEqual([]);
  });

  it('is taken from a page of ours, by an older browser as well', async () => {
    const answer = await dashboard.post('/sign-in', sign, { fields: [['origin', 'http://localhost:8080']] });
    expect(answer.status).toBe(303);
  });
});

describe('the sign-in', () => {
  it('sets a cookie that no script reads and no other site sends', async () => {
    const answer = await dashboard.post('/sign-in', { name: ' owner@studio.dz', password: 'owner' });
    expect(answer.status).toBe(303);
    expect(answer.cookies).toEqual([
      `${SESSION_COOKIE}=owner; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax`,
      'tollgate-device-8080=new-device; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax',
    ]);
  });

  it.each([
    ['nobody@studio.dz', 'x', 401, 'Address or password is wrong.'],
    ['owner@studio.dz', 'guess', 429, 'Too many attempts.'],
  ])('says why it is refused (%s, %s)', async (name, password, status, text) => {
    const answer = await dashboard.post('/sign-in', { name, password });
    expect([answer.status, answer.cookies]).toEqual([status, []]);
    expect(answer.text).toContain(text);
    expect(answer.text).toContain(`value="${name}"`);
    expect(answer.text).not.toContain(`value="${password}"`);
  });

  it.each([
    ['guess', 429, '31', 'Wait a minute'],
    ['crowd', 503, '5', 'in a few seconds'],
  ])('says when to come back if it takes no more (%s)', async (password, status, seconds, text) => {
    const answer = await dashboard.post('/sign-in', { name: 'owner@studio.dz', password });
    expect([answer.status, answer.headers['retry-after']]).toEqual([status, seconds]);
    expect(answer.text).toContain(text);
  });

  it('is refused over a connection that others can read', async () => {
    const host = 'gateway.example';
    const seen = await dashboard.get('/sign-in', { host });
    expect([seen.status, seen.text.includes('type="password"')]).toEqual([403, false]);
    const sent = await dashboard.post('/sign-in', { name: 'owner@studio.dz', password: 'owner' }, { host });
    expect([sent.status, sent.cookies]).toEqual([403, []]);
  });

  it('over HTTPS sets a cookie that is for this host and for encrypted connections', async () => {
    const secure = await DashboardUnderTest.start({ publicUrl: 'https://gateway.example' });
    const form = { name: 'owner@studio.dz', password: 'owner' };
    const answer = await secure.post('/sign-in', form, { host: 'gateway.example' });
    expect(answer.cookies[0]).toBe(
      '__Host-tollgate=owner; Path=/; Max-Age=2592000; HttpOnly; Secure; SameSite=Lax',
    );
    const signedIn = { host: 'gateway.example', fields: [['cookie', '__Host-tollgate=owner']] as const };
    expect((await secure.get('/', signedIn)).status).toBe(200);
  });

  it('is not there for a host that is not that of the public URL', async () => {
    const secure = await DashboardUnderTest.start({ publicUrl: 'https://gateway.example' });
    const answer = await secure.get('/sign-in', { host: 'forged.example' });
    expect([answer.status, answer.text.includes('<html')]).toEqual([421, false]);
  });
});

describe('an invitation', () => {
  it('is not used up by being looked at, and its address goes nowhere', async () => {
    const answer = await dashboard.get('/invitation/open');
    expect([answer.status, answer.headers['referrer-policy']]).toEqual([200, 'no-referrer']);
    expect(answer.text).toContain('owner@studio.dz');
  });

  it('keeps its address to itself on a page of trouble, too', async () => {
    const answer = await dashboard.post(
      '/invitation/open',
      {},
      { fields: [['sec-fetch-site', 'cross-site']] },
    );
    expect([answer.status, answer.headers['referrer-policy']]).toEqual([403, 'no-referrer']);
  });

  it('that is over says so, and what to do', async () => {
    for (const answer of [
      await dashboard.get('/invitation/used'),
      await dashboard.post('/invitation/used', { password: 'a long password', again: 'a long password' }),
    ]) {
      expect([answer.status, answer.cookies]).toEqual([410, []]);
      expect(answer.text).toContain('ask for a new invitation');
    }
  });

  it.each([
    ['short', 'short', '10 to 200 characters'],
    ['a long password', 'another password', 'The two are not the same.'],
    ['x'.repeat(201), 'x'.repeat(201), '10 to 200 characters'],
  ])('takes no password that is too short, too long or mistyped (%#)', async (password, again, text) => {
    const answer = await dashboard.post('/invitation/open', { password, again });
    expect([answer.status, answer.cookies]).toEqual([400, []]);
    expect(answer.text).toContain(text);
  });

  it('signs the person in', async () => {
    const answer = await dashboard.post('/invitation/open', {
      password: 'a long password',
      again: 'a long password',
    });
    expect([answer.status, answer.headers.location, answer.cookies.length]).toEqual([303, '/', 2]);
  });
});

describe('sessions', () => {
  it('end at the sign-out, and the browser forgets its cookie', async () => {
    const answer = await dashboard.post('/sign-out', {}, { as: 'owner' });
    expect([answer.status, answer.headers.location, dashboard.ended]).toEqual([
      303,
      '/sign-in',
      ['of-owner'],
    ]);
    expect(answer.cookies).toEqual([`${SESSION_COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`]);
  });

  it('are ended one by one, or everywhere', async () => {
    await dashboard.post('/sessions', { act: 'end', session: 'of-owner' }, { as: 'owner' });
    const all = await dashboard.post('/sessions', { act: 'end_all' }, { as: 'owner' });
    expect(dashboard.ended).toEqual(['of-owner', '* of user_owner']);
    expect(all.cookies).toHaveLength(1);
  });
});

describe('the windows of pages', () => {
  it('are one of each network for whoever is not signed in, and one of each user', async () => {
    const few = await DashboardUnderTest.start({}, { networks: 2, users: 3 });
    const statuses = async (sent: { as?: string }) => (await few.get('/sessions', sent)).status;
    expect([await statuses({}), await statuses({}), await statuses({})]).toEqual([303, 303, 429]);
    const owner = { as: 'owner' };
    expect([await statuses(owner), await statuses(owner), await statuses(owner)]).toEqual([200, 200, 200]);
    expect([await statuses(owner), await statuses({ as: 'member' })]).toEqual([429, 200]);
    await few.world.advance(60_000);
    expect(await statuses({})).toBe(303);
  });
});
