/** Ends of a process and starts after them, as the generators of this folder arrange them. */
import type { FaultLevel } from '../../model.js';
import type { Random } from '../../world/random.js';
import type { SubmitCall } from '../client-call.js';
import { lengthsOf } from '../model-routes.js';
import type { CrashStep, ModelSetup, NodeStep } from '../node-history.js';

/** An admission is surely noted after so long, also if the process ends without warning. */
export const NOTED_AFTER_MS = 1_300;

/** Of the length that the model makes if none is asked for. */
export function submitTo(
  model: ModelSetup,
  { key, prompt, script }: Required<Pick<SubmitCall, 'key' | 'prompt' | 'script'>>,
): SubmitCall {
  const seconds = lengthsOf(model).lengthDefaultMs / 1_000;
  return { op: 'submit', key, model: model.id, prompt, seconds, script };
}

/** A restart in order, or a crash if the history has faults. */
export function endAndStart(random: Random, faults: FaultLevel, at: number): NodeStep {
  const downMs = random.pick([0, 50, 3_000]);
  if (faults === 'none' || random.chance(0.4)) return { id: 0, at, do: 'restart', downMs };
  return killedAt(random, at, downMs);
}

export function killedAt(random: Random, at: number, downMs: number): CrashStep {
  return {
    id: 0,
    at,
    do: 'crash',
    on: 'now',
    nth: 1,
    side: 'before',
    undecided: random.pick(['lost', 'kept'] as const),
    downMs,
    times: 1,
    reboot: false,
  };
}
