/** Makes reloads of the configuration, some of them of a file with a mistake. */
import type { Random } from '../../world/random.js';
import type { ReloadStep } from '../node-history.js';
import { mistakeOf } from './reload-mistakes.js';
import { type OptionValue, RELOADED_OPTIONS } from './reloaded-options.js';

const RELOAD_CHANCE = 0.4;
const OPTIONS_CHANCE = 0.4;
/** Of a model, in micro-DA a second. */
export const PRICES = [1, 3, 333_333, 500_000, 1_000_000];

export function generateReloads(random: Random, durationMs: number, models: number): readonly ReloadStep[] {
  if (!random.chance(RELOAD_CHANCE)) return [];
  return Array.from({ length: random.between(1, 4) }, () => ({
    id: 0,
    at: random.between(0, durationMs),
    do: 'reload',
    isMistaken: random.chance(0.25),
    ...(random.chance(0.7) ? { prices: Array.from({ length: models }, () => random.pick(PRICES)) } : {}),
    ...(random.chance(0.3) ? { addressRpm: random.pick([1, 3, 60, 200]) } : {}),
    ...(random.chance(0.2) ? { managementRpm: random.pick([3_000, 6_000, 9_000]) } : {}),
  }));
}

/** Reloads of any options that a reload takes. Of a file with a mistake nothing is taken. */
export function generateOptionReloads(random: Random, durationMs: number): readonly ReloadStep[] {
  if (!random.chance(OPTIONS_CHANCE)) return [];
  return Array.from({ length: random.between(1, 4) }, () => {
    const options: Record<string, OptionValue> = {};
    for (let left = random.between(1, 6); left > 0; left--) {
      const [name, values] = random.pick(RELOADED_OPTIONS);
      const value = random.pick(values);
      options[name] = value;
    }
    const isMistaken = random.chance(0.3);
    const step = { id: 0, at: random.between(0, durationMs), do: 'reload', isMistaken, options } as const;
    return isMistaken ? { ...step, ...mistakeOf(random) } : step;
  });
}
