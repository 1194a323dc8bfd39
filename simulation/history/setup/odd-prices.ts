/** Prices whose products round at every digit, those so great that a key pays one job alone, and none. */
import type { Random } from '../../world/random.js';
import type { ModelSetup } from '../node-history.js';

const ODD_CHANCE = 0.3;
const GREAT_CHANCE = 0.06;
const FREE_CHANCE = 0.04;
/** Of a second, in micro-DA. */
const ODD = [7, 1_001, 123_457, 333_337, 999_999];
/** The first is the most that a minute may cost. */
const GREAT = [16_666_666_666_666, 123_456_789_123_457, 10 ** 15];

export function withOddPrices(random: Random, models: readonly ModelSetup[]): readonly ModelSetup[] {
  const great = random.chance(GREAT_CHANCE) ? random.below(models.length) : -1;
  const isOdd = random.chance(ODD_CHANCE);
  const free = random.fork('free');
  return models.map((model, n) => {
    if (free.chance(FREE_CHANCE)) return { ...model, pricePerSecondMicroDa: 0 };
    if (n === great) return { ...model, pricePerSecondMicroDa: random.pick(GREAT) };
    return isOdd && random.chance(0.5) ? { ...model, pricePerSecondMicroDa: random.pick(ODD) } : model;
  });
}
