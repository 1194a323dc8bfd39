import { describe, expect, it } from 'vitest';
import type { Mail } from '../../../../src/mail/mail.js';
import { OPERATOR_KEY } from '../../../contract/support/client.js';
import { gatewayWithMail, linkIn, MadeUpBrowser } from '../../made-up-browser.js';
import type { SocketlessGateway } from '../../socketless-gateway.js';

const NAME = 'amel@example.dz';
const PASSWORD = 'three words to keep';
const CHOSEN = { password: PASSWORD, again: PASSWORD };
const OPEN = ['--sign-up', 'open'];

async function accounts(gateway: SocketlessGateway): Promise<[string, boolean][]> {
  const { json } = await gateway.call('GET', '/api/accounts', { key: OPERATOR_KEY });
  return json.data.map(({ name, verified }: { name: string; verified: boolean }) => [name, verified]);
}

describe('a sign-up', () => {
  it('is not there unless it is open', async () => {
    const browser = new MadeUpBrowser(await gatewayWithMail([], []));
    expect((await browser.get('/sign-in')).text).not.toContain('href="/sign-up"');
    expect((await browser.get('/sign-up')).status).toBe(404);
    expect((await browser.post('/sign-up', { name: NAME })).status).toBe(404);
  });

  it('mails a link, which opens an account of its own that is not verified', async () => {
    const mails: Mail[] = [];
    const gateway = await gatewayWithMail(OPEN, mails);
    const browser = new MadeUpBrowser(gateway);
    expect((await browser.get('/sign-in')).text).toContain('href="/sign-up"');
    const asked = await browser.post('/sign-up', { name: NAME }, [
      ['sec-fetch-site', 'same-origin'],
      ['accept-language', 'fr'],
    ]);
    expect(asked.text).toContain('Consultez votre messagerie');
    expect(mails).toMatchObject([{ to: NAME, subject: 'Votre compte sur gateway.example' }]);
    const link = linkIn(mails[0] ?? { text: '' });
    for (let times = 0; times < 3; times++) expect((await browser.get(link)).text).toContain(NAME);
    expect(await accounts(gateway)).toHaveLength(1);
    expect((await browser.post(link, CHOSEN)).headers.location).toBe('/');
    expect((await browser.get('/')).status).toBe(200);
    expect((await accounts(gateway))[0]).toEqual([NAME, false]);
    expect((await browser.post(link, CHOSEN)).status).toBe(410);
    expect(await accounts(gateway)).toHaveLength(2);
  });

  it('verifies the account if a mail is what verifies', async () => {
    const mails: Mail[] = [];
    const gateway = await gatewayWithMail(
      [...OPEN, '--verify', 'email', '--smtp-url', 'smtp://127.0.0.1'],
      mails,
    );
    const browser = new MadeUpBrowser(gateway);
    await browser.post('/sign-up', { name: NAME });
    await browser.post(linkIn(mails[0] ?? { text: '' }), CHOSEN);
    expect((await accounts(gateway))[0]).toEqual([NAME, true]);
  });

  it('answers a known name as an unknown one, and mails that it has an account', async () => {
    const mails: Mail[] = [];
    const browser = new MadeUpBrowser(await gatewayWithMail(OPEN, mails));
    const first = await browser.post('/sign-up', { name: NAME });
    await browser.post(linkIn(mails[0] ?? { text: '' }), CHOSEN);
    await browser.post('/sign-out', {});
    const second = await browser.post('/sign-up', { name: NAME.toUpperCase() });
    expect([second.status, second.text]).toEqual([first.status, first.text]);
    expect(mails[1]).toMatchObject({ subject: 'You have an account at gateway.example' });
    expect(linkIn(mails[1] ?? { text: '' })).toBe('/sign-in');
  });

  it('without a mail server takes a password at once, and leaves a known name as it is', async () => {
    const gateway = await gatewayWithMail(OPEN);
    const browser = new MadeUpBrowser(gateway);
    const made = await browser.post('/sign-up', { name: NAME, ...CHOSEN });
    const again = await browser.post('/sign-up', {
      name: NAME,
      password: 'another password',
      again: 'another password',
    });
    expect([made.status, made.cookies, again.text]).toEqual([200, [], made.text]);
    expect(await accounts(gateway)).toEqual([
      [NAME, false],
      ['Default account', true],
    ]);
    const wrong = await browser.post('/sign-in', { name: NAME, password: 'another password' });
    expect(wrong.status).toBe(401);
    expect((await browser.post('/sign-in', { name: NAME, password: PASSWORD })).status).toBe(303);
  });

  it.each([
    [{ name: 'amel', ...CHOSEN }, 'This is no e-mail address.'],
    [{ name: NAME, password: 'short', again: 'short' }, '10 to 200 characters'],
    [{ name: NAME, password: PASSWORD, again: 'x' }, 'The two are not the same.'],
  ])('says what is wrong, and keeps the address (%#)', async (form, text) => {
    const browser = new MadeUpBrowser(await gatewayWithMail(OPEN));
    const answer = await browser.post('/sign-up', form);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(text);
    expect(answer.text).toContain(`value="${form.name}"`);
    expect(answer.text).not.toContain(PASSWORD);
  });

  it('is bounded by network and by day', async () => {
    const mails: Mail[] = [];
    const gateway = await gatewayWithMail([...OPEN, '--sign-ups-per-day-max', '12'], mails);
    const ask = async (peer: string, n: number) =>
      (await new MadeUpBrowser(gateway, peer).post('/sign-up', { name: `a${n}@${peer}.dz` })).status;
    for (let n = 0; n < 10; n++) expect(await ask('192.0.2.1', n)).toBe(200);
    expect([await ask('192.0.2.1', 10), await ask('192.0.2.2', 0), await ask('192.0.2.2', 1)]).toEqual([
      429, 200, 200,
    ]);
    expect(await ask('192.0.2.3', 0)).toBe(429);
    expect(mails).toHaveLength(12);
  });

  it('takes no link that was altered', async () => {
    const mails: Mail[] = [];
    const gateway = await gatewayWithMail(OPEN, mails);
    const browser = new MadeUpBrowser(gateway);
    await browser.post('/sign-up', { name: NAME });
    const link = linkIn(mails[0] ?? { text: '' });
    const other = Buffer.from('other@example.dz').toString('base64url');
    const altered = link.replace(/\/sign-up\/[^.]+/, `/sign-up/${other}`);
    expect((await browser.get(altered)).status).toBe(410);
    expect((await browser.post(altered, CHOSEN)).status).toBe(410);
  });
});

