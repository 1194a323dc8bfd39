import { beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '../../../../../src/actors/people/rights.js';
import { userOfName } from '../../../../../src/actors/people/user-names.js';
import { DashboardUnderTest, OTHER, PASSWORD, type Sent, STUDIO } from '../dashboard-under-test.js';

let dashboard: DashboardUnderTest;
let operator: Sent;
let owner: Sent;
let member: Sent;
let stranger: Sent;

beforeEach(async () => {
  dashboard = await DashboardUnderTest.start({}, undefined, true);
  operator = await dashboard.joined('operator@gateway.dz', 'acct_default', 'operator');
  owner = await dashboard.joined('owner@studio.dz', STUDIO, 'owner');
  member = await dashboard.joined('member@studio.dz', STUDIO, 'member');
  stranger = await dashboard.joined('stranger@other.dz', OTHER, 'owner');
});

function idOf(name: string): string {
  return userOfName(dashboard.stage.actors.system.records, name) ?? '';
}

const pathOf = (name: string) => `/people/${idOf(name)}`;

async function invite(name: string, role: Role, as: Sent, account = '') {
  return dashboard.post(`/people/invite${account && `?account=${account}`}`, { name, role }, as);
}

function linkIn(text: string): string {
  return /(\/invitation\/[\w-]{43})</.exec(text)?.[1] ?? '';
}

it('pages of a gateway without a mail server say that it sends no mail', async () => {
  for (const path of ['/people/invite', pathOf('member@studio.dz')])
    expect((await dashboard.get(path, owner)).text).toContain('gateway sends no mail');
});

describe('the list of people', () => {
  it('has the people of the account, and to an owner when each was seen', async () => {
    const { text } = await dashboard.get('/people', owner);
    for (const name of ['owner@studio.dz', 'member@studio.dz']) expect(text).toContain(name);
    expect(text).not.toContain('stranger@other.dz');
    expect(text).toContain('Last seen');
    expect(text).toContain('href="/people/invite"');
  });

  it('shows names and roles to a member, and neither times nor addresses nor invitations', async () => {
    await invite('guest@studio.dz', 'member', owner);
    const { text } = await dashboard.get('/people', member);
    expect(text).toContain('owner@studio.dz');
    for (const hidden of [
      'guest@studio.dz',
      'Last seen',
      '/people/invite',
      '/people/audit',
      pathOf('owner@studio.dz'),
    ])
      expect(text).not.toContain(hidden);
  });

  it('is that of another account for an operator alone', async () => {
    expect((await dashboard.get(`/people?account=${OTHER}`, operator)).text).toContain('stranger@other.dz');
    for (const as of [owner, member])
      expect((await dashboard.get(`/people?account=${OTHER}`, as)).status).toBe(404);
  });

  it('goes on by page', async () => {
    for (let n = 0; n < 25; n++) await dashboard.joined(`n${n}@studio.dz`, STUDIO, 'member');
    const first = (await dashboard.get('/people', owner)).text;
    expect(first).not.toContain('owner@studio.dz</bdi></a>');
    const older = /href="(\/people\?after=user_\w+)"/.exec(first)?.[1] ?? '';
    expect((await dashboard.get(older, owner)).text).toContain('member@studio.dz');
  });
});

describe('an invitation', () => {
  it('shows its link once, and works until it is withdrawn', async () => {
    const made = await invite('guest@studio.dz', 'member', owner);
    expect(made.status).toBe(200);
    const link = linkIn(made.text);
    expect((await dashboard.get(link)).text).toContain('guest@studio.dz');
    const { text } = await dashboard.get('/people', owner);
    expect(text).toContain('guest@studio.dz');
    expect(text).not.toContain(link);
    const invitation = /name="invitation" value="(invitation_\w+)"/.exec(text)?.[1] ?? '';
    for (const as of [stranger, member])
      expect((await dashboard.post('/people', { invitation }, as)).status).toBeGreaterThanOrEqual(403);
    expect((await dashboard.get(link)).status).toBe(200);
    const answer = await dashboard.post('/people', { invitation }, owner);
    expect([answer.status, answer.headers.location]).toEqual([303, '/people?withdrawn=']);
    expect((await dashboard.get(link)).status).toBe(410);
    expect((await dashboard.get('/people?withdrawn=', owner)).text).toContain('its link works no more');
  });

  it.each(['/people/invite', 'of a person'])(
    'is made once of two clicks and a reload (%s)',
    async (where) => {
      const path = where === '/people/invite' ? where : pathOf('member@studio.dz');
      const page = (await dashboard.get(path, owner)).text;
      const once = /name="once" value="([\w-]{22})"/.exec(page)?.[1] ?? '';
      const form = { once, act: 'invite', name: 'guest@studio.dz', role: 'member' };
      const clicks = Promise.all([1, 2].map(() => dashboard.post(path, form, owner)));
      const answers = [...(await dashboard.settled(clicks)), await dashboard.post(path, form, owner)];
      expect(answers.map(({ status, text }) => [status, linkIn(text) !== ''])).toEqual([
        [200, true],
        [200, false],
        [200, false],
      ]);
      expect(answers[2]?.text).toContain('no other invitation was made now');
      const open = () => [...dashboard.stage.actors.system.records.range('invitations', {})].length;
      expect(open()).toBe(1);
      if (path !== '/people/invite') return;
      await dashboard.post(path, { ...form, name: 'other@studio.dz' }, owner);
      expect(open()).toBe(2);
    },
  );

  it('gives no more rights than its author has', async () => {
    expect((await dashboard.get('/people/invite', owner)).text).not.toContain('value="operator"');
    expect((await invite('x@studio.dz', 'operator', owner)).status).toBe(400);
    expect((await invite('x@studio.dz', 'operator', operator)).status).toBe(200);
    expect((await invite('x@studio.dz', 'operator', operator, STUDIO)).status).toBe(400);
    expect((await invite('x@studio.dz', 'owner', operator, STUDIO)).status).toBe(200);
    expect((await invite('x@studio.dz', 'member', member)).status).toBe(403);
    expect((await invite('x@studio.dz', 'member', owner, OTHER)).status).toBe(404);
  });

  it('is refused beside the field, with what was typed kept', async () => {
    const refused = await invite('no address', 'owner', owner);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('An e-mail address, such as amel@example.dz.');
    expect(refused.text).toMatch(/value="no address"/);
    expect(refused.text).toMatch(/value="owner" checked/);
  });
});

describe('a person', () => {
  it('is given another role from the next request on, and back', async () => {
    const path = pathOf('member@studio.dz');
    expect((await dashboard.post(path, { act: 'role', role: 'owner' }, owner)).status).toBe(303);
    expect((await dashboard.get('/people/invite', member)).status).toBe(200);
    await dashboard.post(path, { act: 'role', role: 'member' }, owner);
    expect((await dashboard.get('/people/invite', member)).status).toBe(403);
  });

  it('who is the last owner stays one, and the page says so', async () => {
    const path = pathOf('owner@studio.dz');
    for (const form of [{ act: 'role', role: 'member' }, { act: 'remove' }]) {
      const refused = await dashboard.post(path, form, owner);
      expect([refused.status, refused.text.includes('An account keeps one owner')]).toEqual([400, true]);
    }
    expect((await dashboard.get('/people', owner)).status).toBe(200);
  });

  it('who is removed is signed out everywhere', async () => {
    const answer = await dashboard.post(pathOf('member@studio.dz'), { act: 'remove' }, owner);
    expect(answer.headers.location).toBe('/people?removed=');
    expect((await dashboard.get('/', member)).headers.location).toBe('/sign-in');
    const form = { name: 'member@studio.dz', password: PASSWORD };
    expect((await dashboard.post('/sign-in', form)).status).toBe(401);
  });

  it('who forgot the password gets a new one by an invitation, which ends all sessions', async () => {
    const made = await dashboard.post(pathOf('member@studio.dz'), { act: 'invite' }, owner);
    const password = 'another three words';
    await dashboard.post(linkIn(made.text), { password, again: password });
    expect((await dashboard.get('/', member)).headers.location).toBe('/sign-in');
    expect((await dashboard.post('/sign-in', { name: 'member@studio.dz', password })).status).toBe(303);
  });

  it('is granted keys of the account, and of no other', async () => {
    const own = await dashboard.key(STUDIO, 'Video editor');
    const strange = await dashboard.key(OTHER, 'Not theirs');
    const path = pathOf('member@studio.dz');
    expect((await dashboard.get(path, owner)).text).toContain('Video editor');
    expect((await dashboard.post(path, { act: 'grants', key: strange }, owner)).status).toBe(404);
    expect((await dashboard.post(path, { act: 'grants', key: own }, owner)).status).toBe(303);
    expect((await dashboard.get(path, owner)).text).toMatch(new RegExp(`value="${own}" checked`));
    expect((await dashboard.get(path, member)).text).toContain(`href="/keys/${own}"`);
    await dashboard.post(path, { act: 'grants' }, owner);
    expect((await dashboard.get(path, member)).text).toContain('No key is granted');
  });

  it('of another account is answered as one that does not exist, and a colleague alike to a member', async () => {
    const none = await dashboard.get('/people/user_00000000000000000000000000', stranger);
    for (const [name, as] of [
      ['member@studio.dz', stranger],
      ['owner@studio.dz', member],
    ] as const) {
      const answer = await dashboard.get(pathOf(name), as);
      expect([answer.status, answer.headers]).toEqual([404, none.headers]);
      expect((await dashboard.post(pathOf(name), { act: 'remove' }, as)).status).toBe(404);
    }
    const own = pathOf('member@studio.dz');
    expect((await dashboard.get(own, member)).text).not.toContain('name="act"');
    expect((await dashboard.post(own, { act: 'role', role: 'owner' }, member)).status).toBe(403);
  });
});

describe('the audit trail', () => {
  it('says who did what, when and from where, newest first, by the names of things', async () => {
    await dashboard.post(pathOf('member@studio.dz'), { act: 'role', role: 'owner' }, owner);
    const { text } = await dashboard.get('/people/audit', owner);
    expect(text).toContain('Role changed');
    expect(text).toContain('192.0.2.1');
    expect(text.indexOf('Role changed')).toBeLessThan(text.indexOf('Invitation accepted'));
    expect(text).toContain('member@studio.dz');
    expect(text).toContain('The gateway');
  });

  it('is for owners and operators', async () => {
    expect((await dashboard.get('/people/audit', member)).status).toBe(403);
    expect((await dashboard.get(`/people/audit?account=${STUDIO}`, stranger)).status).toBe(404);
    expect((await dashboard.get(`/people/audit?account=${STUDIO}`, operator)).text).toContain(
      'owner@studio.dz',
    );
  });

  it('goes on by page to the first entry', async () => {
    const path = pathOf('member@studio.dz');
    for (let n = 0; n < 26; n++)
      await dashboard.post(path, { act: 'role', role: n % 2 === 0 ? 'owner' : 'member' }, owner);
    const older = /href="(\/people\/audit\?after=audit_\w+)"/.exec(
      (await dashboard.get('/people/audit', owner)).text,
    );
    const next = (await dashboard.get(older?.[1] ?? '', owner)).text;
    expect(next).toContain('Account created');
    expect(next).toContain('href="/people/audit"');
  });
});

describe('a password', () => {
  const next = 'another three words';

  it('is changed by its person, and ends all other sessions', async () => {
    const other = await dashboard.signedIn('owner@studio.dz');
    const form = { current: PASSWORD, next, again: next };
    const changed = await dashboard.post('/password', form, owner);
    expect(changed.headers.location).toBe('/sessions?changed');
    expect((await dashboard.get('/sessions?changed', owner)).text).toContain('Your password is changed');
    expect((await dashboard.get('/', other)).headers.location).toBe('/sign-in');
  });

  it.each([
    [{ current: 'wrong', next, again: next }, 'This is not your current password.'],
    [{ current: PASSWORD, next: 'short', again: 'short' }, 'A password has 10 to 200 characters.'],
    [{ current: PASSWORD, next, again: 'another' }, 'The two are not the same.'],
  ])('is refused beside its field (%#)', async (form, text) => {
    const refused = await dashboard.post('/password', form, owner);
    expect([refused.status, refused.text.includes(text)]).toEqual([400, true]);
    expect(refused.text).not.toContain(next);
  });
});

it('shows every name that a person can choose as text', async () => {
  const name = '<script>alert(1)</script>@x.dz';
  await dashboard.joined(name, STUDIO, 'member');
  await invite('<img/src=x>@x.dz', 'member', owner);
  const pages = [
    '/people',
    pathOf(name),
    '/people/audit',
    `/people/invite?name=${encodeURIComponent('"><script>')}`,
  ];
  for (const path of pages) {
    const { text } = await dashboard.get(path, owner);
    expect(text).not.toMatch(/<script>alert|<img/);
    expect(text).toMatch(/&lt;(script|img)|&quot;>/);
  }
});
