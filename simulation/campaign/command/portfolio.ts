/**
 * How a campaign of all models shares its time: each core has a lane of campaigns, one after the other.
 *
 * The gateway as a whole finds most, so that it is on every core. One lane begins with the models of its
 * parts, which search a small thing far more densely, and with the real program and its sockets.
 */
import type { MODEL_CHOICES } from './fuzz-options.js';

type PartName = (typeof MODEL_CHOICES)[number];

export interface Part {
  readonly model: Exclude<PartName, 'all'>;
  readonly seed: number;
  readonly minutes: number;
}

/** Of the time of one lane; the rest is the node's. A history of `process` takes about 20 s. */
const SHARES: readonly (readonly [model: Part['model'], share: number])[] = [
  ['window', 0.03],
  ['ledger', 0.04],
  ['job', 0.03],
  ['store', 0.06],
  ['config', 0.04],
  ['outward', 0.06],
  ['clip', 0.04],
  ['part', 0.29],
  ['process', 0.17],
  ['http', 0.06],
];
/** Lanes of the node run other histories: more apart than a campaign has runs. */
const SEEDS_APART = 2 ** 40;

/** @returns a lane for each core */
export function portfolio(seed: number, minutes: number, cores: number): readonly (readonly Part[])[] {
  const parts = SHARES.map(([model, share]) => ({ model, seed, minutes: minutes * share }));
  const left = minutes - parts.reduce((sum, part) => sum + part.minutes, 0);
  return Array.from({ length: Math.max(cores, 1) }, (_, lane) => {
    const node = { model: 'node', seed: seed + lane * SEEDS_APART } as const;
    return lane === 0 ? [...parts, { ...node, minutes: left }] : [{ ...node, minutes }];
  });
}
