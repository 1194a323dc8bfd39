import { expect, it } from 'vitest';
import { VirtualWorld } from '../../simulation/world/virtual-world.js';
import { DayLimit } from '../../src/people/day-limit.js';

const DAY_MS = 86_400_000;

function atNoon(): VirtualWorld {
  return new VirtualWorld({ wallMs: Date.UTC(2026, 10, 22, 12) });
}

it('a name is admitted so often in a day, each name for itself, and again with the next day', async () => {
  const world = atNoon();
  const limit = new DayLimit(world, () => 2);
  expect(['a', 'a', 'a', 'b'].map((name) => limit.admit(name))).toEqual([true, true, false, true]);
  await world.advance(DAY_MS / 2);
  expect(limit.admit('a')).toBe(true);
});

it('names beyond the hundred thousandth share one count', () => {
  const limit = new DayLimit(atNoon(), () => 1);
  for (let n = 0; n < 100_000; n++) limit.admit(String(n));
  expect([limit.admit('one more'), limit.admit('another')]).toEqual([true, false]);
});
