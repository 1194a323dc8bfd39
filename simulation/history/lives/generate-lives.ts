/**
 * Makes models that no other step names, and jobs of them whose lives are arranged: what chance alone brings
 * about once in hundreds of histories. Each is complete by itself, and needs no fault but its provider's.
 */
import type { FaultLevel } from '../../model.js';
import type { Random } from '../../world/random.js';
import { dear } from './dear-jobs.js';
import { leftAlone } from './left-alone.js';
import type { Life } from './life-steps.js';
import { movedOn } from './moved-on.js';
import { passedOver } from './passed-over.js';
import { polledInVain } from './polled-in-vain.js';
import { putOff } from './put-off.js';
import { soughtTooLong } from './sought-too-long.js';

/** After the requests of before, most of what can go wrong has. */
const QUIET_CHANCE = 0.6;
const NO_LIFE: Life = { models: [], steps: [] };

type Lives = readonly (readonly [weight: number, (random: Random) => Life])[];
const NONE = () => NO_LIFE;
const WITHOUT_FAULTS: Lives = [
  [45, NONE],
  [10, dear],
];
const LIVES: Lives = [
  [23, NONE],
  [10, polledInVain],
  [12, passedOver],
  [10, dear],
  [10, putOff],
  [12, movedOn],
  [10, soughtTooLong],
  [13, leftAlone],
];

export function generateLives(random: Random, faults: FaultLevel, durationMs: number): Life {
  const live = random.weighted(faults === 'none' ? WITHOUT_FAULTS : LIVES);
  const { models, steps } = live(random.fork('life'));
  const from = random.chance(QUIET_CHANCE)
    ? durationMs + random.between(2_000, 6_000)
    : random.between(0, durationMs);
  return { models, steps: steps.map((step) => ({ ...step, at: from + step.at })) };
}
