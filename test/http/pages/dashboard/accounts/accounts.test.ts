import { beforeEach, describe, expect, it } from 'vitest';
import { readAccount } from '../../../../../src/actors/accounts/account.js';
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
