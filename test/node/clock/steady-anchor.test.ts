import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  anchorAt,
  type ClockReading,
  continueSteady,
  decodeAnchor,
  encodeAnchor,
  type SteadyAnchor,
} from '../../../src/node/clock/steady-anchor.js';
import { StartRefused } from '../../../src/node/config/start-refused.js';
import type { SteadyMs, WallMs } from '../../../src/time/clock.js';

const wallMs = fc.integer({ min: 0, max: 4_000_000_000_000 }).map((ms) => ms as WallMs);
const monotonicMs = fc.integer({ min: 0, max: 10_000_000_000 });
const bootId = fc.constantFrom('boot-a', 'boot-b', undefined);
const reading: fc.Arbitrary<ClockReading> = fc.record({ bootId, monotonicMs, wallMs });
const anchor: fc.Arbitrary<SteadyAnchor> = fc.record({
  bootId,
  monotonicMs,
  wallMs,
  steadyMs: fc.integer({ min: 0, max: 4_000_000_000_000 }).map((ms) => ms as SteadyMs),
});

function steadyAt(now: ClockReading, offsetMs: number): number {
  return now.monotonicMs + offsetMs;
}

describe('steady time over a restart', () => {
  it('begins at the wall time on the first start', () => {
    fc.assert(fc.property(reading, (now) => steadyAt(now, continueSteady(undefined, now)) === now.wallMs));
  });

  it('never goes back, whatever the clocks say (invariant 1)', () => {
    fc.assert(
      fc.property(anchor, reading, (from, now) => {
        expect(steadyAt(now, continueSteady(from, now))).toBeGreaterThanOrEqual(from.steadyMs);
      }),
    );
  });

  it('goes on exactly within one boot, whatever the wall clock does (invariant 2)', () => {
    fc.assert(
      fc.property(anchor, fc.nat(1_000_000_000), wallMs, (from, elapsedMs, wallNow) => {
        const sameBoot = { ...from, bootId: 'boot-a' };
        const now = { bootId: 'boot-a', monotonicMs: from.monotonicMs + elapsedMs, wallMs: wallNow };
        expect(steadyAt(now, continueSteady(sameBoot, now))).toBe(from.steadyMs + elapsedMs);
      }),
    );
  });

  it('is bridged by the wall clock across boots, and stands still if that stepped back (invariant 3)', () => {
    fc.assert(
      fc.property(anchor, reading, (from, now) => {
        const later = { ...now, bootId: 'boot-c' };
        const passedMs = Math.max(0, now.wallMs - from.wallMs);
        expect(steadyAt(later, continueSteady(from, later))).toBe(from.steadyMs + passedMs);
      }),
    );
  });

  it('takes a boot without a name, or a monotonic clock that went back, for another boot', () => {
    const from = anchorAt({ bootId: 'boot-a', monotonicMs: 1_000, wallMs: 50_000 as WallMs }, 49_000);
    const back = { bootId: 'boot-a', monotonicMs: 10, wallMs: 53_000 as WallMs };
    expect(steadyAt(back, continueSteady(from, back))).toBe(53_000);
    const unnamed = { bootId: undefined, monotonicMs: 2_000, wallMs: 50_000 as WallMs };
    expect(steadyAt(unnamed, continueSteady({ ...from, bootId: undefined }, unnamed))).toBe(50_000);
  });

  it('stays whole and forward through any number of restarts', () => {
    fc.assert(
      fc.property(fc.array(reading, { minLength: 2, maxLength: 30 }), (starts) => {
        let from: SteadyAnchor | undefined;
        for (const now of starts) {
          const offsetMs = continueSteady(from, now);
          const next = decodeAnchor(encodeAnchor(anchorAt(now, offsetMs)));
          expect(Number.isSafeInteger(offsetMs)).toBe(true);
          expect(next.steadyMs).toBeGreaterThanOrEqual(from?.steadyMs ?? 0);
          from = next;
        }
      }),
    );
  });
});

describe('the record', () => {
  it('reads back as it was written', () => {
    fc.assert(
      fc.property(anchor, (one) => {
        expect(decodeAnchor(encodeAnchor(one))).toEqual(one);
      }),
    );
  });

  it('of a newer release is refused in one clear line', () => {
    const newer = JSON.stringify({ v: 2, something: 'else' });
    expect(() => decodeAnchor(newer)).toThrow(StartRefused);
    expect(() => decodeAnchor(newer)).toThrow(/written by a newer release \(clock record version 2/);
  });

  it('that is damaged is a defect', () => {
    for (const text of ['', '{}', '{"v":1}', '{"v":0}', '[1]']) expect(() => decodeAnchor(text)).toThrow();
  });
});
