/**
 * Histories of rolling windows: who asks when, under which limits, and what befalls the process meanwhile.
 */

import {
  describeFault,
  FAULT_SHARE,
  type FaultStep,
  faultStep,
  isFaultStep,
} from '../../history/process-faults.js';
import type { FaultLevel, History } from '../../model.js';
import { Random } from '../../world/random.js';

export interface WindowSetup {
  /** The limit of each subject at the beginning. */
  readonly limits: readonly number[];
  /** False for a process that notes nothing but at its stop in order: many more of those run in a second. */
  readonly isNoting: boolean;
  readonly gateTimeLimitMs: number;
  /** How long a commit takes. */
  readonly commitMs: number;
}

interface At {
  readonly id: number;
  readonly at: number;
}

export type WindowStep =
  /**
   * `times` requests at one instant. Who `obeys` and is refused asks once more after exactly the wait it was
   * told.
   */
  | (At & {
      readonly do: 'request';
      readonly subject: number;
      readonly times: number;
      readonly obeys: boolean;
    })
  /** One request every so often: many instants in one window. */
  | (At & { readonly do: 'rain'; readonly subject: number; readonly count: number; readonly everyMs: number })
  | (At & { readonly do: 'limit'; readonly subject: number; readonly rpm: number })
  /** Whose window it is leaves memory. */
  | (At & { readonly do: 'passivate'; readonly subject: number })
  | FaultStep;

export type WindowHistory = History<WindowStep, WindowSetup>;

export const WINDOW_MODEL = 'window';
const MILLION = 1_000_000;
const EDGES_MS = [59_999, 60_000, 60_001, 249, 250, 251, 999, 1_000, 1_001];

export function generateWindowHistory(seed: number, faults: FaultLevel): WindowHistory {
  const random = new Random(seed).fork(`${WINDOW_MODEL}/${faults}`);
  const limits = Array.from({ length: random.between(1, 3) }, () => limit(random));
  const setup: WindowSetup = {
    limits,
    isNoting: random.chance(faults === 'none' ? 0.15 : 0.4),
    gateTimeLimitMs: random.pick([20, 1_000]),
    commitMs: random.pick([0, 0, 0, 1, 7, 300]),
  };
  const steps: WindowStep[] = [];
  let at = 0;
  const count = random.between(4, 36);
  for (let id = 1; id <= count; id++) {
    at = nextTime(random, at, steps);
    steps.push(
      random.chance(FAULT_SHARE[faults])
        ? faultStep(random, id, at, { reboots: true, calls: false })
        : plainStep(random, id, at, limits),
    );
  }
  return { v: 1, model: WINDOW_MODEL, seed, faults, setup, steps };
}

export function describeWindowStep(step: WindowStep): string {
  if (isFaultStep(step)) return describeFault(step);
  switch (step.do) {
    case 'request':
      return `subject ${step.subject} asks ${step.times} times${step.obeys ? ', and again when it may' : ''}`;
    case 'rain':
      return `subject ${step.subject} asks ${step.count} times, every ${step.everyMs} ms`;
    case 'limit':
      return `subject ${step.subject} gets a limit of ${step.rpm}`;
    case 'passivate':
      return `subject ${step.subject} leaves memory`;
  }
}

function plainStep(random: Random, id: number, at: number, limits: readonly number[]): WindowStep {
  const subject = random.below(limits.length);
  switch (
    random.weighted([
      [12, 'request'],
      [2, 'limit'],
      [1, 'passivate'],
      [0.3, 'rain'],
    ])
  ) {
    case 'limit':
      return { id, at, do: 'limit', subject, rpm: limit(random) };
    case 'passivate':
      return { id, at, do: 'passivate', subject };
    case 'rain':
      return {
        id,
        at,
        do: 'rain',
        subject,
        count: random.pick([70, 140, 300]),
        everyMs: random.pick([1, 3, 190]),
      };
    default:
      return {
        id,
        at,
        do: 'request',
        subject,
        times: burst(random, limits[subject] ?? 1),
        obeys: random.chance(0.3),
      };
  }
}

function limit(random: Random): number {
  return random.weighted([
    [6, () => random.between(1, 5)],
    [4, () => random.between(1, 70)],
    [1, () => 60],
    [1, () => random.pick([1_000, 6_000, MILLION])],
  ])();
}

function burst(random: Random, rpm: number): number {
  if (rpm === MILLION && random.chance(0.005)) return MILLION + 1;
  return random.weighted([
    [8, 1],
    [4, random.between(2, 6)],
    [2, Math.min(rpm + random.below(3), 8_000)],
    [1, random.between(1, 100)],
  ]);
}

/** Often the same instant, or an edge of the window or of a note after an earlier step. */
function nextTime(random: Random, at: number, steps: readonly WindowStep[]): number {
  const edge = () => {
    const from = steps.length === 0 ? at : random.pick(steps).at;
    return Math.max(at, from + random.pick(EDGES_MS));
  };
  return random.weighted([
    [6, () => at],
    [8, () => at + random.between(1, 40)],
    [4, () => at + random.between(1, 1_000)],
    [1, () => at + random.between(1, 20_000)],
    [3, edge],
  ])();
}
