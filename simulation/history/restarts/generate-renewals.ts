/**
 * Makes requests whose Idempotency-Key is used anew once its time is over, while what it stood for before is
 * being removed; and repeats them while the younger record is alive.
 */
import type { Random } from '../../world/random.js';
import type { ClientCall, SubmitCall } from '../client-call.js';
import { edgeStep, richKey } from '../edges/edge-steps.js';
import type { ModelSetup, NodeSettings, NodeStep } from '../node-history.js';
import type { ProviderScript } from '../provider-script.js';

interface Renewals {
  /** Those of the history that have to be others. */
  readonly settings: Partial<NodeSettings>;
  readonly steps: readonly NodeStep[];
}

const RENEWALS_CHANCE = 0.12;
/** No other step makes keys of these numbers. */
const KEY = 7_000;
const MADE_TWICE = 7_001;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const IDEMPOTENCY_HOURS = 0.01;
const RETENTION_DAYS = 0.0005;
/** A record that is over is removed within so long. */
const SWEPT_WITHIN_MS = 10_000;
const CREDITS_MICRO_DA = 1_000_000_000_000;
const WELL: ProviderScript = {
  submits: [],
  polls: [],
  pendingMs: 0,
  runningMs: 300,
  end: { how: 'completed', outputMs: 1_000 },
};

export function generateRenewals(
  random: Random,
  models: readonly ModelSetup[],
  durationMs: number,
): Renewals {
  if (!random.chance(RENEWALS_CHANCE)) return { settings: {}, steps: [] };
  const from = random.between(0, Math.min(durationMs, 30_000));
  const made = richKey(KEY, CREDITS_MICRO_DA, 1_000);
  const credit: ClientCall = { op: 'add_credit', key: KEY, amountMicroDa: 5, reference: 'renewed' };
  const keyMade: ClientCall = {
    op: 'create_key',
    newKey: MADE_TWICE,
    account: 0,
    idempotencyKey: 'renewed-key',
  };
  const submits = Array.from({ length: random.between(1, 3) }, (_, n): SubmitCall => {
    const model = random.pick(models).id;
    return {
      op: 'submit',
      key: KEY,
      model,
      prompt: `Renewed ${n}`,
      idempotencyKey: `renewed-${n}`,
      script: WELL,
    };
  });
  const labelled = [...submits, keyMade];
  return {
    settings: { idempotencyHours: IDEMPOTENCY_HOURS, retentionDays: RETENTION_DAYS },
    steps: [
      edgeStep(from, made),
      edgeStep(from + 100, credit),
      ...labelled.flatMap((call) => usedAnew(random, call, from + 200)),
      edgeStep(from + RETENTION_DAYS * DAY_MS + 2 * SWEPT_WITHIN_MS, credit),
      { ...edgeStep(from + RETENTION_DAYS * DAY_MS + 500, { op: 'list_jobs', key: KEY, limit: 100 }) },
    ],
  };
}

function usedAnew(random: Random, call: ClientCall, from: number): readonly NodeStep[] {
  const firstAt = from + random.between(0, 400);
  const overAt = firstAt + IDEMPOTENCY_HOURS * HOUR_MS;
  // Mostly before the first record is swept.
  const secondAt = overAt + random.pick([-200, 50, 400, 4_000, SWEPT_WITHIN_MS + 2_000]);
  const again = Array.from({ length: random.between(2, 4) }, () =>
    edgeStep(secondAt + random.between(500, IDEMPOTENCY_HOURS * HOUR_MS - 1_000), call),
  );
  return [edgeStep(firstAt, call), edgeStep(secondAt, call), ...again];
}
