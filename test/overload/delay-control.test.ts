import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DelayControl } from '../../src/overload/delay-control.js';
import type { SteadyMs } from '../../src/time/clock.js';

const LIMITS = { targetMs: 500, intervalMs: 1_000 };

const at = (ms: number) => ms as SteadyMs;

/** Ticks at a distance of a few ms to seconds, each with a delay. */
const TICKS = fc.array(
  fc.record({ afterMs: fc.integer({ min: 1, max: 3_000 }), delayMs: fc.integer({ min: 0, max: 2_000 }) }),
  { maxLength: 60 },
);

describe('a delay control', () => {
  it('sheds nothing until every tick of an interval has seen the delay above the target', () => {
    fc.assert(
      fc.property(TICKS, (ticks) => {
        const control = new DelayControl(LIMITS);
        let now = 10_000;
        let lateSince: number | undefined;
        for (const { afterMs, delayMs } of ticks) {
          now += afterMs;
          control.tick(at(now), delayMs);
          lateSince = delayMs > LIMITS.targetMs ? (lateSince ?? now) : undefined;
          const isStanding = lateSince !== undefined && now - lateSince >= LIMITS.intervalMs;
          if (isStanding) return;
          expect(control.isShedding).toBe(false);
          expect(control.sheds(at(now), 1e9)).toBe(false);
        }
      }),
    );
  });

  it('takes a single pause of any length for none', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), (pauseMs) => {
        const control = new DelayControl(LIMITS);
        control.tick(at(1_000), 0);
        control.tick(at(1_050 + pauseMs), pauseMs);
        expect(control.sheds(at(1_050 + pauseMs), pauseMs)).toBe(false);
        control.tick(at(1_100 + pauseMs), 0);
        expect(control.isShedding).toBe(false);
      }),
    );
  });

  it('takes whatever would wait for half of the target at most', () => {
    fc.assert(
      fc.property(TICKS, fc.integer({ min: 0, max: LIMITS.targetMs / 2 }), (ticks, delayMs) => {
        const control = new DelayControl(LIMITS);
        let now = 10_000;
        for (const tick of ticks) {
          now += tick.afterMs;
          control.tick(at(now), tick.delayMs);
          expect(control.sheds(at(now), delayMs)).toBe(false);
        }
      }),
    );
  });

  it('begins within a turn that goes on and on, once the tick before it was late', () => {
    const control = new DelayControl(LIMITS);
    control.tick(at(1_000), 600);
    expect(control.sheds(at(1_999), 10_000)).toBe(false);
    expect(control.sheds(at(2_000), 500)).toBe(false);
    expect(control.sheds(at(2_000), 501)).toBe(true);
  });

  it('sheds what would wait longer as soon as the queue stands, and ends an interval after the last of it', () => {
    const control = new DelayControl(LIMITS);
    for (let now = 0; now <= 1_000; now += 250) control.tick(at(now), 501);
    expect(control.isShedding).toBe(true);
    expect(control.sheds(at(1_001), 251)).toBe(true);
    control.tick(at(1_950), 250);
    expect(control.isShedding).toBe(true);
    control.tick(at(2_001), 250);
    expect(control.isShedding).toBe(false);
    expect(control.sheds(at(2_002), 10_000)).toBe(false);
  });
});

/**
 * A server that does one thing at a time, as an event loop does: in each turn it takes what came in since the
 * turn before, at `WORK_MS` each, or `REFUSE_MS` where it is shed, and ticks between turns.
 */
const WORK_MS = 0.15;
const REFUSE_MS = 0.015;
const TICK_MS = 50;

interface Served {
  readonly takenPerSecond: number;
  readonly waitMsMax: number;
}

function serve(arrivalsPerSecond: number, seconds: number): Served {
  const control = new DelayControl(LIMITS);
  const settledFrom = 6_000;
  let now = 0;
  let tickDueAt = TICK_MS;
  let arrived = 0;
  let taken = 0;
  let waitMsMax = 0;
  while (now < seconds * 1_000) {
    if (now >= tickDueAt) {
      control.tick(at(now), now - tickDueAt);
      tickDueAt = now + TICK_MS;
    }
    const turnFrom = now;
    const due = Math.floor((turnFrom * arrivalsPerSecond) / 1_000) - arrived;
    for (let n = 0; n < due; n++) {
      const cameAt = ((arrived + n) * 1_000) / arrivalsPerSecond;
      if (control.sheds(at(now), now - tickDueAt)) now += REFUSE_MS;
      else {
        now += WORK_MS;
        if (now > settledFrom) {
          taken += 1;
          waitMsMax = Math.max(waitMsMax, now - cameAt);
        }
      }
    }
    arrived += due;
    if (due === 0) now += 0.1;
  }
  return { takenPerSecond: (taken * 1_000) / (now - settledFrom), waitMsMax };
}

describe('a server with a delay control', () => {
  const peak = 1_000 / WORK_MS;

  it('takes everything below its peak', () => {
    const { takenPerSecond, waitMsMax } = serve(peak * 0.9, 10);
    expect(takenPerSecond / peak).toBeCloseTo(0.9, 2);
    expect(waitMsMax).toBeLessThan(LIMITS.targetMs);
  });

  it('under several times its peak does nearly all that is left when the rest is refused, and lets none of it wait for long', () => {
    for (const factor of [1.5, 2, 3, 5]) {
      const { takenPerSecond, waitMsMax } = serve(peak * factor, 20);
      const costOfRefusal = REFUSE_MS / WORK_MS;
      const reachable = (1 - factor * costOfRefusal) / (1 - costOfRefusal);
      expect(takenPerSecond / peak / reachable).toBeGreaterThan(0.93);
      expect(takenPerSecond / peak / reachable).toBeLessThan(1.02);
      expect(waitMsMax).toBeLessThan(3 * LIMITS.targetMs);
    }
  });
});
