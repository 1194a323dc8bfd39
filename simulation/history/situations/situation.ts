/** One rare meeting, and what its submit has in common with those of others. */
import type { Random } from '../../world/random.js';
import type { ModelSetup, NodeStep } from '../node-history.js';
import type { ProviderKind } from '../provider-kinds.js';
import type { ProviderScript } from '../provider-script.js';

/** The job of a call of a situation, before its step has a number. */
export const ARRANGED_JOB = -1;

export interface Situation {
  /** Whether it comes about with a model whose first provider is of this kind; with all if absent. */
  readonly fits?: (kind: ProviderKind, model: ModelSetup) => boolean;
  arrange(random: Random, submittedAt: number, model: ModelSetup): Arranged;
}

interface Arranged {
  readonly script: ProviderScript;
  readonly troubles: readonly NodeStep[];
  /** When the same is submitted once more. */
  readonly againAt?: number;
}

export const SHORTEST_MS = 1_000;
export const COMPLETES = { how: 'completed', outputMs: SHORTEST_MS } as const;
export const WELL: ProviderScript = { submits: [], polls: [], pendingMs: 0, runningMs: 0, end: COMPLETES };
