import { beforeEach, describe, expect, it } from 'vitest';
import { DashboardUnderTest } from './dashboard-under-test.js';

let dashboard: DashboardUnderTest;
const AT_THE_DEMO = { peer: '127.0.0.1' };

beforeEach(async () => {
  dashboard = await DashboardUnderTest.start();
});

describe('the link that a demo prints', () => {
  it('shows one button, which signs in', async () => {
    const page = await dashboard.get('/demo/open', AT_THE_DEMO);
    expect(page.status).toBe(200);
    expect(page.headers['referrer-policy']).toBe('no-referrer');
    expect(page.cookies).toEqual([]);
    expect(page.text.match(/<button/g)).toHaveLength(4);
    const signedIn = await dashboard.post('/demo/open', {}, AT_THE_DEMO);
    expect([signedIn.status, signedIn.headers.location]).toEqual([303, '/']);
    expect(signedIn.cookies[0]).toContain('tollgate-8080=operator;');
  });

  it('is over for a token that was used, is unknown or is none', async () => {
    for (const token of ['used', '', 'open/more']) {
      expect((await dashboard.get(`/demo/${token}`, AT_THE_DEMO)).status).toBe(410);
      const tried = await dashboard.post(`/demo/${token}`, {}, AT_THE_DEMO);
      expect([tried.status, tried.cookies]).toEqual([410, []]);
    }
  });

  it.each([
    ['another machine', { peer: '192.0.2.1' }],
    ['another host', { ...AT_THE_DEMO, host: 'demo.example.com' }],
  ])('counts not from %s', async (_, sent) => {
    expect((await dashboard.get('/demo/open', sent)).status).toBe(410);
    const tried = await dashboard.post('/demo/open', {}, sent);
    expect([tried.status, tried.cookies]).toEqual([410, []]);
  });

  it('is not used up by another site', async () => {
    const fields = [['sec-fetch-site', 'cross-site']] as const;
    expect((await dashboard.post('/demo/open', {}, { ...AT_THE_DEMO, fields })).status).toBe(403);
  });

  it('is still there after a change of the language', async () => {
    const { text } = await dashboard.get('/demo/open', AT_THE_DEMO);
    expect(text).toContain('name="next" value="/demo/open"');
  });
});
