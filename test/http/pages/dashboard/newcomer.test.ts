import { expect, it } from 'vitest';
import { DashboardUnderTest, PASSWORD, STUDIO, signedInBy } from './dashboard-under-test.js';

it('an invited person sets a password, makes a key, signs out, and comes back', async () => {
  const dashboard = await DashboardUnderTest.start({}, undefined, true);
  const { people } = dashboard.stage.deps;
  const author = {
    by: { kind: 'node', id: 'node' },
    rights: { role: 'operator', account: 'acct_default' },
  } as const;
  const wanted = { account: STUDIO, name: 'yasmine@studio.dz', role: 'owner' } as const;
  const invited = await dashboard.settled(people.invite(author, wanted));
  if (invited.outcome !== 'invited') throw new Error(invited.outcome);
  const link = `/invitation/${invited.token}`;
  expect((await dashboard.get(link)).text).toContain('yasmine@studio.dz');

  const joined = await dashboard.post(link, { password: PASSWORD, again: PASSWORD });
  const first = signedInBy(joined);
  expect((await dashboard.get('/', first)).text).toContain('Three steps to your first video');
  expect((await dashboard.get(link)).status).toBe(410);

  const once = /name="once" value="([\w-]+)"/.exec((await dashboard.get('/keys/new', first)).text)?.[1] ?? '';
  const made = await dashboard.post('/keys/new', { once, name: 'Video editor' }, first);
  expect(made.text).toContain('sk-tg');
  expect((await dashboard.get('/sessions', first)).text).toContain('192.0.2.1');

  await dashboard.post('/sign-out', {}, first);
  expect((await dashboard.get('/', first)).headers.location).toBe('/sign-in');

  const refused = await dashboard.post('/sign-in', { name: 'yasmine@studio.dz', password: 'another one' });
  expect(refused.status).toBe(401);
  const back = await dashboard.post('/sign-in', { name: 'Yasmine@studio.dz', password: PASSWORD });
  expect((await dashboard.get('/keys', signedInBy(back))).text).toContain('Video editor');
});
