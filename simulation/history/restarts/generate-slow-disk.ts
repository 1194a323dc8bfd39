/** Makes a disk whose commits take long, and clients that read and change the same things meanwhile. */
import type { FaultLevel } from '../../model.js';
import type { Random } from '../../world/random.js';
import type { ClientCall } from '../client-call.js';
import { edgeStep, richKey } from '../edges/edge-steps.js';
import type { ModelSetup, NodeSettings, NodeStep } from '../node-history.js';

const SLOW_CHANCES: Readonly<Record<FaultLevel, number>> = { none: 0, light: 0.08, heavy: 0.15 };
/** No other step makes keys of this number, or of those behind it. */
const KEY = 20_000;
const CREDITS_MICRO_DA = 900_000_000_000;

export interface SlowDiskFacts {
  readonly faults: FaultLevel;
  readonly models: readonly ModelSetup[];
  readonly settings: NodeSettings;
  readonly durationMs: number;
}

export function generateSlowDisk(
  random: Random,
  { faults, models, settings, durationMs }: SlowDiskFacts,
): readonly NodeStep[] {
  if (!random.chance(SLOW_CHANCES[faults])) return [];
  const steps: NodeStep[] = [];
  let at = random.between(0, durationMs);
  const made = richKey(KEY, CREDITS_MICRO_DA);
  steps.push(edgeStep(at, made));
  at += 400;
  const commits = random.between(4, 12);
  const fault = random.pick(['hang_then_commit', 'commit_then_hang'] as const);
  const endsAt = at + commits * 400;
  steps.push({ id: 0, at, do: 'disk', fault, skip: 0, commits });
  // Each is let go before those who wait for it are refused, mostly.
  for (let release = at; release < endsAt + 1_000; ) {
    release += random.between(50, Math.min(900, settings.gateTimeLimitMs - 50));
    steps.push({ id: 0, at: release, do: 'release_disk' });
  }
  for (let nth = 0; at < endsAt; nth++) {
    at += random.pick([0, 5, 60, 200]);
    steps.push(edgeStep(at, nextCall(random, models, nth)));
  }
  return steps;
}

function nextCall(random: Random, models: readonly ModelSetup[], nth: number): ClientCall {
  return random.weighted<ClientCall>([
    [6, { op: 'submit', key: KEY, model: random.pick(models).id, prompt: `Slow ${nth}` }],
    [6, { op: 'list_jobs', key: KEY, limit: random.pick([3, 100]) }],
    [1, { op: 'list_jobs', key: KEY, limit: 100, status: random.pick(['completed', 'failed'] as const) }],
    [3, { op: 'credits', key: KEY }],
    [2, { op: 'ledger', key: KEY, limit: 100 }],
    [2, { op: 'show_key', key: KEY }],
    [2, { op: 'set_rpm', key: KEY, rpm: random.pick([10_001, 10_002, 10_003]) }],
    [2, { op: 'add_credit', key: KEY, amountMicroDa: 1_000, reference: `slow ${nth}` }],
    [1, { op: 'list_keys' }],
    [1, { op: 'create_key', newKey: KEY + 1 + nth, account: 0 }],
    [1, { op: 'activity', key: KEY }],
  ]);
}
