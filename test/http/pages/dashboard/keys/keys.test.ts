import { beforeEach, describe, expect, it } from 'vitest';
import { listAccountKeys } from '../../../../../src/actors/keys/key-lists.js';
import { microDa } from '../../../../../src/money/micro-da.js';
import { ask } from '../../../../../src/node/assembly/ask.js';
import { DashboardUnderTest, OTHER, STUDIO } from '../dashboard-under-test.js';

let dashboard: DashboardUnderTest;

beforeEach(async () => {
  dashboard = await DashboardUnderTest.start();
});

const owner = { as: 'owner' };
const BY = { kind: 'node', id: 'node' } as const;

function keys(account = STUDIO) {
  const wanted = { limit: 100, after: undefined };
  return listAccountKeys(dashboard.stage.actors.system.records, account, wanted).items;
}

async function once(as = 'owner'): Promise<string> {
  const { text } = await dashboard.get('/keys/new', { as });
  return /name="once" value="([\w-]{22})"/.exec(text)?.[1] ?? '';
}

async function create(fields: Record<string, string>, as = 'owner') {
  return dashboard.post('/keys/new', { once: await once(as), ...fields }, { as });
}

async function made(fields: Record<string, string> = { name: 'ci' }, as = 'owner') {
  await create(fields, as);
  const [key] = keys(as === 'stranger' ? OTHER : STUDIO);
  if (key === undefined) throw new Error('no key was made');
  return key;
}

function credit(id: string, reference: string) {
  const { system, apiKey } = dashboard.stage.actors;
  const amount = microDa(12_500_000);
  return dashboard.settled(
    ask(system, apiKey, id, { type: 'credit', by: BY, amount, reference, referenceHash: reference }),
  );
}

describe('the list of keys', () => {
  it('says what to do if there are none', async () => {
    const { text } = await dashboard.get('/keys', owner);
    expect(text).toContain('No keys yet');
    expect(text).toContain('href="/keys/new"');
  });

  it('shows those of the account alone, a page at a time', async () => {
    await made({ name: 'of a stranger' }, 'stranger');
    for (let n = 0; n < 26; n++) await create({ name: `key number ${n}` });
    const first = (await dashboard.get('/keys', owner)).text;
    expect(first).toContain('key number 25');
    expect(first).not.toContain('key number 0<');
    expect(first).not.toContain('of a stranger');
    const older = /href="(\/keys\?after=key_\w+)"/.exec(first)?.[1] ?? '';
    expect((await dashboard.get(older, owner)).text).toContain('key number 0<');
    expect((await dashboard.get('/keys', { as: 'operator' })).text).toContain('key number 25');
  });
});

describe("the list of keys of the operators' account", () => {
  it('is of that account on its further pages, too', async () => {
    await made({ name: 'of a stranger' }, 'stranger');
    for (let n = 0; n < 26; n++) await create({ name: `key number ${n}` }, 'operator');
    const first = (await dashboard.get('/keys?account=acct_default', { as: 'operator' })).text;
    const older = /href="(\/keys\?[^"]*after=key_\w+)"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const second = (await dashboard.get(older, { as: 'operator' })).text;
    expect(second).toContain('key number 0<');
    expect(second).not.toContain('of a stranger');
  });
});

describe('a key that is made', () => {
  it('shows its secret once, and a reload makes no second one', async () => {
    const form = { once: await once(), name: 'Video editor', limit: '600' };
    const first = await dashboard.post('/keys/new', form, owner);
    expect(first.status).toBe(200);
    expect(first.text).toMatch(/<code id="secret"[^>]*>sk-tg[\w-]+<\/code>/);
    const again = await dashboard.post('/keys/new', form, owner);
    expect(again.text).toContain('no other key was made');
    expect(again.text).not.toContain('sk-tg');
    expect(keys().map(({ name, rateLimitRpm }) => [name, rateLimitRpm])).toEqual([['Video editor', 600]]);
    expect((await dashboard.get(`/keys/${keys()[0]?.id}`, owner)).text).not.toContain('sk-tg');
  });

  it.each([
    [{ name: '' }, 'A name has 1 to 100 characters.'],
    [{ name: 'x'.repeat(101) }, 'A name has 1 to 100 characters.'],
    [{ name: 'ci', limit: '0' }, 'A whole number from 1 to 1,000,000.'],
    [{ name: 'ci', limit: '1.5' }, 'A whole number from 1 to 1,000,000.'],
  ])('needs a name, and a limit that is one (%#)', async (fields, text) => {
    const answer = await create(fields);
    expect([answer.status, answer.text.includes(text), keys()]).toEqual([400, true, []]);
  });

  it('has the usual limit if the account is not verified', async () => {
    const key = await made({ name: 'ci', limit: '9000' }, 'stranger');
    expect(key.rateLimitRpm).toBe(60);
    expect((await dashboard.get(`/keys/${key.id}`, { as: 'stranger' })).text).toContain(
      'once the account is verified',
    );
  });

  it('shows its name as text, whatever it is', async () => {
    const key = await made({ name: '<script>alert(1)</script>' });
    const { text } = await dashboard.get(`/keys/${key.id}`, owner);
    expect(text).not.toContain('<script>alert');
    expect(text).toContain('&lt;script>alert(1)');
  });
});

