/**
 * Makes jobs that are open at their deadline, and what befalls the node just then: the disk fails as the
 * deadline is noted, or the process ends while their provider is asked for the last time.
 */
import type { FaultLevel } from '../../model.js';
import type { Random } from '../../world/random.js';
import type { SubmitCall } from '../client-call.js';
import { edgeStep, richKey } from '../edges/edge-steps.js';
import { DISK_FAULTS, type ModelSetup, type NodeStep } from '../node-history.js';
import { providerKind } from '../provider-kinds.js';
import type { PollMove, ProviderScript, SubmitMove } from '../provider-script.js';
import { endAndStart, submitTo } from './restart-steps.js';

export interface DueFacts {
  readonly faults: FaultLevel;
  readonly models: readonly ModelSetup[];
  readonly durationMs: number;
}

const DUE_CHANCES: Readonly<Record<FaultLevel, number>> = { none: 0.05, light: 0.12, heavy: 0.2 };
/** No other step makes a key of this number. */
const KEY = 9_100;
const LATE_KEY = 9_430;
const LATE_CHANCE = 0.6;
/** Its answer is waited for until then. */
const TAKEN_LATE_MS_MAX = 10_000;
const CREDITS_MICRO_DA = 900_000_000_000_000;
/** Behind the request for the key. */
const MADE_MS = 400;
/** Others would make the history too long. */
const DEADLINE_MS_MAX = 45_000;
/** Beyond all deadlines. */
const LONG_MS = 600_000;
/** For so long a provider is asked for the last time. */
const LAST_CALL_MS = 4_500;
/** Until long after the deadline. */
export const NOT_ANSWERED: readonly PollMove[] = Array.from({ length: 15 }, () => ({
  delayMs: 0,
  do: 'never',
}));

export function generateDueJobs(
  random: Random,
  { faults, models, durationMs }: DueFacts,
): readonly NodeStep[] {
  const short = models.filter(({ deadlineAfterMs }) => deadlineAfterMs <= DEADLINE_MS_MAX);
  if (short.length === 0 || !random.chance(DUE_CHANCES[faults])) return [];
  const model = random.pick(short);
  const from = random.between(0, durationMs);
  const madeAt = from + MADE_MS;
  const dueAt = madeAt + model.deadlineAfterMs;
  const jobs = Array.from({ length: random.between(1, 4) }, (_, n) =>
    edgeStep(madeAt + random.pick([0, 0, 3]), dueJob(random, model, `Due ${n}`)),
  );
  const endsAt = dueAt + random.between(1, LAST_CALL_MS);
  const isEnd = faults === 'none' || random.chance(0.5);
  const trouble = isEnd ? [endAndStart(random, faults, endsAt)] : diskFailsAt(random, dueAt);
  return [edgeStep(from, richKey(KEY, CREDITS_MICRO_DA)), ...jobs, ...trouble];
}

function dueJob(
  random: Random,
  model: ModelSetup,
  prompt: string,
  submits: readonly SubmitMove[] = [],
): SubmitCall {
  const askAgainAfterMs = random.pick([undefined, 500, model.deadlineAfterMs + 7_000]);
  const script: ProviderScript = {
    submits,
    polls: random.chance(0.7) ? NOT_ANSWERED : [],
    pendingMs: random.pick([0, LONG_MS]),
    runningMs: LONG_MS,
    end: { how: 'never' },
    ...(askAgainAfterMs === undefined ? {} : { askAgainAfterMs }),
  };
  return submitTo(model, { key: KEY, prompt, script });
}

/** The next few commits from about then on. */
function diskFailsAt(random: Random, dueAt: number): readonly NodeStep[] {
  const fault = random.pick(DISK_FAULTS);
  const at = dueAt - random.pick([0, 1, 5, 20]);
  const commits = random.between(1, 3);
  const failing: NodeStep = { id: 0, at, do: 'disk', fault, skip: 0, commits };
  if (fault === 'reject' || fault === 'reject_yet_visible') return [failing];
  const releases = Array.from({ length: commits }, (_, n): NodeStep => {
    return { id: 0, at: at + (n + 1) * random.between(200, 4_000), do: 'release_disk' };
  });
  return [failing, ...releases];
}

/**
 * Jobs that a provider takes after their deadline, and of which it then says nothing: it knows them by their
 * ids, and can give them up.
 */
export function generateLateTakings(random: Random, { models, durationMs }: DueFacts): readonly NodeStep[] {
  const fitting = models.filter(({ provider, deadlineAfterMs, fallbacks = [] }) => {
    const kind = providerKind(provider);
    const isNamed = kind?.lostAnswer === 'findable' && kind.cancels;
    return isNamed && fallbacks.length === 0 && deadlineAfterMs <= TAKEN_LATE_MS_MAX;
  });
  if (fitting.length === 0 || !random.chance(LATE_CHANCE)) return [];
  const model = random.pick(fitting);
  const at = random.between(0, durationMs);
  const job = dueJob(random, model, 'Taken late', [
    { delayMs: model.deadlineAfterMs + 2_000, do: 'accept_then_error' },
  ]);
  return [
    edgeStep(at, richKey(LATE_KEY, CREDITS_MICRO_DA)),
    edgeStep(at + MADE_MS, { ...job, key: LATE_KEY }),
  ];
}
