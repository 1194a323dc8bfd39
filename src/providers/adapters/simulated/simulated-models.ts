/** The models of the simulated provider: what each costs, how long it takes and how it misbehaves. */
import { microDa } from '../../../money/micro-da.js';
import type { ModelOffer } from '../../provider.js';

export interface SimulatedModel {
  readonly id: string;
  /** From acceptance to the beginning of the work, in ms. */
  readonly pendingMs: number;
  /** From the beginning of the work to its end, in ms. */
  readonly runningMs: number;
  /** How often it is worth asking while the work is under way, in ms. */
  readonly newsEveryMs: number;
  /** Length of the output for a length asked for, both in whole ms. */
  readonly outputMs: (lengthMs: number) => number;
  readonly takesJobs: boolean;
  readonly isFlaky: boolean;
}

const ordinary = {
  pendingMs: 0,
  runningMs: 0,
  newsEveryMs: 500,
  outputMs: (lengthMs: number) => lengthMs,
  takesJobs: true,
  isFlaky: false,
};

const MODELS: readonly SimulatedModel[] = [
  { ...ordinary, id: 'sim/video', pendingMs: 500, runningMs: 1_500 },
  { ...ordinary, id: 'sim/video-instant' },
  { ...ordinary, id: 'sim/video-slow', runningMs: 600_000, newsEveryMs: 20_000 },
  { ...ordinary, id: 'sim/video-half', outputMs: (lengthMs) => Math.floor(lengthMs / 2) },
  { ...ordinary, id: 'sim/video-reject', takesJobs: false },
  { ...ordinary, id: 'sim/video-flaky', pendingMs: 200, runningMs: 600, isFlaky: true },
];

const PRICE_PER_SECOND = microDa(500_000);
const LENGTH_MIN_MS = 1_000;
const LENGTH_MAX_MS = 60_000;
const LENGTH_DEFAULT_MS = 5_000;
/** 1 November 2026, when these models were first offered. */
const CREATED_AT_UNIX_SECONDS = 1_793_491_200;

const BY_ID: ReadonlyMap<string, SimulatedModel> = new Map(MODELS.map((model) => [model.id, model]));

export function simulatedModel(id: string): SimulatedModel | undefined {
  return BY_ID.get(id);
}

export function simulatedOffers(provider: string, deadlineAfterMs: number): readonly ModelOffer[] {
  return MODELS.map(({ id }) => ({
    id,
    provider,
    pricePerSecondMicroDa: PRICE_PER_SECOND,
    lengthMinMs: LENGTH_MIN_MS,
    lengthMaxMs: LENGTH_MAX_MS,
    lengthDefaultMs: LENGTH_DEFAULT_MS,
    deadlineAfterMs,
    createdAt: CREATED_AT_UNIX_SECONDS,
  }));
}
