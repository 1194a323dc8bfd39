import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { VirtualWorld } from '../../../simulation/world/virtual-world.js';
import type { ApiKeyState } from '../../../src/actors/keys/api-key-messages.js';
import { type KeyRow, KeyTable, NO_ROW } from '../../../src/actors/keys/key-table.js';
import { RowRound } from '../../../src/actors/keys/row-round.js';
import { RollingWindows, WINDOW_MS } from '../../../src/actors/windows/rolling-windows.js';
import { microDa } from '../../../src/money/micro-da.js';
import { repetitions } from '../../test-set.js';

function keyNamed(id: string, change: Partial<ApiKeyState> = {}): ApiKeyState {
  return {
    id,
    account: 'acct_1',
    name: null,
    rateLimitRpm: 60,
    isRevoked: false,
    createdAt: 0,
    balances: {
      credited: microDa(100),
      charged: microDa(7),
      reserved: microDa(3),
      withdrawn: microDa(0),
      marked: microDa(0),
    },
    open: { video_job: 0, generation: 0 },
    entries: 1,
    rotations: 0,
    earlier: [],
    credentialHash: `hash-of-${id}`,
    ...change,
  };
}

function textOf(n: number): string {
  return `Bearer sk-test-${String(n).padStart(8, '0')}`;
}

function tableOf(max: number) {
  const world = new VirtualWorld();
  const windows = new RollingWindows(1);
  return { world, windows, keys: new KeyTable({ world, windows, max, managementRpm: 6_000 }) };
}

