/** Makes histories of the configuration from seeds. */
import type { FaultLevel } from '../../model.js';
import { Random } from '../../world/random.js';
import { asideSteps } from './config-asides.js';
import { entryStep } from './config-entries.js';
import { CONFIG_MODEL, type ConfigHistory, type ConfigStep } from './config-history.js';
import { DRAWN_OPTIONS } from './option-samples.js';
import { optionStep } from './option-steps.js';

/** One thing is wrong in so many: two would hide each other. */
const WRONG_CHANCES: Readonly<Record<FaultLevel, number>> = { none: 0, light: 0.5, heavy: 0.7 };
const ENTRY_SHARE = 0.45;
/** Of histories that have reloads, and of steps in these. */
const RELOADED_SHARE = 0.5;
const RELOAD_SHARE = 0.3;
const FAILS_SHARE = 0.15;
/** So few that one is given from several sources. */
const OPTIONS_USED = 4;

export function generateConfigHistory(seed: number, faults: FaultLevel): ConfigHistory {
  const random = new Random(seed).fork(`${CONFIG_MODEL}/${faults}`);
  const used = Array.from({ length: OPTIONS_USED }, () => random.pick(DRAWN_OPTIONS));
  const count = random.between(1, 12);
  const wrong = random.chance(WRONG_CHANCES[faults]) ? random.between(1, count) : undefined;
  const reloads = random.fork('reloads');
  const reloadShare = reloads.chance(RELOADED_SHARE) ? RELOAD_SHARE : 0;
  const steps = Array.from({ length: count }, (_, n): ConfigStep => {
    const [id, isWrong] = [n + 1, n + 1 === wrong];
    if (!isWrong && reloads.chance(reloadShare))
      return { id, at: id, do: 'reload', fails: faults !== 'none' && reloads.chance(FAILS_SHARE), isWrong };
    return random.chance(ENTRY_SHARE)
      ? entryStep(random, id, isWrong)
      : optionStep(random, random.pick(used), id, isWrong);
  });
  const asides = asideSteps(random.fork('asides'), count + 1, faults !== 'none');
  return { v: 1, model: CONFIG_MODEL, seed, faults, setup: null, steps: [...steps, ...asides] };
}
