import { beforeEach, expect, it } from 'vitest';
import { OPERATOR_KEY } from '../../../../contract/support/client.js';
import { gatewayWithMail, MadeUpBrowser } from '../../../made-up-browser.js';
import type { SocketlessGateway } from '../../../socketless-gateway.js';

const CHOSEN = { password: 'three words to keep', again: 'three words to keep' };
const PATH = '/keys/management';

let gateway: SocketlessGateway;

beforeEach(async () => {
  gateway = await gatewayWithMail(['--sign-up', 'open']);
});

/** Signed in as the owner of an account that has no management key. */
async function signedUp(name: string): Promise<MadeUpBrowser> {
  const browser = new MadeUpBrowser(gateway);
  await browser.post('/sign-up', { name, ...CHOSEN });
  await browser.post('/sign-in', { name, password: CHOSEN.password });
  return browser;
}

async function newId(browser: MadeUpBrowser): Promise<string> {
  const { text } = await browser.get(PATH);
  return [...text.matchAll(/name="id" value="(mkey_\w{26})"/g)].at(-1)?.[1] ?? '';
}

function secretIn(text: string): string {
  return /id="secret" dir="ltr">([^<]+)</.exec(text)?.[1] ?? '';
}

it('an owner makes a management key for scripts, which is shown once and has the rights of an owner', async () => {
  const owner = await signedUp('amel@example.dz');
  expect((await owner.get('/keys')).text).toContain(`href="${PATH}"`);
  const form = { id: await newId(owner), name: 'nightly script' };
  const secret = secretIn((await owner.post(PATH, form)).text);
  const orders = await gateway.call('GET', '/api/orders', { key: secret });
  expect([orders.status, orders.json.data]).toEqual([200, []]);
  expect((await gateway.call('GET', '/api/jobs', { key: secret })).status).toBe(403);
  const listed = (await owner.get(PATH)).text;
  expect(listed).toMatch(/nightly script.*mkey_/s);
  expect(listed).not.toContain(secret);
  const again = await owner.post(PATH, form);
  expect([secretIn(again.text), again.text.includes('was made already')]).toEqual(['', true]);
  expect((await gateway.call('GET', '/api/orders', { key: secret })).status).toBe(200);
});

it('a management key that is revoked is refused at once and leaves the list, and the audit trail has both', async () => {
  const owner = await signedUp('amel@example.dz');
  const id = await newId(owner);
  const secret = secretIn((await owner.post(PATH, { id, name: 'old script' })).text);
  const revoked = await owner.post(PATH, { act: 'revoke', id });
  expect([revoked.status, revoked.headers.location]).toEqual([303, `${PATH}?revoked=`]);
  expect((await gateway.call('GET', '/api/orders', { key: secret })).status).toBe(401);
  expect((await owner.get(PATH)).text).not.toContain('old script');
  expect((await owner.post(PATH, { act: 'revoke', id })).status).toBe(404);
  const { text } = await owner.get('/people/audit');
  expect(text).toMatch(/Management key revoked.*amel@example\.dz.*Management key created.*old script/s);
});

it('a management key of others is neither revoked nor told of, nor is that of the configuration', async () => {
  const [owner, stranger] = [await signedUp('amel@example.dz'), await signedUp('stranger@example.dz')];
  const id = await newId(owner);
  const secret = secretIn((await owner.post(PATH, { id, name: 'a script' })).text);
  expect((await stranger.post(PATH, { act: 'revoke', id })).status).toBe(404);
  const taken = await stranger.post(PATH, { id, name: 'theirs' });
  expect([secretIn(taken.text), taken.text.includes('a script')]).toEqual(['', false]);
  expect((await gateway.call('GET', '/api/orders', { key: secret })).status).toBe(200);
  const invited = await gateway.call('POST', '/api/accounts/acct_default/invitations', {
    key: OPERATOR_KEY,
    json: { name: 'operator@example.dz', role: 'operator' },
  });
  const operator = new MadeUpBrowser(gateway);
  await operator.post(new URL(invited.json.url).pathname, CHOSEN);
  const { text } = await operator.get(PATH);
  expect(text).toContain('Set by the configuration');
  const configured = /<bdi>(mkey_\w{26})</.exec(text)?.[1] ?? '';
  expect((await operator.post(PATH, { act: 'revoke', id: configured })).status).toBe(404);
});

it('an account has a bounded number of management keys, and each has a name', async () => {
  const owner = await signedUp('amel@example.dz');
  expect((await owner.post(PATH, { id: await newId(owner), name: ' ' })).status).toBe(400);
  for (let n = 0; n < 20; n++)
    expect((await owner.post(PATH, { id: await newId(owner), name: `script ${n}` })).status).toBe(200);
  const refused = await owner.post(PATH, { id: await newId(owner), name: 'one more' });
  expect([refused.status, refused.text.includes('as many management keys')]).toEqual([409, true]);
});

it('forms that come at once make no more management keys than an account may have', async () => {
  const owner = await signedUp('amel@example.dz');
  for (let n = 0; n < 18; n++) await owner.post(PATH, { id: await newId(owner), name: `script ${n}` });
  const forms = [];
  for (let n = 0; n < 4; n++) forms.push({ id: await newId(owner), name: `at once ${n}` });
  const answers = await Promise.all(forms.map((form) => owner.post(PATH, form)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 409, 409]);
});
