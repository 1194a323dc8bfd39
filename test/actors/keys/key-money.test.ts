import { describe, expect, it } from 'vitest';
import { BY_THE_NODE } from '../../../src/actors/audit/audit-trail.js';
import type { ApiKeyMessage } from '../../../src/actors/keys/api-key-messages.js';
import { balanceOf } from '../../../src/actors/money/ledger.js';
import { KEY_CREDIT_MAX_MICRO_DA } from '../../../src/money/micro-da.js';
import {
  ACCOUNTS,
  ActorsUnderTest,
  accepted,
  completed,
  createKey,
  credit,
  debit,
  quoteFor,
  transfer,
} from '../actors-under-test.js';
import { checkBooks } from '../books.js';

const KEY = 'key_1';
const OTHER = 'key_2';
const QUOTE = quoteFor(1_000, 100);

async function withKey(credits: number, settings = {}): Promise<ActorsUnderTest> {
  const under = await ActorsUnderTest.open(settings);
  await under.toldKey(KEY, createKey(KEY, ACCOUNTS[0], credits));
  return under;
}

describe('a debit', () => {
  it('takes back at most the balance, once for its reference, from a revoked key, too', async () => {
    const under = await withKey(100 + QUOTE.reserve);
    await under.toldSubmit(KEY, 'video_1', QUOTE);
    expect(await under.toldKey(KEY, debit(101, 'r'))).toEqual({
      outcome: 'insufficient_credits',
      required: 101,
      balance: 100,
    });
    await under.toldKey(KEY, { type: 'revoke', by: BY_THE_NODE });
    expect(await under.toldKey(KEY, debit(60, 'r'))).toMatchObject({ outcome: 'debited', entry: 3 });
    expect(await under.toldKey(KEY, debit(60, 'r'))).toMatchObject({ outcome: 'debit_replayed', entry: 3 });
    expect(await under.toldKey(KEY, debit(40, 's'))).toMatchObject({
      outcome: 'debited',
      key: { balances: { credited: QUOTE.reserve, withdrawn: 100, reserved: QUOTE.reserve } },
    });
    await under.toldJob('video_1', accepted(completed(1_000)));
    checkBooks(under.store);
  });

  it('makes no room for more credit in the life of a key', async () => {
    const under = await withKey(KEY_CREDIT_MAX_MICRO_DA);
    await under.toldKey(KEY, debit(KEY_CREDIT_MAX_MICRO_DA, 'r'));
    expect((await under.toldKey(KEY, credit(1, 's')))?.outcome).toBe('over_lifetime_credit');
    checkBooks(under.store);
  });
});

describe('a transfer', () => {
  async function withKeys(credits: number): Promise<ActorsUnderTest> {
    const under = await withKey(credits);
    await under.toldKey(OTHER, createKey(OTHER, ACCOUNTS[0], 5));
    return under;
  }

  const balances = (under: ActorsUnderTest) =>
    [KEY, OTHER].map((id) => {
      const key = under.actors.system.view(under.actors.apiKey, id);
      return key === undefined ? undefined : balanceOf(key.balances);
    });

  it('moves credit in one commit with an entry at either key, once for its reference', async () => {
    const under = await withKeys(100);
    const made = await under.toldKey(KEY, transfer(OTHER, 60, 'r'));
    expect(made).toMatchObject({ outcome: 'transferred', entry: 2 });
    expect(await under.toldKey(KEY, transfer(OTHER, 60, 'r'))).toMatchObject({
      outcome: 'transfer_replayed',
      entry: 2,
    });
    expect(balances(under)).toEqual([40, 65]);
    const entries = [...under.store.range('ledger', {})].map(({ key, value }) => {
      const { type, amount, other, reference } = JSON.parse(value);
      return [key.slice(0, 5), type, amount, other, reference];
    });
    expect(entries.slice(1, 4)).toEqual([
      [KEY, 'transfer_out', 60, OTHER, 'r'],
      [OTHER, 'credit', 5, undefined, 'key_creation'],
      [OTHER, 'transfer_in', 60, KEY, 'r'],
    ]);
    checkBooks(under.store);
  });

  it('that a failing disk refuses moves nothing at either key', async () => {
    const under = await withKeys(100);
    under.faults.push('reject_yet_visible');
    const refused = under.askKey(KEY, transfer(OTHER, 60, 'r'));
    await under.world.advance(5_000);
    expect(refused).toEqual([{ ok: false, refusal: 'storage_unavailable' }]);
    expect(balances(under)).toEqual([100, 5]);
    expect((await under.toldKey(KEY, transfer(OTHER, 60, 'r')))?.outcome).toBe('transferred');
    checkBooks(under.store);
  });

  it('of more than the balance is refused, and one of all of it is not', async () => {
    const under = await withKeys(100);
    expect(await under.toldKey(KEY, transfer(OTHER, 101, 'r'))).toEqual({
      outcome: 'insufficient_credits',
      required: 101,
      balance: 100,
    });
    expect((await under.toldKey(KEY, transfer(OTHER, 100, 'r')))?.outcome).toBe('transferred');
    expect(balances(under)).toEqual([0, 105]);
  });

  it('leaves a revoked key and never enters one, and one that was made is told again', async () => {
    const under = await withKeys(100);
    await under.toldKey(KEY, transfer(OTHER, 10, 'r'));
    await under.toldKey(KEY, { type: 'revoke', by: BY_THE_NODE });
    expect((await under.toldKey(KEY, transfer(OTHER, 60, 's')))?.outcome).toBe('transferred');
    expect((await under.toldKey(OTHER, transfer(KEY, 1, 't')))?.outcome).toBe('no_such_recipient');
    await under.toldKey(OTHER, { type: 'revoke', by: BY_THE_NODE });
    expect((await under.toldKey(KEY, transfer(OTHER, 10, 'r')))?.outcome).toBe('transfer_replayed');
    expect((await under.toldKey(KEY, transfer(OTHER, 11, 'r')))?.outcome).toBe('no_such_recipient');
    expect((await under.toldKey(KEY, transfer('key_none', 1, 'u')))?.outcome).toBe('no_such_recipient');
    expect(balances(under)).toEqual([30, 75]);
    checkBooks(under.store);
  });

  it('counts in what the receiving key gets in its life', async () => {
    const under = await withKeys(100);
    await under.toldKey(OTHER, credit(KEY_CREDIT_MAX_MICRO_DA - 15, 'r'));
    expect((await under.toldKey(KEY, transfer(OTHER, 10, 's')))?.outcome).toBe('transferred');
    expect((await under.toldKey(OTHER, transfer(KEY, 100, 't')))?.outcome).toBe('transferred');
    expect((await under.toldKey(KEY, transfer(OTHER, 1, 'u')))?.outcome).toBe('over_lifetime_credit');
    checkBooks(under.store);
  });
});

