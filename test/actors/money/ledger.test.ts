import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  balanceOf,
  creditRoom,
  ENTRY_TYPES,
  type EntryType,
  type KeyBalances,
  type Movement,
  move,
  NO_BALANCES,
  settlement,
} from '../../../src/actors/money/ledger.js';
import { KEY_CREDIT_MAX_MICRO_DA, type MicroDa, microDa } from '../../../src/money/micro-da.js';

const amount = fc
  .oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: KEY_CREDIT_MAX_MICRO_DA }))
  .map((value) => value as MicroDa);
const movement = fc.record({
  type: fc.constantFrom(...ENTRY_TYPES),
  amount,
});

/** Whether a movement is possible, in exact arithmetic. */
function isPossible(
  { credited, charged, reserved, withdrawn }: KeyBalances,
  { type, amount: moved }: Movement,
): boolean {
  if (type === 'credit' || type === 'transfer_in')
    return BigInt(credited) + BigInt(withdrawn) + BigInt(moved) <= BigInt(KEY_CREDIT_MAX_MICRO_DA);
  if (type === 'charge' || type === 'release') return moved <= reserved;
  return moved <= credited - charged - reserved;
}

describe('the ledger of a key', () => {
  it('moves what can be moved, refuses the rest, and conserves every micro-DA (invariants 1, 2, 4)', () => {
    fc.assert(
      fc.property(fc.array(movement, { maxLength: 60, size: 'max' }), (movements) => {
        let balances = NO_BALANCES;
        const sums = new Map<string, bigint>();
        const sum = (type: EntryType) => sums.get(type) ?? 0n;
        for (const next of movements) {
          if (!isPossible(balances, next)) {
            const before = balances;
            expect(() => move(before, next)).toThrow(RangeError);
            continue;
          }
          const before = balances;
          balances = move(balances, next);
          sums.set(next.type, sum(next.type) + BigInt(next.amount));
          const cameIn = sum('credit') + sum('transfer_in');
          const takenBack = sum('debit') + sum('transfer_out');
          expect(cameIn - takenBack).toBe(
            BigInt(balanceOf(balances)) + BigInt(balances.reserved) + BigInt(balances.charged),
          );
          expect([BigInt(balances.credited), BigInt(balances.withdrawn)]).toEqual([
            cameIn - takenBack,
            takenBack,
          ]);
          expect(cameIn).toBeLessThanOrEqual(BigInt(KEY_CREDIT_MAX_MICRO_DA));
          for (const amount of Object.values(balances)) expect(amount).toBeGreaterThanOrEqual(0);
          expect(balances.withdrawn).toBeGreaterThanOrEqual(before.withdrawn);
          expect(balances.charged).toBeGreaterThanOrEqual(before.charged);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is rebuilt by its entries alone (3)', () => {
    fc.assert(
      fc.property(fc.array(movement, { maxLength: 60, size: 'max' }), (movements) => {
        const written: Movement[] = [];
        let balances = NO_BALANCES;
        for (const next of movements) {
          if (!isPossible(balances, next)) continue;
          balances = move(balances, next);
          written.push(next);
        }
        expect(written.reduce(move, NO_BALANCES)).toEqual(balances);
      }),
    );
  });

  it('settles a reservation by a charge and a release that are together just what was reserved', () => {
    fc.assert(
      fc.property(amount, amount, (reserved, charge) => {
        if (charge > reserved) {
          expect(() => settlement(reserved, charge)).toThrow(RangeError);
          return;
        }
        const movements = settlement(reserved, charge);
        const moved = (type: string) => movements.find((one) => one.type === type)?.amount ?? 0;
        expect([moved('charge'), moved('release')]).toEqual([charge, reserved - charge]);
        expect(movements.every((one) => one.amount > 0)).toBe(true);
      }),
    );
  });

  it('takes credit up to ten to the fifteenth in its life, and not one more', () => {
    const full = move(NO_BALANCES, { type: 'credit', amount: KEY_CREDIT_MAX_MICRO_DA });
    expect([creditRoom(NO_BALANCES), creditRoom(full)]).toEqual([KEY_CREDIT_MAX_MICRO_DA, 0]);
    expect(() => move(full, { type: 'credit', amount: microDa(1) })).toThrow(RangeError);
  });
});