describe('a forgotten password', () => {
  async function signedUp(mails: Mail[]) {
    const gateway = await gatewayWithMail(OPEN, mails);
    const browser = new MadeUpBrowser(gateway);
    await browser.post('/sign-up', { name: NAME });
    await browser.post(linkIn(mails.pop() ?? { text: '' }), CHOSEN);
    return { gateway, browser };
  }

  it('is set anew by a mailed link, once, and all other sessions end', async () => {
    const mails: Mail[] = [];
    const { gateway, browser } = await signedUp(mails);
    const other = new MadeUpBrowser(gateway);
    expect((await other.get('/sign-in')).text).toContain('href="/forgotten-password"');
    await other.post('/forgotten-password', { name: NAME });
    await other.post('/forgotten-password', { name: NAME });
    const [link = '', second = ''] = mails.map(linkIn);
    expect((await other.get(link)).text).toContain('signed out everywhere else');
    const next = { password: 'four words to keep now', again: 'four words to keep now' };
    expect((await other.post(link, next)).headers.location).toBe('/');
    expect((await browser.get('/')).headers.location).toBe('/sign-in');
    expect((await other.get('/')).status).toBe(200);
    // The other link was for the password that is gone.
    expect([(await other.post(link, next)).status, (await other.post(second, next)).status]).toEqual([
      410, 410,
    ]);
  });

  it('is answered the same for names that nobody has, which are mailed nothing', async () => {
    const mails: Mail[] = [];
    const { browser } = await signedUp(mails);
    await browser.post('/sign-out', {});
    const known = await browser.post('/forgotten-password', { name: NAME });
    const unknown = await browser.post('/forgotten-password', { name: 'nobody@example.dz' });
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    expect(mails.map(({ to }) => to)).toEqual([NAME]);
  });

  it('is asked for as often as passwords may be guessed, and mailed to an address five times a day', async () => {
    const mails: Mail[] = [];
    const { gateway, browser } = await signedUp(mails);
    const ask = async () => (await browser.post('/forgotten-password', { name: NAME })).status;
    const statuses: number[] = [];
    for (let n = 0; n < 11; n++) statuses.push(await ask());
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
    // One of the five was the sign-up's own.
    expect(mails).toHaveLength(4);
    await gateway.pause(60_000);
    expect(await ask()).toBe(200);
  });

  it('has a link for an hour', async () => {
    const mails: Mail[] = [];
    const { gateway, browser } = await signedUp(mails);
    await browser.post('/forgotten-password', { name: NAME });
    await gateway.pause(3_600_000);
    expect((await browser.get(mails.map(linkIn)[0] ?? '')).status).toBe(410);
  });

  it('has a link for the user who asked, not for a later one of the name', async () => {
    const mails: Mail[] = [];
    const gateway = await gatewayWithMail([], mails);
    const browser = new MadeUpBrowser(gateway);
    const invited = async () => {
      const json = { name: NAME, role: 'member' };
      await gateway.call('POST', '/api/accounts/acct_default/invitations', { key: OPERATOR_KEY, json });
      return await browser.post(linkIn(mails.pop() ?? { text: '' }), CHOSEN);
    };
    await invited();
    await browser.post('/forgotten-password', { name: NAME });
    const link = linkIn(mails.pop() ?? { text: '' });
    const { json } = await gateway.call('GET', '/api/accounts/acct_default/users', { key: OPERATOR_KEY });
    const [{ id }] = json.data;
    expect((await gateway.call('DELETE', `/api/users/${id}`, { key: OPERATOR_KEY })).status).toBe(200);
    expect((await invited()).headers.location).toBe('/');
    expect((await browser.post(link, CHOSEN)).status).toBe(410);
  });

  it('is in no list of invitations', async () => {
    const mails: Mail[] = [];
    const { gateway, browser } = await signedUp(mails);
    await browser.post('/forgotten-password', { name: NAME });
    const { json } = await gateway.call('GET', '/api/accounts', { key: OPERATOR_KEY });
    const path = `/api/accounts/${json.data[0].id}/invitations`;
    expect((await gateway.call('GET', path, { key: OPERATOR_KEY })).json.data).toEqual([]);
  });

  it('without a mail server is a matter of a new invitation, and the sign-in says so', async () => {
    const browser = new MadeUpBrowser(await gatewayWithMail());
    expect((await browser.get('/sign-in')).text).toContain('can send you a new invitation');
    expect((await browser.get('/forgotten-password')).status).toBe(404);
  });
});

