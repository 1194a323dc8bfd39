import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VirtualWorld } from '../../simulation/world/virtual-world.js';
import { PacedRefusals } from '../../src/overload/paced-refusals.js';

/** A world whose stopwatch goes on while something is done, by as much as it is told. */
class Busy extends VirtualWorld {
  spentMs = 0;

  override stopwatchMs(): number {
    return super.stopwatchMs() + this.spentMs;
  }
}

const REFUSAL_MS = 0.02;
const STEP_MS = 4 * REFUSAL_MS;

function stage() {
  const world = new Busy();
  const refused: number[] = [];
  const refusals = new PacedRefusals<number>(world, (one) => {
    refused.push(one);
    world.spentMs += REFUSAL_MS;
  });
  return { world, refused, refusals };
}

describe('paced refusals', () => {
  it('are written once each, in order, and all of them (invariants 1, 3)', async () => {
    const floods = fc.array(
      fc.record({ count: fc.integer({ min: 0, max: 300 }), thenMs: fc.integer({ min: 0, max: 30 }) }),
      { maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(floods, async (bursts) => {
        const { world, refused, refusals } = stage();
        let added = 0;
        for (const { count, thenMs } of bursts) {
          for (let n = 0; n < count; n++) refusals.add(added++);
          await world.advance(thenMs);
          expect(refused.length + refusals.count).toBe(added);
        }
        await world.advance(60_000);
        expect(refused).toEqual(Array.from({ length: added }, (_, n) => n));
        expect([refusals.count, world.armedTimers]).toEqual([0, 0]);
      }),
      { numRuns: 50 },
    );
  });

  it('take three hundredths of the time at most, however many wait (invariant 2)', async () => {
    const { world, refused, refusals } = stage();
    for (let n = 0; n < 50_000; n++) refusals.add(n);
    await world.advance(1_000);
    const slices = 1_000 / 5;
    expect(refused.length * REFUSAL_MS).toBeGreaterThan(0.02 * 1_000);
    expect(refused.length * REFUSAL_MS).toBeLessThanOrEqual(0.03 * 1_000 + slices * STEP_MS);
  });

  it('are written within some milliseconds if there are few', async () => {
    const { world, refused, refusals } = stage();
    for (let n = 0; n < 4; n++) refusals.add(n);
    await world.advance(4);
    expect(refused.length).toBe(0);
    await world.advance(1);
    expect(refused.length).toBe(4);
  });

  it('do not follow each other in a flood when the loop stood still', async () => {
    const { world, refused, refusals } = stage();
    world.spentMs += 3_600_000;
    for (let n = 0; n < 50_000; n++) refusals.add(n);
    await world.advance(5);
    expect(refused.length * REFUSAL_MS).toBeLessThanOrEqual(250 * 0.03 + STEP_MS);
  });

  it('wait for a hundred thousand at most: what comes then is refused at once', () => {
    const { refused, refusals } = stage();
    for (let n = 0; n < 100_001; n++) refusals.add(n);
    expect(refused).toEqual([100_000]);
    expect(refusals.count).toBe(100_000);
  });
});
