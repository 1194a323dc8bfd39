/**
 * Makes commits one right behind the other that write the same records, some of them long and others short.
 * The last fails, so the records get back their values of before it; the process may end before anything else
 * is written.
 */
import type { FaultLevel } from '../../model.js';
import type { Random } from '../../world/random.js';
import type { ClientCall } from '../client-call.js';
import { edgeStep, richKey } from '../edges/edge-steps.js';
import type { SmallLimits } from '../limits/small-limits.js';
import { DISK_FAULTS, type ModelSetup, type NodeStep } from '../node-history.js';
import type { ProviderScript } from '../provider-script.js';
import { endAndStart } from './restart-steps.js';

interface LongCommits {
  /** In the place of those that the history has drawn. */
  readonly limits: SmallLimits;
  readonly steps: readonly NodeStep[];
}

interface CommitFacts {
  readonly faults: FaultLevel;
  readonly models: readonly ModelSetup[];
  readonly durationMs: number;
}

const CHANCES: Readonly<Record<FaultLevel, number>> = { none: 0, light: 0.12, heavy: 0.2 };
/** No other step makes a key of this number. */
const KEY = 8_200;
const CREDITS_MICRO_DA = 900_000_000_000;
/** Between a commit of one turn and one of some. */
const CHARACTERS_REMEMBERED = [1_500, 3_000, 6_000];
const ROUND_MS = 3_000;
/** Well below the time limit of a commit. */
const EACH_MS = 40;
/** Its job writes nothing more for a while. */
const SCRIPT: ProviderScript = {
  submits: [],
  polls: [],
  pendingMs: 0,
  runningMs: 60_000,
  end: { how: 'never' },
};

export function generateLongCommits(
  random: Random,
  { faults, models, durationMs }: CommitFacts,
): LongCommits {
  if (!random.chance(CHANCES[faults])) return { limits: {}, steps: [] };
  const from = random.between(0, durationMs);
  const steps: NodeStep[] = [edgeStep(from, richKey(KEY, CREDITS_MICRO_DA))];
  for (let round = 1; round <= 4; round++)
    steps.push(...roundOf(random, faults, models, from + round * ROUND_MS, round));
  return { limits: { charactersRemembered: random.pick(CHARACTERS_REMEMBERED) }, steps };
}

/** Each commit hangs until the requests of the next one are there. */
function roundOf(
  random: Random,
  faults: FaultLevel,
  models: readonly ModelSetup[],
  from: number,
  round: number,
): readonly NodeStep[] {
  const steps: NodeStep[] = [];
  const count = random.between(2, 4);
  const hang = random.pick(['hang_then_commit', 'commit_then_hang'] as const);
  const fails = random.pick(DISK_FAULTS);
  steps.push({ id: 0, at: from, do: 'disk', fault: hang, skip: 0, commits: count - 1 });
  steps.push({ id: 0, at: from, do: 'disk', fault: fails, skip: 0, commits: 1 });
  let at = from;
  for (let nth = 0; nth < count; nth++) {
    at += EACH_MS;
    const isLong = nth === count - 2 || (nth > 0 && random.chance(0.3));
    const turns = isLong ? random.between(4, 10) : 1;
    for (let turn = 0; turn < turns; turn++)
      steps.push(edgeStep(at, change(random, models, `${round}.${nth}.${turn}`)));
    steps.push({ id: 0, at: at + EACH_MS / 2, do: 'release_disk' });
  }
  for (let reads = random.between(0, 3); reads > 0; reads--)
    steps.push(edgeStep(at + random.between(0, EACH_MS), reading(random)));
  if (random.chance(0.7)) steps.push(endAndStart(random, faults, at + random.pick([100, 400, 1_500])));
  return steps;
}

function change(random: Random, models: readonly ModelSetup[], name: string): ClientCall {
  return random.weighted<ClientCall>([
    [3, { op: 'add_credit', key: KEY, amountMicroDa: 1_000, reference: `in a row ${name}` }],
    [
      3,
      { op: 'submit', key: KEY, model: random.pick(models).id, prompt: `In a row ${name}`, script: SCRIPT },
    ],
    [1, { op: 'set_rpm', key: KEY, rpm: random.pick([10_001, 10_002, 10_003]) }],
  ]);
}

function reading(random: Random): ClientCall {
  return random.pick<ClientCall>([
    { op: 'credits', key: KEY },
    { op: 'show_key', key: KEY },
    { op: 'list_keys' },
    { op: 'ledger', key: KEY, limit: 100 },
    { op: 'list_jobs', key: KEY, limit: 100 },
    { op: 'activity', key: KEY },
  ]);
}
