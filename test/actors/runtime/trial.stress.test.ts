import { describe, expect, it } from 'vitest';
import type { CommitFault } from '../../../src/store/memory/memory-store.js';
import { isLong, repetitions } from '../../test-set.js';
import { type Op, PURSES, Trial } from './trial.js';

const TURNS = repetitions(15_000, 100_000);
const FAULTS: readonly CommitFault[] = [
  'reject',
  'reject_yet_visible',
  'hang',
  'hang_then_commit',
  'commit_then_hang',
];

describe('a system under stress', () => {
  it('keeps its word over tens of thousands of turns among failing commits, crashes and restarts', async () => {
    const trial = new Trial();
    const { world } = trial.rig;
    const pick = <Item>(items: readonly Item[]): Item =>
      items[Math.floor(world.random() * items.length)] as Item;
    const turn = (): Op => {
      const chance = world.random();
      const amount = 1 + Math.floor(world.random() * 9);
      if (chance < 0.5) return { do: 'add', to: pick(PURSES), amount };
      if (chance < 0.8) return { do: 'move', from: pick(PURSES), to: pick(PURSES), amount };
      if (chance < 0.82) return { do: 'fail', from: pick(PURSES), to: pick(PURSES) };
      return { do: 'read', of: pick(PURSES) };
    };
    const event = (): Op => {
      const chance = world.random();
      if (chance < 0.1) return { do: 'faults', next: [pick(FAULTS)] };
      if (chance < 0.4) return { do: 'release' };
      if (chance < 0.41) return { do: 'crash', undecided: pick(['lost', 'kept'] as const) };
      if (chance < 0.42) return { do: 'restart' };
      return { do: 'advance', ms: pick([1, 20, 200]) };
    };
    let turns = 0;
    while (turns < TURNS) {
      const burst = 1 + Math.floor(world.random() * 400);
      for (let i = 0; i < burst; i++) await trial.step(turn());
      turns += burst;
      await trial.step(event());
      trial.check();
    }
    await trial.finish();
    // Fewer turns do not have one actor fail often enough.
    if (isLong) expect(trial.rig.quarantines.length).toBeGreaterThan(0);
  });
});
