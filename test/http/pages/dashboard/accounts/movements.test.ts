import { beforeEach, describe, expect, it } from 'vitest';
import { readApiKey } from '../../../../../src/actors/keys/api-key-record.js';
import { balanceOf } from '../../../../../src/actors/money/ledger.js';
import { DashboardUnderTest, OTHER, STUDIO } from '../dashboard-under-test.js';

let dashboard: DashboardUnderTest;
let from: string;
let to: string;

const owner = { as: 'owner' };
const operator = { as: 'operator' };

beforeEach(async () => {
  dashboard = await DashboardUnderTest.start();
  from = await dashboard.key(STUDIO, 'Video editor');
  to = await dashboard.key(STUDIO, 'Nightly batch');
  await dashboard.post(`/keys/${from}/credit`, { amount: '100', reference: 'first' }, operator);
});

function key(id: string) {
  const state = readApiKey(id, dashboard.stage.actors.system.records);
  if (state === undefined) throw new Error(`no key ${id}`);
  return state;
}

const balances = () => [from, to].map((id) => balanceOf(key(id).balances) / 1_000_000);

describe('credit that is moved', () => {
  it('goes to another key of the account once, however often the form is sent', async () => {
    const form = { to, amount: '30', reference: '<b>split</b>' };
    for (let n = 0; n < 2; n++) {
      const moved = await dashboard.post(`/keys/${from}/transfer`, form, owner);
      expect([moved.status, moved.headers.location]).toEqual([303, `/keys/${from}?transfer`]);
    }
    expect(balances()).toEqual([70, 30]);
    const { text } = await dashboard.get(`/keys/${from}?transfer`, owner);
    expect(text).toContain('The credit has moved.');
    expect(text).toMatch(/Moved to another key.*to <a href="[^"]*"><bdi>Nightly batch/s);
    expect(text).not.toContain('<b>split');
    expect((await dashboard.get(`/keys/${to}`, owner)).text).toMatch(
      /from <a href="[^"]*"><bdi>Video editor/s,
    );
  });

  it('has a reference of its own each time that the form is opened', async () => {
    const reference = async () =>
      /name="reference"[^>]*value="([^"]+)"/.exec(
        (await dashboard.get(`/keys/${from}/transfer`, owner)).text,
      )?.[1];
    expect(await reference()).toMatch(/^transfer-[\w-]{12}$/);
    expect(await reference()).not.toBe(await reference());
  });

  it.each([
    [{ amount: '101' }, 'This is more than the balance of the key.'],
    [{ amount: '0' }, 'An amount above 0 with at most six decimals.'],
    [{ amount: '1,5' }, 'An amount above 0 with at most six decimals.'],
    [{ reference: '' }, 'A text of 1 to 200 characters'],
    [{ reference: 'chargily:1' }, 'A text of 1 to 200 characters'],
    [{ reference: 'first' }, 'This reference was used for another movement'],
    [{ to: 'self' }, 'Choose an active key of this account.'],
    [{ to: 'strange' }, 'Choose an active key of this account.'],
  ])('is refused beside the field, with what was typed kept (%#)', async (wrong, text) => {
    const strange = await dashboard.key(OTHER, 'Not theirs');
    const ids: Readonly<Record<string, string>> = { self: from, strange };
    const form = { amount: '5', reference: 'r', ...wrong, to: ('to' in wrong && ids[wrong.to]) || to };
    const refused = await dashboard.post(`/keys/${from}/transfer`, form, owner);
    expect([refused.status, refused.text.includes(text)]).toEqual([400, true]);
    expect(refused.text).toContain(`value="${form.amount}"`);
    expect(balances()).toEqual([100, 0]);
  });

  it('leaves a revoked key, and enters none', async () => {
    await dashboard.post(`/keys/${from}`, { act: 'revoke' }, owner);
    await dashboard.post(`/keys/${from}/transfer`, { to, amount: '100', reference: 'rest' }, owner);
    expect(balances()).toEqual([0, 100]);
    const refused = await dashboard.post(
      `/keys/${to}/transfer`,
      { to: from, amount: '1', reference: 'x' },
      owner,
    );
    expect([refused.status, balances()]).toEqual([400, [0, 100]]);
  });
});

describe('credit that an operator adds or takes back', () => {
  it('stands in the ledger by its kind, once for its reference', async () => {
    for (let n = 0; n < 2; n++)
      await dashboard.post(`/keys/${from}/debit`, { amount: '40', reference: 'refund' }, operator);
    expect(balances()).toEqual([60, 0]);
    expect((await dashboard.get(`/keys/${from}?debit`, operator)).text).toContain(
      'The credit is taken back.',
    );
    expect((await dashboard.get(`/keys/${from}`, owner)).text).toContain('Taken back');
  });

  it('is theirs alone: to others the pages are not there', async () => {
    for (const kind of ['credit', 'debit']) {
      for (const as of ['owner', 'member', 'stranger']) {
        const path = `/keys/${from}/${kind}`;
        expect((await dashboard.get(path, { as })).status).toBe(404);
        expect((await dashboard.post(path, { amount: '1', reference: as }, { as })).status).toBe(404);
      }
    }
    for (const as of ['member', 'stranger'])
      expect(
        (await dashboard.post(`/keys/${from}/transfer`, { to, amount: '1', reference: as }, { as })).status,
      ).toBe(404);
    expect(balances()).toEqual([100, 0]);
    expect((await dashboard.get(`/keys/${from}`, owner)).text).not.toMatch(/\/(credit|debit)"/);
  });
});

describe('a secret that is replaced', () => {
  async function rotations(): Promise<string> {
    const { text } = await dashboard.get(`/keys/${from}/rotate`, owner);
    return /name="rotations" value="(\d+)"/.exec(text)?.[1] ?? '';
  }

  it('shows the new one once, keeps the one of before for the grace, and a reload replaces nothing', async () => {
    const form = { rotations: await rotations(), grace: '3600' };
    const before = key(from).credentialHash;
    const done = await dashboard.post(`/keys/${from}/rotate`, form, owner);
    expect(done.text).toMatch(/<code id="secret"[^>]*>sk-tg[\w-]+<\/code>/);
    expect(key(from).earlier.map(({ hash }) => hash)).toEqual([before]);
    const again = await dashboard.post(`/keys/${from}/rotate`, form, owner);
    expect(again.text).toContain('nothing was replaced now');
    expect(again.text).not.toContain('sk-tg');
    expect(key(from).rotations).toBe(1);
    await dashboard.post(`/keys/${from}/rotate`, { rotations: await rotations(), grace: '0' }, owner);
    expect(key(from).earlier).toEqual([]);
  });

  it('needs a grace of a day at most, an owner, and a key that is not revoked', async () => {
    const form = { rotations: '0', grace: '86401' };
    expect((await dashboard.post(`/keys/${from}/rotate`, form, owner)).status).toBe(400);
    for (const as of ['member', 'stranger'])
      expect((await dashboard.post(`/keys/${from}/rotate`, { ...form, grace: '0' }, { as })).status).toBe(
        404,
      );
    await dashboard.post(`/keys/${from}`, { act: 'revoke' }, owner);
    expect((await dashboard.get(`/keys/${from}/rotate`, owner)).status).toBe(404);
    expect(key(from).rotations).toBe(0);
  });
});