describe('the keys in memory', () => {
  it('are found by their text, with what was last committed of them (invariants 1, 2)', () => {
    const move = fc.record({
      key: fc.nat(9),
      move: fc.constantFrom('find', 'find', 'change', 'revoke', 'request'),
      credited: fc.integer({ min: 10, max: 10 ** 15 }),
      rpm: fc.integer({ min: 1, max: 1_000_000 }),
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.array(move, { maxLength: 120, size: 'max' }),
        (max, moves) => {
          const { world, windows, keys } = tableOf(max);
          const disk = Array.from({ length: 10 }, (_, n) => keyNamed(`key_${n}`));
          for (const { key: n, move: what, credited, rpm } of moves) {
            let key = disk[n] as ApiKeyState;
            if (what === 'change')
              key = { ...key, rateLimitRpm: rpm, balances: { ...key.balances, credited: microDa(credited) } };
            if (what === 'revoke') key = { ...key, isRevoked: true };
            if (key !== disk[n]) keys.apiKeyCommitted(key);
            disk[n] = key;
            let row = keys.find(textOf(n));
            if (key.isRevoked) {
              expect(row).toBe(NO_ROW);
              continue;
            }
            if (row === NO_ROW) row = keys.addApiKey(textOf(n), key);
            expect(keys.find(textOf(n))).toBe(row);
            expect([keys.isApiKey(row), keys.idOf(row), keys.accountOf(row)]).toEqual([
              true,
              key.id,
              key.account,
            ]);
            expect(key.balances).toMatchObject(keys.balancesOf(row));
            expect(keys.balanceOf(row)).toBe(key.balances.credited - 10);
            expect(windows.limitOf(keys.windowOf(row))).toBe(key.rateLimitRpm);
            if (what === 'request') windows.admit(keys.windowOf(row), world.steadyMs());
            expect(keys.count).toBeLessThanOrEqual(max);
          }
        },
      ),
      { numRuns: repetitions(80, 300) },
    );
  });

  it('keep their windows when they leave memory and come back', async () => {
    const { world, windows, keys } = tableOf(1);
    const first = keys.addApiKey(textOf(1), keyNamed('key_1'));
    for (let i = 0; i < 5; i++) windows.admit(keys.windowOf(first), world.steadyMs());
    keys.addApiKey(textOf(2), keyNamed('key_2'));
    expect(keys.find(textOf(1))).toBe(NO_ROW);
    await world.advance(WINDOW_MS - 1);
    const again = keys.addApiKey(textOf(1), keyNamed('key_1'));
    expect(windows.counted(keys.windowOf(again), world.steadyMs())).toBe(5);
  });

  it('make room by one that is idle, where there is one near, and never by one that a request holds (3)', async () => {
    const { world, windows, keys } = tableOf(4);
    const rows: KeyRow[] = [];
    for (let n = 0; n < 4; n++) {
      const row = keys.addApiKey(textOf(n), keyNamed(`key_${n}`));
      rows.push(row);
      if (n !== 2) windows.admit(keys.windowOf(row), world.steadyMs());
    }
    keys.addApiKey(textOf(4), keyNamed('key_4'));
    expect([0, 1, 2, 3, 4].map((n) => keys.find(textOf(n)) !== NO_ROW)).toEqual([
      true,
      true,
      false,
      true,
      true,
    ]);
    await world.advance(WINDOW_MS);
    for (const n of [0, 1, 3, 3]) keys.pins.pin(rows[n] as KeyRow);
    keys.addApiKey(textOf(5), keyNamed('key_5'));
    keys.addApiKey(textOf(6), keyNamed('key_6'));
    expect([0, 1, 3, 4, 5, 6].map((n) => keys.find(textOf(n)) !== NO_ROW)).toEqual([
      true,
      true,
      true,
      false,
      false,
      true,
    ]);
    keys.pins.unpin(rows[3] as KeyRow);
    keys.pins.pin(keys.find(textOf(6)) as KeyRow);
    keys.addApiKey(textOf(7), keyNamed('key_7'));
    expect(keys.count).toBe(5);
    keys.pins.unpin(rows[3] as KeyRow);
    keys.pins.unpin(rows[3] as KeyRow);
    keys.addApiKey(textOf(8), keyNamed('key_8'));
    expect(keys.count).toBe(4);
  });

  it('are no more than they may be again soon after requests held more of them (3)', () => {
    const { keys } = tableOf(10);
    const rows = Array.from({ length: 50 }, (_, n) => {
      const row = keys.addApiKey(textOf(n), keyNamed(`key_${n}`));
      keys.pins.pin(row);
      return row;
    });
    expect(keys.count).toBe(50);
    for (const row of rows) keys.pins.unpin(row);
    for (let n = 50; n < 90; n++) keys.addApiKey(textOf(n), keyNamed(`key_${n}`));
    expect(keys.count).toBe(10);
  });

  it('are no more than they may be, however many windows of addresses lie between them (3)', () => {
    const { windows, keys } = tableOf(3);
    for (let n = 0; n < 100; n++) {
      for (let address = 0; address < 200; address++) windows.hold(`address/${n}.${address}`, 60);
      keys.addApiKey(textOf(n), keyNamed(`key_${n}`));
      expect(keys.count).toBeLessThanOrEqual(3);
    }
  });

  it('are looked at to make room, and no window of an address or of a key that has left', () => {
    const { world, windows, keys } = tableOf(2);
    const looks = vi.spyOn(RowRound.prototype, 'next');
    for (let n = 0; n < 1_000; n++) {
      windows.hold(`address/${n}`, 60);
      const row = keys.addApiKey(textOf(n), keyNamed(`key_${n}`));
      windows.admit(keys.windowOf(row), world.steadyMs());
    }
    expect(looks.mock.calls.length).toBe(2 * 998);
    looks.mockRestore();
  });

  it('that are revoked are found no more, also by the texts of others with the same end', () => {
    const { keys } = tableOf(10);
    keys.addApiKey('Bearer one-1234abcd', keyNamed('key_1'));
    const other = keys.addApiKey('Bearer two-1234abcd', keyNamed('key_2'));
    keys.apiKeyCommitted(keyNamed('key_1', { isRevoked: true }));
    expect(keys.find('Bearer one-1234abcd')).toBe(NO_ROW);
    expect(keys.find('Bearer two-1234abcd')).toBe(other);
    expect(keys.find('')).toBe(NO_ROW);
  });

  it('are of management keys too, with a window of their own size', () => {
    const { windows, keys } = tableOf(10);
    const key = {
      id: 'mkey_1',
      account: 'acct_1',
      role: 'account',
      credentialHash: 'h',
      isRevoked: false,
    } as const;
    const row = keys.addManagementKey('Bearer mk-account-key', key);
    const operator = keys.addManagementKey('Bearer mk-operator-key', {
      ...key,
      id: 'mkey_2',
      role: 'operator',
    });
    expect([keys.isApiKey(row), keys.idOf(row), keys.roleOf(row), keys.roleOf(operator)]).toEqual([
      false,
      'mkey_1',
      'account',
      'operator',
    ]);
    expect(windows.limitOf(keys.windowOf(row))).toBe(6_000);
    keys.managementKeyCommitted({ ...key, isRevoked: true });
    expect(keys.find('Bearer mk-account-key')).toBe(NO_ROW);
  });

  it('of management keys take another limit, which forgets nothing counted, and leave those of API keys alone', () => {
    const { world, windows, keys } = tableOf(10);
    const now = world.steadyMs();
    const management = (n: number) =>
      keys.addManagementKey(textOf(n), {
        id: `mkey_${n}`,
        account: 'acct_1',
        role: n === 1 ? 'operator' : 'account',
        credentialHash: '',
        isRevoked: false,
      });
    const rows = [management(1), management(2)];
    const api = keys.addApiKey(textOf(3), keyNamed('key_3'));
    for (const row of rows) for (let asked = 0; asked < 3; asked++) windows.admit(keys.windowOf(row), now);
    keys.setManagementRpm(4);
    for (const row of [...rows, management(4)]) expect(windows.limitOf(keys.windowOf(row))).toBe(4);
    for (const row of rows) {
      expect([windows.admit(keys.windowOf(row), now), windows.admit(keys.windowOf(row), now)]).toEqual([
        true,
        false,
      ]);
    }
    expect(windows.limitOf(keys.windowOf(api))).toBe(60);
  });
});