describe('a reference', () => {
  it('stands for one movement: of its kind, key, amount and recipient', async () => {
    const under = await withKey(100);
    for (const id of [OTHER, 'key_3']) await under.toldKey(id, createKey(id, ACCOUNTS[0], 100));
    const outcomeOf = async (id: string, message: ApiKeyMessage) =>
      (await under.toldKey(id, message))?.outcome;
    expect(await outcomeOf(KEY, credit(5, 'c'))).toBe('credited');
    expect(await outcomeOf(KEY, debit(5, 'd'))).toBe('debited');
    expect(await outcomeOf(KEY, transfer(OTHER, 5, 't'))).toBe('transferred');
    const others: [string, ApiKeyMessage][] = [
      [KEY, debit(5, 'c')],
      [KEY, transfer(OTHER, 5, 'c')],
      [KEY, credit(5, 'd')],
      [KEY, debit(6, 'd')],
      [OTHER, debit(5, 'd')],
      [KEY, credit(5, 't')],
      [KEY, debit(5, 't')],
      [OTHER, transfer(KEY, 5, 't')],
      [KEY, transfer('key_3', 5, 't')],
      [KEY, transfer(OTHER, 6, 't')],
    ];
    for (const [id, message] of others) expect(await outcomeOf(id, message)).toBe('reference_reused');
    checkBooks(under.store);
  });
});

describe('marked credit', () => {
  const marked = (amount: number, reference: string): ApiKeyMessage => {
    return { ...credit(amount, reference), marked: true } as ApiKeyMessage;
  };
  const markOf = (under: ActorsUnderTest, id: string) =>
    under.actors.system.view(under.actors.apiKey, id)?.balances.marked;

  it('is spent first, comes back with a release as far as no charge used it, and goes along with transfers', async () => {
    const under = await withKey(1_000);
    await under.toldKey(OTHER, createKey(OTHER, ACCOUNTS[0], 0));
    await under.toldKey(KEY, marked(150, 'm'));
    expect(markOf(under, KEY)).toBe(150);
    await under.toldSubmit(KEY, 'video_1', QUOTE);
    await under.toldSubmit(KEY, 'video_2', QUOTE);
    expect(markOf(under, KEY)).toBe(0);
    under.crash();
    await under.toldJob('video_1', accepted(completed(400)));
    expect(markOf(under, KEY)).toBe(60);
    await under.toldJob('video_2', accepted(completed(800)));
    expect(markOf(under, KEY)).toBe(60);
    await under.toldKey(KEY, transfer(OTHER, 100, 't'));
    expect([markOf(under, KEY), markOf(under, OTHER)]).toEqual([0, 60]);
    await under.toldKey(OTHER, debit(50, 'd'));
    expect(markOf(under, OTHER)).toBe(10);
    const parts = [...under.store.range('ledger', { from: `${KEY}/`, to: `${KEY}0` })].map(({ value }) => {
      const { type, amount, marked: part } = JSON.parse(value);
      return [type, amount, part];
    });
    expect(parts).toEqual([
      ['credit', 1_000, undefined],
      ['credit', 150, 150],
      ['reserve', 100, 100],
      ['reserve', 100, 50],
      ['charge', 40, 40],
      ['release', 60, 60],
      ['charge', 80, 50],
      ['release', 20, undefined],
      ['transfer_out', 100, 60],
    ]);
    checkBooks(under.store);
  });
});
