/**
 * Makes submits without a known outcome to providers that take a repeat for the same. Some of those put the
 * repeat off, while the model has another route, and most are under way when the process ends; others take it
 * only for a while.
 */
import type { FaultLevel } from '../../model.js';
import type { Random } from '../../world/random.js';
import { edgeStep, richKey } from '../edges/edge-steps.js';
import type { ModelSetup, NodeStep, OutageStep } from '../node-history.js';
import { providerKind } from '../provider-kinds.js';
import type { ProviderScript, SubmitMove } from '../provider-script.js';
import { endAndStart, submitTo } from './restart-steps.js';

const REPEATS_CHANCE = 0.5;
/** No other step makes a key of this number. */
const KEY = 9_230;
const LOST_CHANCE = 0.7;
/** No other step makes a key of this number. */
const LOST_KEY = 9_231;
const CREDITS_MICRO_DA = 900_000_000_000_000;
/** The answer comes so late that the process is gone by then, mostly. */
const LATE_MS = [300, 1_500, 4_000];

export interface RepeatFacts {
  readonly faults: FaultLevel;
  readonly models: readonly ModelSetup[];
  readonly durationMs: number;
}

export function generatePutOffRepeats(
  random: Random,
  { faults, models, durationMs }: RepeatFacts,
): readonly NodeStep[] {
  const fitting = models.filter(
    ({ provider, fallbacks }) =>
      fallbacks !== undefined && providerKind(provider)?.lostAnswer === 'idempotent',
  );
  if (faults === 'none' || fitting.length === 0 || !random.chance(REPEATS_CHANCE)) return [];
  const model = random.pick(fitting);
  const from = random.between(0, durationMs);
  const endsAt = from + 1_500;
  const submits = Array.from({ length: random.between(3, 6) }, (_, n) => {
    const at = endsAt - random.pick([20, 100, 250, 700, 1_100]);
    const script = completing(unheardAndPutOff(random));
    return edgeStep(at, submitTo(model, { key: KEY, prompt: `Unheard ${n}`, script }));
  });
  return [
    edgeStep(from, richKey(KEY, CREDITS_MICRO_DA)),
    ...submits,
    endAndStart(random, faults, endsAt),
    ...(random.chance(0.3) ? [endAndStart(random, faults, endsAt + 3_200)] : []),
  ];
}

/** The answer of a provider that remembers jobs for a while is lost, and it is asked once more in time. */
export function generateLostAnswers(
  random: Random,
  { faults, models, durationMs }: RepeatFacts,
): readonly NodeStep[] {
  const fitting = models.filter(({ provider }) => providerKind(provider)?.idempotentForMs !== undefined);
  if (faults === 'none' || fitting.length === 0 || !random.chance(LOST_CHANCE)) return [];
  const model = random.pick(fitting);
  let at = random.between(0, durationMs);
  const steps: NodeStep[] = [edgeStep(at, richKey(LOST_KEY, CREDITS_MICRO_DA))];
  for (let left = random.between(2, 4); left > 0; left--) {
    at += random.pick([300, 1_500]);
    const { provider } = model;
    const lost: OutageStep = { id: 0, at, do: 'outage', how: 'answer_lost', skip: 0, calls: 1, provider };
    const submit = submitTo(model, { key: LOST_KEY, prompt: `Lost ${left}`, script: completing([]) });
    steps.push(lost, edgeStep(at, submit));
  }
  return steps;
}

/** By which a job completes once a submit is taken. */
function completing(submits: readonly SubmitMove[]): ProviderScript {
  const end = { how: 'completed', outputMs: 1_000 } as const;
  return { submits, polls: [], pendingMs: 0, runningMs: 400, end };
}

function unheardAndPutOff(random: Random): readonly SubmitMove[] {
  const unheard: SubmitMove = {
    delayMs: random.pick(LATE_MS),
    do: random.pick(['accept', 'accept', 'accept_then_error', 'accept_then_never', 'error'] as const),
  };
  const putOff = Array.from({ length: random.between(1, 3) }, (): SubmitMove => {
    return { delayMs: 20, do: 'not_now', ...(random.chance(0.5) ? { askAgainAfterMs: 200 } : {}) };
  });
  return [unheard, ...putOff];
}
