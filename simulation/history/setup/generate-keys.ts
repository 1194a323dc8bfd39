/** Makes the keys that stand before the first step. */
import type { Random } from '../../world/random.js';
import type { KeySetup } from '../node-history.js';

export function generateKeys(random: Random, accounts: number): readonly KeySetup[] {
  return Array.from({ length: random.between(1, 4) }, () => ({
    account: random.below(accounts),
    rpm: random.weighted([
      [2, random.between(1, 3)],
      [3, random.between(4, 12)],
      [3, 60],
      [2, 1_000],
    ]),
    creditsMicroDa: random.weighted([
      [1, 0],
      [3, random.between(1, 6_000_000)],
      [4, 100_000_000],
    ]),
  }));
}
