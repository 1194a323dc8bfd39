import { describe, expect, it } from 'vitest';
import { VirtualWorld } from '../../../simulation/world/virtual-world.js';
import { BY_THE_NODE } from '../../../src/actors/audit/audit-trail.js';
import { hashCredential, makeCredential } from '../../../src/actors/credentials/credentials.js';
import { KeyTable } from '../../../src/actors/keys/key-table.js';
import { callerOf, Identifier, INVALID, MISSING } from '../../../src/http/pipeline/identify.js';
import { CHOSEN_MANAGEMENT_KEY, GatewayStage } from './gateway-stage.js';

async function identifierWith(count: number) {
  const world = new VirtualWorld();
  const stage = new GatewayStage({ world, operations: [] });
  const made = (async () => {
    await stage.managementKey();
    return Promise.all(Array.from({ length: count }, () => stage.apiKey()));
  })();
  await world.advance(1_000);
  const { system, keys, windows } = stage.actors;
  const identifier = new Identifier({ records: system.records, keys });
  const callerWith = (field: string) => {
    const row = identifier.identify(field);
    return row === MISSING || row === INVALID ? row : callerOf(keys, row);
  };
  return { world, stage, identifier, callerWith, keys, windows, made: await made };
}

describe('the identifier', () => {
  it('knows API keys and management keys, and what is committed of them', async () => {
    const { callerWith, made } = await identifierWith(1);
    const { text = '', id = '' } = made[0] ?? {};
    for (let times = 0; times < 2; times++) {
      const caller = callerWith(`Bearer ${text}`);
      expect(caller).toMatchObject({
        kind: 'api',
        id,
        account: 'acct_default',
        balances: { credited: 1_000_000, charged: 0, reserved: 0 },
      });
      expect(callerWith(`Bearer ${CHOSEN_MANAGEMENT_KEY}`)).toMatchObject({
        kind: 'management',
        id: 'mkey_operator',
        account: 'acct_default',
        role: 'operator',
      });
    }
  });

  it('tells no key from an unknown one, and remembers neither', async () => {
    const { identifier, keys, made } = await identifierWith(1);
    const { text = '' } = made[0] ?? {};
    for (const field of ['', 'Bearer', 'bearer   ', 'Basic abc', 'x'])
      expect(identifier.identify(field)).toBe(MISSING);
    const mistyped = text.slice(0, -1) + (text.endsWith('0') ? '1' : '0');
    for (const field of [
      `Bearer ${'x'.repeat(40)}`,
      `Bearer ${mistyped}`,
      'Bearer short',
      `Bearer ${text} x`,
    ])
      expect(identifier.identify(field)).toBe(INVALID);
    expect(keys.count).toBe(0);
  });

  it('remembers a key once, however its field is spelled', async () => {
    const { identifier, keys, made } = await identifierWith(1);
    const { text = '' } = made[0] ?? {};
    const row = identifier.identify(`bEARER   ${text} `);
    for (const field of [`Bearer ${text}`, `BEARER ${text}`, `Bearer${' '.repeat(3_000)}${text}`])
      expect(identifier.identify(field)).toBe(row);
    expect(keys.count).toBe(1);
  });

  it('shows the key as it is committed, and forgets a revoked one at once', async () => {
    const { world, stage, identifier, windows, keys, made } = await identifierWith(1);
    const { text = '', id = '' } = made[0] ?? {};
    const field = `Bearer ${text}`;
    const row = identifier.identify(field);
    if (row === MISSING || row === INVALID) throw new Error('the key is known');
    const changed = stage.setRpm(id, 7);
    expect(windows.limitOf(keys.windowOf(row))).toBe(60);
    await world.settle();
    await changed;
    expect(windows.limitOf(keys.windowOf(row))).toBe(7);
    const revoked = stage.revoke(id);
    expect(identifier.identify(field)).toBe(row);
    await world.settle();
    await revoked;
    expect(identifier.identify(field)).toBe(INVALID);
    // A request under way still sees what it was.
    expect(keys.balanceOf(row)).toBe(1_000_000);
  });

  it.each([
    ['at once in memory', true],
    ['on disk only', false],
  ])(
    'knows the old secret of a rotated key that is %s until the very end of its grace, on one window',
    async (_, isInMemory) => {
      const { world, stage, identifier, keys, made } = await identifierWith(1);
      const { text = '', id = '' } = made[0] ?? {};
      const old = `Bearer ${text}`;
      if (isInMemory) identifier.identify(old);
      const secret = makeCredential('api', (count) => world.randomBytes(count));
      const by = BY_THE_NODE;
      const credentialHash = hashCredential(secret);
      const rotatedAt = world.steadyMs();
      stage.actors.system.ask(stage.actors.apiKey, id, {
        type: 'rotate',
        by,
        credentialHash,
        graceMs: 60_000,
      });
      expect(identifier.identify(`Bearer ${secret}`)).toBe(INVALID);
      await world.settle();
      const row = identifier.identify(old);
      expect(row).toBeGreaterThanOrEqual(0);
      expect([identifier.identify(old), identifier.identify(`Bearer ${secret}`), keys.count]).toEqual([
        row,
        row,
        1,
      ]);
      await world.advance(rotatedAt + 59_999 - world.steadyMs());
      expect(identifier.identify(old)).toBe(row);
      await world.advance(1);
      expect([identifier.identify(old), identifier.identify(`Bearer ${secret}`)]).toEqual([INVALID, row]);
      stage.actors.system.ask(stage.actors.apiKey, id, { type: 'revoke', by });
      await world.settle();
      expect(identifier.identify(`Bearer ${secret}`)).toBe(INVALID);
    },
  );

  it('holds at most as many keys in memory as it may, and still knows all', async () => {
    const { world, stage, made } = await identifierWith(50);
    const { system, windows } = stage.actors;
    const keys = new KeyTable({ world, windows, max: 10, managementRpm: 6_000 });
    const identifier = new Identifier({ records: system.records, keys });
    for (const { text, id } of [...made, ...made]) {
      const row = identifier.identify(`Bearer ${text}`);
      if (row === MISSING || row === INVALID) throw new Error('the key is known');
      expect(keys.idOf(row)).toBe(id);
      expect(keys.count).toBeLessThanOrEqual(10);
    }
    expect([keys.count, windows.count]).toEqual([10, 10]);
  });
});
