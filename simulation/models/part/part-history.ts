/** Histories of single parts: each draws a part, its limits, and acts with time between them. */
import type { FaultLevel, History, Step } from '../../model.js';
import { Random } from '../../world/random.js';
import type { Act, Part } from './part.js';
import { PARTS, type PartChoice } from './parts.js';

export const PART_MODEL = 'part';

const STEPS = { first: 20, last: 80 };

export interface PartSetup {
  readonly part: string;
  /** As the part draws them. */
  readonly limits: unknown;
}

/** An act with its place in the history. */
export type PartStep = Step & Act;
export type PartHistory = History<PartStep, PartSetup>;

export function generatePartHistory(
  seed: number,
  faults: FaultLevel,
  parts: readonly PartChoice[] = PARTS,
): PartHistory {
  const random = new Random(seed).fork(`${PART_MODEL}/${faults}`);
  const part = random.weighted(parts);
  return historyOf(part, seed, faults, random);
}

function historyOf(part: Part, seed: number, faults: FaultLevel, random: Random): PartHistory {
  const limits = part.limits(random, faults);
  const steps: PartStep[] = [];
  let at = 0;
  const count = random.between(STEPS.first, STEPS.last);
  for (let id = 1; id <= count; id++) {
    at += part.pauseMs(random, limits);
    steps.push({ ...part.act(random, limits, faults), id, at });
  }
  return { v: 1, model: PART_MODEL, seed, faults, setup: { part: part.name, limits }, steps };
}
