import { describe, expect, it } from 'vitest';
import { BY_THE_NODE } from '../../../src/actors/audit/audit-trail.js';
import type { ApiKeyMessage } from '../../../src/actors/keys/api-key-messages.js';
import {
  ACCOUNTS,
  ActorsUnderTest,
  accepted,
  completed,
  createKey,
  hashOf,
  quoteFor,
} from '../actors-under-test.js';
import { checkBooks } from '../books.js';

const KEY = 'key_1';
const QUOTE = quoteFor(1_000, 100);

async function withKey(credits: number, settings = {}): Promise<ActorsUnderTest> {
  const under = await ActorsUnderTest.open(settings);
  await under.toldKey(KEY, createKey(KEY, ACCOUNTS[0], credits));
  return under;
}

describe('a rotation', () => {
  const rotate = (credentialHash: string, graceMs: number): ApiKeyMessage => {
    return { type: 'rotate', by: BY_THE_NODE, credentialHash, graceMs };
  };
  const secrets = (under: ActorsUnderTest) =>
    [hashOf('key_1'), 'b', 'c', 'd'].filter((hash) => under.store.get('credentials', hash) !== undefined);

  it('without a grace ends every secret of before in its own commit', async () => {
    const under = await withKey(100);
    await under.toldKey(KEY, rotate('b', 60_000));
    expect(secrets(under)).toEqual([hashOf('key_1'), 'b']);
    await under.toldKey(KEY, rotate('c', 0));
    expect(secrets(under)).toEqual(['c']);
    expect([...under.store.range('reminders', {})]).toEqual([]);
  });

  it('leaves each secret of before to the end of its own grace, also over a restart', async () => {
    const under = await withKey(100);
    await under.toldKey(KEY, rotate('b', 60_000));
    await under.world.advance(10_000);
    await under.toldKey(KEY, rotate('c', 60_000));
    under.crash();
    await under.world.advance(49_999);
    expect(secrets(under)).toEqual([hashOf('key_1'), 'b', 'c']);
    await under.world.advance(1_001);
    expect(secrets(under)).toEqual(['b', 'c']);
    await under.world.advance(10_000);
    expect(secrets(under)).toEqual(['c']);
  });

  it('of a form that was shown before another one replaces nothing', async () => {
    const under = await withKey(100);
    const ofForm = (hash: string): ApiKeyMessage => ({ ...rotate(hash, 0), rotations: 0 }) as ApiKeyMessage;
    const told = await Promise.all([ofForm('b'), ofForm('c')].map((message) => under.toldKey(KEY, message)));
    expect(told.map((reply) => reply?.outcome)).toEqual(['key', 'rotated_before']);
    expect(secrets(under)).toEqual(['b']);
  });

  it('with a shorter grace than the one before shortens that, too', async () => {
    const under = await withKey(100);
    await under.toldKey(KEY, rotate('b', 60_000));
    await under.toldKey(KEY, rotate('c', 5_000));
    await under.world.advance(6_000);
    expect(secrets(under)).toEqual(['c']);
  });

  it('is undone by a revocation, which ends all secrets', async () => {
    const under = await withKey(100);
    await under.toldKey(KEY, rotate('b', 60_000));
    await under.toldKey(KEY, { type: 'revoke', by: BY_THE_NODE });
    expect(secrets(under)).toEqual([]);
    expect((await under.toldKey(KEY, rotate('c', 0)))?.outcome).toBe('no_such_key');
    await under.world.advance(61_000);
    expect([secrets(under), under.defects]).toEqual([[], []]);
    checkBooks(under.store);
  });

  it('keeps balance, jobs and a bounded number of earlier secrets', async () => {
    const under = await withKey(1_000);
    await under.toldSubmit(KEY, 'video_1', QUOTE);
    for (let n = 0; n < 12; n++) await under.toldKey(KEY, rotate(`secret-${n}`, 60_000));
    expect([...under.store.range('credentials', { from: 'secret-', to: 'secret-~' })]).toHaveLength(9);
    await under.toldJob('video_1', accepted(completed(1_000)));
    checkBooks(under.store);
  });
});

describe('the number of keys of an account', () => {
  it('is bounded, and revoked ones do not count', async () => {
    const under = await ActorsUnderTest.open({ keysPerAccountMax: 2 });
    const make = async (id: string, account: string) =>
      (await under.toldKey(id, createKey(id, account, 5)))?.outcome;
    expect([await make('key_1', ACCOUNTS[0]), await make('key_2', ACCOUNTS[0])]).toEqual([
      'created',
      'created',
    ]);
    expect(await make('key_3', ACCOUNTS[0])).toBe('too_many_keys');
    expect(await make('key_3', ACCOUNTS[1])).toBe('created');
    await under.toldKey('key_1', { type: 'revoke', by: BY_THE_NODE });
    await under.toldKey('key_1', { type: 'revoke', by: BY_THE_NODE });
    under.crash();
    expect(await make('key_4', ACCOUNTS[0])).toBe('created');
    expect(await make('key_5', ACCOUNTS[0])).toBe('too_many_keys');
    checkBooks(under.store);
  });
});
