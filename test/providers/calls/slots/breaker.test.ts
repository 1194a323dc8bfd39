import { describe, expect, it } from 'vitest';
import { VirtualWorld } from '../../../../simulation/world/virtual-world.js';
import { Breaker } from '../../../../src/providers/calls/slots/breaker.js';

const LIMITS = { failuresInARow: 3, coolDownFirstMs: 1_000, coolDownMaxMs: 4_000 };

function breaker() {
  const world = new VirtualWorld();
  const it = new Breaker(world, LIMITS);
  const fail = (times: number) => {
    for (let n = 0; n < times; n++) {
      it.began();
      it.failed(world.steadyMs());
    }
  };
  /** Waits for the cool-down to pass and returns how long it took. */
  const coolDown = async () => {
    const waitMs = it.admitsFrom() - world.steadyMs();
    await world.advance(waitMs);
    return waitMs;
  };
  return { world, it, fail, coolDown };
}

describe('the breaker', () => {
  it('opens after so many failures in a row and not one before', () => {
    const { it: breakerUnderTest, fail } = breaker();
    fail(2);
    expect(breakerUnderTest.state).toBe('closed');
    fail(1);
    expect(breakerUnderTest.state).toBe('open');
    expect(breakerUnderTest.admits()).toBe(false);
  });

  it('starts counting again after an answer', async () => {
    const { world, it: breakerUnderTest, fail } = breaker();
    fail(2);
    breakerUnderTest.answered();
    await world.advance(1);
    fail(2);
    expect(breakerUnderTest.state).toBe('closed');
  });

  it('lets exactly one probe through after the cool-down', async () => {
    const { it: breakerUnderTest, fail, coolDown } = breaker();
    fail(3);
    await coolDown();
    expect(breakerUnderTest.admits()).toBe(true);
    breakerUnderTest.began();
    expect(breakerUnderTest.state).toBe('half_open');
    expect(breakerUnderTest.admits()).toBe(false);
    expect(() => breakerUnderTest.began()).toThrow('half_open');
  });

  it('doubles the cool-down with each failed probe up to the longest, and starts over once it closed', async () => {
    const { world, it: breakerUnderTest, fail, coolDown } = breaker();
    fail(3);
    for (const [least, most] of [
      [1_000, 1_200],
      [2_000, 2_400],
      [4_000, 4_800],
      [4_000, 4_800],
    ] as const) {
      const waitMs = await coolDown();
      expect(waitMs).toBeGreaterThanOrEqual(least);
      expect(waitMs).toBeLessThanOrEqual(most);
      fail(1);
    }
    await coolDown();
    breakerUnderTest.began();
    breakerUnderTest.answered();
    expect(breakerUnderTest.state).toBe('closed');
    await world.advance(1);
    fail(3);
    expect(await coolDown()).toBeLessThanOrEqual(1_200);
  });

  it('does not take calls that began before the last answer for an outage', async () => {
    const { world, it: breakerUnderTest } = breaker();
    const beganAt = world.steadyMs();
    for (let n = 0; n < 10; n++) breakerUnderTest.began();
    await world.advance(5);
    breakerUnderTest.answered();
    await world.advance(1_000);
    for (let n = 0; n < 9; n++) breakerUnderTest.failed(beganAt);
    expect(breakerUnderTest.state).toBe('closed');
  });

  it('does not let a call from before the opening decide for the probe', async () => {
    const { world, it: breakerUnderTest, fail, coolDown } = breaker();
    const longAgo = world.steadyMs();
    fail(3);
    await coolDown();
    breakerUnderTest.began();
    breakerUnderTest.failed(longAgo);
    expect(breakerUnderTest.state).toBe('half_open');
  });
});
