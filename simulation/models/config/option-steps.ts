/** Values of options, and names that are none but for a letter. */
import type { OptionKey } from '../../../src/node/config/options/options.js';
import type { Random } from '../../world/random.js';
import { type GivenStep, SOURCES, type Source } from './config-history.js';
import { rightValues, wrongValues } from './option-samples.js';

const MISTYPED_SHARE = 0.1;

export function optionStep(random: Random, option: OptionKey, id: number, isWrong: boolean): GivenStep {
  if (isWrong && random.chance(MISTYPED_SHARE))
    return {
      id,
      at: id,
      do: 'mistype',
      from: random.pick(['environment', 'file'] as const),
      option,
      isWrong,
    };
  const from = sourceOf(random);
  const wrong = isWrong ? wrongValues(option, from) : [];
  const values = wrong.length > 0 ? wrong : rightValues(option);
  return { id, at: id, do: 'set', from, option, value: random.pick(values), isWrong: wrong.length > 0 };
}

export function sourceOf(random: Random): Source {
  return random.pick(SOURCES);
}
