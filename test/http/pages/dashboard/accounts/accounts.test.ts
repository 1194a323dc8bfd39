import { beforeEach, describe, expect, it } from 'vitest';
import { readAccount } from '../../../../../src/actors/accounts/account.js';
import { readApiKey } from '../../../../../src/actors/keys/api-key-record.js';
import { balanceOf } from '../../../../../src/actors/money/ledger.js';
import { DashboardUnderTest, OTHER, STUDIO } from '../dashboard-under-test.js';

let dashboard: DashboardUnderTest;

beforeEach(async () => {
  dashboard = await DashboardUnderTest.start({}, undefined, true);
});

const operator = () => dashboard.joined('operator@gateway.dz', 'acct_default', 'operator');
const account = (id: string) => readAccount(id, dashboard.stage.actors.system.records);

async function idInForm(as: { readonly as?: string }): Promise<string> {
  const { text } = await dashboard.get('/accounts/new', as);
  return /name="id" value="(acct_\w{26})"/.exec(text)?.[1] ?? '';
}

describe('the pages on accounts', () => {
  it('are there for operators alone', async () => {
    const owner = await dashboard.joined('owner@studio.dz', STUDIO, 'owner');
    for (const path of ['/accounts', '/accounts/new', `/accounts/${STUDIO}`, `/accounts/${OTHER}`])
      expect((await dashboard.get(path, owner)).status, path).toBe(404);
    expect((await dashboard.post(`/accounts/${STUDIO}`, { act: 'verify' }, owner)).status).toBe(404);
    expect((await dashboard.get('/', owner)).text).not.toContain('/accounts');
    const { text } = await dashboard.get('/accounts', await operator());
    expect(text).toContain(`href="/accounts/${STUDIO}"`);
  });

  it('list all accounts, by page', async () => {
    const as = await operator();
    for (let n = 0; n < 26; n++)
      await dashboard.post('/accounts/new', { id: await idInForm(as), name: `Customer ${n}` }, as);
    const first = (await dashboard.get('/accounts', as)).text;
    expect(first).toContain('Customer 25<');
    expect(first).not.toContain('Customer 0<');
    const older = /href="(\/accounts\?after=acct_\w+)"/.exec(first)?.[1] ?? '';
    expect((await dashboard.get(older, as)).text).toContain('Customer 0<');
  });
});

describe('an account', () => {
  it('is made with a management key whose secret is shown once, and a reload makes no other one', async () => {
    const as = await operator();
    const form = { id: await idInForm(as), name: '<script>alert(1)</script>', state: 'verified' };
    const made = await dashboard.post('/accounts/new', form, as);
    expect(made.text).toMatch(/<code id="secret"[^>]*>mk-tg[\w-]+<\/code>/);
    expect(made.text).not.toContain('<script>alert');
    expect(account(form.id)).toMatchObject({ name: form.name, isVerified: true });
    const again = await dashboard.post('/accounts/new', form, as);
    expect([again.status, again.headers.location]).toEqual([303, `/accounts/${form.id}`]);
    const { text } = await dashboard.get(`/accounts/${form.id}`, as);
    expect(text).not.toMatch(/mk-tg|<script>alert/);
  });

  it('is made once by two clicks at a time', async () => {
    const as = await operator();
    const form = { id: await idInForm(as), name: 'Studio North' };
    const answers = Promise.all([1, 2].map(() => dashboard.post('/accounts/new', form, as)));
    const [made, again] = await dashboard.settled(answers);
    expect(made?.text).toContain('id="secret"');
    expect([again?.status, again?.headers.location]).toEqual([303, `/accounts/${form.id}`]);
    expect(account(form.id)).toMatchObject({ name: 'Studio North' });
  });

  it('needs a name', async () => {
    const as = await operator();
    const refused = await dashboard.post('/accounts/new', { id: await idInForm(as), name: ' ' }, as);
    expect([refused.status, refused.text.includes('A name has 1 to 100 characters.')]).toEqual([400, true]);
    const renamed = await dashboard.post(`/accounts/${OTHER}`, { act: 'rename', name: '' }, as);
    expect([renamed.status, account(OTHER)?.name]).toEqual([400, OTHER]);
  });

  it('is verified, and not any more, and renamed', async () => {
    const as = await operator();
    for (const [form, want] of [
      [{ act: 'verify' }, { isVerified: true }],
      [{ act: 'unverify' }, { isVerified: false }],
      [
        { act: 'rename', name: 'Studio North' },
        { name: 'Studio North', isVerified: false },
      ],
    ] as const) {
      expect((await dashboard.post(`/accounts/${OTHER}`, form, as)).status).toBe(303);
      expect(account(OTHER)).toMatchObject(want);
    }
  });

  it('shows its totals, keys and people, and has an owner invited and a key made', async () => {
    const as = await operator();
    await dashboard.joined('owner@studio.dz', STUDIO, 'owner');
    const key = await dashboard.key(STUDIO, 'Video editor');
    await dashboard.post(`/keys/${key}/credit`, { amount: '250', reference: 'cash 7' }, as);
    const { text } = await dashboard.get(`/accounts/${STUDIO}`, as);
    for (const shown of ['Video editor', 'owner@studio.dz', '250.00', `/people/invite?account=${STUDIO}`])
      expect(text).toContain(shown);
    const page = (await dashboard.get(`/keys/new?account=${OTHER}`, as)).text;
    const once = /name="once" value="([\w-]{22})"/.exec(page)?.[1] ?? '';
    await dashboard.post(`/keys/new?account=${OTHER}`, { once, name: 'For them' }, as);
    expect((await dashboard.get(`/keys?account=${OTHER}`, as)).text).toContain('For them');
    expect((await dashboard.get(`/keys?account=${STUDIO}`, as)).text).not.toContain('For them');
    expect((await dashboard.get('/keys', as)).text).toContain(`href="/keys?account=${OTHER}"`);
  });
});

