import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  balanceOf,
  type KeyBalances,
  type Movement,
  mayCredit,
  move,
  NO_BALANCES,
  settlement,
} from '../../../src/actors/money/ledger.js';
import { KEY_CREDIT_MAX_MICRO_DA, type MicroDa, microDa } from '../../../src/money/micro-da.js';

const amount = fc
  .oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: KEY_CREDIT_MAX_MICRO_DA }))
  .map((value) => value as MicroDa);
const movement = fc.record({
  type: fc.constantFrom('credit' as const, 'reserve' as const, 'charge' as const, 'release' as const),
  amount,
});

/** Whether a movement is possible, in exact arithmetic. */
function isPossible(
  { credited, charged, reserved }: KeyBalances,
  { type, amount: moved }: Movement,
): boolean {
  if (type === 'credit') return BigInt(credited) + BigInt(moved) <= BigInt(KEY_CREDIT_MAX_MICRO_DA);
  if (type === 'reserve') return moved <= credited - charged - reserved;
  return moved <= reserved;
}

describe('the ledger of a key', () => {
  it('moves what can be moved, refuses the rest, and conserves every micro-DA (invariants 1, 2)', () => {
    fc.assert(
      fc.property(fc.array(movement, { maxLength: 60, size: 'max' }), (movements) => {
        let balances = NO_BALANCES;
        for (const next of movements) {
          if (!isPossible(balances, next)) {
            const before = balances;
            expect(() => move(before, next)).toThrow(RangeError);
            continue;
          }
          const before = balances;
          balances = move(balances, next);
          expect(BigInt(balances.credited)).toBe(
            BigInt(balanceOf(balances)) + BigInt(balances.reserved) + BigInt(balances.charged),
          );
          for (const amount of Object.values(balances)) expect(amount).toBeGreaterThanOrEqual(0);
          expect(balances.credited).toBeGreaterThanOrEqual(before.credited);
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
    expect([mayCredit(NO_BALANCES, KEY_CREDIT_MAX_MICRO_DA), mayCredit(full, microDa(1))]).toEqual([
      true,
      false,
    ]);
    expect(() => move(full, { type: 'credit', amount: microDa(1) })).toThrow(RangeError);
  });
});