it('an invitation goes by mail, under the public URL, and its link is still shown to whoever invited', async () => {
  const mails: Mail[] = [];
  const gateway = await gatewayWithMail([], mails);
  const { json } = await gateway.call('POST', '/api/accounts/acct_default/invitations', {
    key: OPERATOR_KEY,
    json: { name: NAME, role: 'operator' },
    headers: { host: 'forged.example' },
  });
  expect(json.mailed).toBe(true);
  expect(mails).toMatchObject([{ to: NAME, subject: 'You are invited to Tollgate' }]);
  expect(linkIn(mails[0] ?? { text: '' }).slice(-43)).toBe(json.url.slice(-43));
  expect(mails[0]?.text).not.toContain('forged');
});

it('an invitation from a page is mailed in the language of the page, which says that it is', async () => {
  const mails: Mail[] = [];
  const gateway = await gatewayWithMail(OPEN, mails);
  const owner = new MadeUpBrowser(gateway);
  await owner.post('/sign-up', { name: NAME });
  await owner.post(linkIn(mails[0] ?? { text: '' }), CHOSEN);
  expect((await owner.get('/people/invite')).text).toContain('gets the link by mail');
  const fields = [
    ['sec-fetch-site', 'same-origin'],
    ['accept-language', 'ar'],
  ] as const;
  const invited = await owner.post('/people/invite', { name: 'lina@example.dz', role: 'member' }, fields);
  expect(invited.text).toContain('الرابط في طريقه إلى الشخص');
  expect(mails[1]).toMatchObject({ to: 'lina@example.dz', subject: 'دعوتك إلى Tollgate' });
  const people = (await owner.get('/people')).text;
  const person = /href="(\/people\/user_\w+)"/.exec(people)?.[1] ?? '';
  expect((await owner.get(person)).text).toContain('asks for a link on the sign-in page');
  expect(people).not.toContain('sends no mail');
});