describe('credit by hand on the page of an account', () => {
  let as: Awaited<ReturnType<typeof operator>>;
  let key: string;

  beforeEach(async () => {
    as = await operator();
    key = await dashboard.key(STUDIO, 'Video editor');
    await dashboard.key(STUDIO, 'Nightly batch');
  });

  const post = (form: Readonly<Record<string, string>>) => dashboard.post(`/accounts/${STUDIO}`, form, as);
  const balance = () => {
    const state = readApiKey(key, dashboard.stage.actors.system.records);
    return state && balanceOf(state.balances) / 1_000_000;
  };

  it('goes into a key of the account that one chooses, and out of it, once for its reference', async () => {
    for (const [act, amount, want] of [
      ['credit', '250', 250],
      ['debit', '40', 210],
    ] as const) {
      const form = { act, key, amount, reference: `<i>${act}</i>` };
      for (let n = 0; n < 2; n++) {
        const moved = await post(form);
        expect([moved.status, moved.headers.location]).toEqual([303, `/accounts/${STUDIO}?${act}=${key}`]);
      }
      expect(balance()).toBe(want);
    }
    const { text } = await dashboard.get(`/accounts/${STUDIO}?debit=${key}`, as);
    expect(text).toMatch(/The credit is taken back\..*Video editor/s);
    expect(text).toMatch(/name="reference"[^>]*value="credit-[\w-]{12}"/);
  });

  it('is refused beside the field, with what was typed kept', async () => {
    const strange = await dashboard.key(OTHER, 'Not theirs');
    await post({ act: 'credit', key, amount: '5', reference: 'first' });
    for (const [wrong, text] of [
      [{ amount: '1,5' }, 'An amount above 0 with at most six decimals.'],
      [{ act: 'debit', amount: '6' }, 'This is more than the balance of the key.'],
      [{ reference: 'simulated:1' }, 'A text of 1 to 200 characters'],
      [{ reference: 'first' }, 'This reference was used for another movement'],
      [{ key: strange }, 'Choose an active key of this account.'],
      [{ key: 'none' }, 'Choose an active key of this account.'],
    ] as const) {
      const form = { act: 'credit', key, amount: '4', reference: 'second', ...wrong };
      const refused = await post(form);
      expect([refused.status, refused.text.includes(text)], text).toEqual([400, true]);
      expect(refused.text).toMatch(new RegExp(`name="amount"[^>]*value="${form.amount}"`));
      expect(refused.text).toMatch(new RegExp(`name="reference"[^>]*value="${form.reference}"`));
      expect(refused.text.includes(`value="${key}" selected`)).toBe(form.key === key);
      expect(refused.text).not.toContain('Not theirs');
    }
    expect(balance()).toBe(5);
  });

  it('is not offered for an account without keys', async () => {
    expect((await dashboard.get(`/accounts/${OTHER}`, as)).text).not.toContain('Credit by hand');
  });
});
