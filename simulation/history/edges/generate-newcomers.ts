/**
 * Makes several accounts or keys in the same instant, and clients that walk through their list: long after,
 * or while their commit hangs that the disk has made.
 */
import type { FaultLevel } from '../../model.js';
import type { Random } from '../../world/random.js';
import type { ClientCall } from '../client-call.js';
import type { NodeStep } from '../node-history.js';
import { edgeStep } from './edge-steps.js';

const NEWCOMERS_CHANCE = 0.2;
const HANGS_CHANCE = 0.6;
const HANGS_MS = 300;
/** No other step makes keys of this number and those behind it. */
const FIRST_KEY = 8_000;

export interface NewcomerFacts {
  readonly faults: FaultLevel;
  readonly accounts: number;
  readonly durationMs: number;
}

export function generateNewcomers(
  random: Random,
  { faults, accounts, durationMs }: NewcomerFacts,
): readonly NodeStep[] {
  if (!random.chance(NEWCOMERS_CHANCE)) return [];
  const at = random.between(0, durationMs);
  const account = random.below(accounts);
  const list = random.pick(['accounts', 'keys'] as const);
  const made = Array.from({ length: random.between(2, 5) }, (_, n): ClientCall => {
    if (list === 'accounts') return { op: 'create_account', name: `Newcomer ${n}` };
    return { op: 'create_key', newKey: FIRST_KEY + n, account };
  });
  const walks = [1, 2, 3].map((limit): ClientCall => ({ op: 'page', list, key: 0, limit }));
  const hanging = random.fork('hanging');
  const hangs = faults !== 'none' && hanging.chance(HANGS_CHANCE);
  const walkedAt = at + (hangs ? hanging.between(10, 60) : random.between(300, 5_000));
  return [
    ...(hangs ? hang(at) : []),
    ...made.map((call) => edgeStep(at, call)),
    ...walks.map((call) => edgeStep(walkedAt, call)),
  ];
}

/** A commit is on disk, and its answer comes after a while. */
function hang(at: number): readonly NodeStep[] {
  return [
    { id: 0, at, do: 'disk', fault: 'commit_then_hang', skip: 0, commits: 1 },
    { id: 0, at: at + HANGS_MS, do: 'release_disk' },
  ];
}
