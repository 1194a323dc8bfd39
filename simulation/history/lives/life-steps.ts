/** The words that arranged lives have in common. */
import { edgeStep, richKey } from '../edges/edge-steps.js';
import type { ModelSetup, NodeStep } from '../node-history.js';
import type { ProviderScript, SubmitMove } from '../provider-script.js';

export interface Life {
  readonly models: readonly ModelSetup[];
  /** From their first on, in ms. */
  readonly steps: readonly NodeStep[];
}

/** No other step makes a key of this number. */
export const LIFE_KEY = 32_000;
const CREDITS_MICRO_DA = 900_000_000_000_000;
/** Its key is there by then. */
export const MADE_MS = 300;
/** Each provider that makes some lengths alone makes it, save one. */
const LENGTH_MS = 4_000;

export function lifeModel(
  id: string,
  routes: Pick<ModelSetup, 'provider' | 'fallbacks'>,
  deadlineAfterMs: number,
) {
  return { id: `model/${id}`, ...routes, pricePerSecondMicroDa: 1_000_000, deadlineAfterMs };
}

export function lifeKey(): NodeStep {
  return edgeStep(0, richKey(LIFE_KEY, CREDITS_MICRO_DA));
}

/** @param afterMs from when its key is there */
export function lifeSubmit(
  afterMs: number,
  { id }: Pick<ModelSetup, 'id'>,
  prompt: string,
  script: ProviderScript,
): NodeStep {
  const seconds = LENGTH_MS / 1_000;
  return edgeStep(MADE_MS + afterMs, { op: 'submit', key: LIFE_KEY, model: id, prompt, seconds, script });
}

export function scripted(submits: readonly SubmitMove[], more: Partial<ProviderScript> = {}): ProviderScript {
  return {
    ...{ submits, polls: [], pendingMs: 0, runningMs: 300 },
    end: { how: 'completed', outputMs: 2_500 },
    ...more,
  };
}

export function times<T>(count: number, what: T): readonly T[] {
  return Array.from({ length: count }, () => what);
}
