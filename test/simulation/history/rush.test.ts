import { expect, it } from 'vitest';
import { generateRush } from '../../../simulation/history/edges/generate-rush.js';
import { Random } from '../../../simulation/world/random.js';

it('a rush comes in some histories, and in none whose commits are small', () => {
  const facts = { accounts: 1, durationMs: 1_000 };
  const rushes = (more: object) =>
    Array.from({ length: 2_000 }, (_, seed) => generateRush(new Random(seed), { ...facts, ...more })).filter(
      ({ length }) => length > 0,
    );
  expect(rushes({}).length).toBeGreaterThan(0);
  expect(rushes({ limits: { writesInCommit: 2 } })).toEqual([]);
});