describe('a key', () => {
  it('is renamed, and given another limit', async () => {
    const { id } = await made();
    const answer = await dashboard.post(`/keys/${id}`, { act: 'change', name: 'editor', limit: '42' }, owner);
    expect([answer.status, answer.headers.location]).toEqual([303, `/keys/${id}?saved`]);
    expect(keys()[0]).toMatchObject({ name: 'editor', rateLimitRpm: 42 });
    const refused = await dashboard.post(`/keys/${id}`, { act: 'change', name: '', limit: '1' }, owner);
    expect([refused.status, keys()[0]?.name]).toEqual([400, 'editor']);
  });

  it('is revoked, for good', async () => {
    const { id } = await made();
    await dashboard.post(`/keys/${id}`, { act: 'revoke' }, owner);
    expect(keys()[0]?.isRevoked).toBe(true);
    const { text } = await dashboard.get(`/keys/${id}`, owner);
    expect(text).toContain('it changes no more');
    expect(text).not.toContain('name="act"');
    const { status } = await dashboard.post(`/keys/${id}`, { name: 'Other' }, owner);
    expect([status, keys()[0]?.name === 'Other']).toEqual([404, false]);
  });

  it('of another account is answered as one that does not exist', async () => {
    const { id } = await made();
    const none = await dashboard.get('/keys/key_00000000000000000000000000', { as: 'stranger' });
    for (const path of [`/keys/${id}`, `/keys/${id}/ledger.csv`]) {
      const answer = await dashboard.get(path, { as: 'stranger' });
      expect([answer.status, answer.headers]).toEqual([404, none.headers]);
    }
    expect((await dashboard.post(`/keys/${id}`, { act: 'revoke' }, { as: 'stranger' })).status).toBe(404);
    expect(keys()[0]?.isRevoked).toBe(false);
  });

  it('is read by members, and changed by owners', async () => {
    const { id } = await made();
    const member = { as: 'member' };
    const { status, text } = await dashboard.get(`/keys/${id}`, member);
    expect([status, text.includes('name="act"')]).toEqual([200, false]);
    expect((await dashboard.post(`/keys/${id}`, { act: 'revoke' }, member)).status).toBe(403);
    expect((await dashboard.get('/keys/new', member)).status).toBe(403);
    expect((await dashboard.post('/keys/new', { once: 'x', name: 'mine' }, member)).status).toBe(403);
    expect(keys()).toHaveLength(1);
    expect(keys()[0]?.isRevoked).toBe(false);
  });
});

describe('the ledger of a key', () => {
  it('shows each movement with the balance that it left, a page at a time', async () => {
    const { id } = await made();
    for (let n = 1; n <= 26; n++) await credit(id, `payment ${n}`);
    const first = (await dashboard.get(`/keys/${id}`, owner)).text;
    expect(first).toContain('payment 26<');
    expect(first).toContain('325.00');
    expect(first).not.toContain('payment 1<');
    const last = (await dashboard.get(`/keys/${id}?after=2`, owner)).text;
    expect(last).toContain('payment 1<');
    expect(last).not.toContain('payment 2<');
  });

  it('comes as CSV, in which no spreadsheet finds a formula', async () => {
    const { id } = await made();
    await credit(id, '=1+1,"x"');
    await credit(id, 'invoice 2026/118');
    const file = await dashboard.get(`/keys/${id}/ledger.csv`, owner);
    expect(file.headers['content-disposition']).toBe(`attachment; filename="ledger-${id}.csv"`);
    const chunks: Uint8Array[] = [];
    for await (const chunk of file.streamed?.chunks() ?? []) chunks.push(chunk);
    const at = new Date(Math.floor(dashboard.world.wallMs() / 1_000) * 1_000).toISOString();
    expect(Buffer.concat(chunks).toString()).toBe(
      [
        'entry,created_at,type,amount_da,balance_after_da,reserved_after_da,job_id,reference,other_key,marked_da,generation_id',
        `2,${at},credit,12.5,25,0,,invoice 2026/118,,0,`,
        `1,${at},credit,12.5,12.5,0,,"'=1+1,""x""",,0,`,
        '',
      ].join('\r\n'),
    );
  });
});
