/**
 * Makes many jobs, texts and orders that are open when the process ends, of which the next one takes up a few
 * at a time; and texts by themselves, as the process is killed.
 */
import type { FaultLevel } from '../../model.js';
import type { Random } from '../../world/random.js';
import type { ClientCall } from '../client-call.js';
import { edgeStep, richKey } from '../edges/edge-steps.js';
import type { SmallLimits } from '../limits/small-limits.js';
import type { ModelSetup, NodeStep } from '../node-history.js';
import { providerKind } from '../provider-kinds.js';
import type { ProviderScript, ReadMove } from '../provider-script.js';
import type { TextSetup } from '../texts/text-setup.js';
import { endAndStart, killedAt, submitTo } from './restart-steps.js';

interface OpenWork {
  /** In the place of those that the history has drawn. */
  readonly limits: SmallLimits;
  readonly steps: readonly NodeStep[];
}

export interface OpenWorkFacts {
  readonly faults: FaultLevel;
  readonly models: readonly ModelSetup[];
  readonly texts: TextSetup | undefined;
  readonly durationMs: number;
}

const OPEN_WORK_CHANCE = 0.22;
const OPEN_TEXTS_CHANCE = 0.5;
const SMALL_CHANCE = 0.7;
/** No other step makes keys of these numbers. */
const [KEY, TEXTS_KEY] = [7_200, 9_300];
const CREDITS_MICRO_DA = 900_000_000_000_000;
const NEVER_SENT: readonly ReadMove[] = Array.from({ length: 30 }, () => ({ delayMs: 0, do: 'never' }));
const LOOKS_AFTER_MS = [8_000, 20_000, 45_000, 75_000] as const;
const STEPS = [
  'takenUpAtOnce',
  'generationsResumedAtOnce',
  'remindersLoadedAtOnce',
  'remindersFiredAtOnce',
] as const;

export function generateOpenWork(
  random: Random,
  { faults, models, texts, durationMs }: OpenWorkFacts,
): OpenWork {
  if (!random.chance(OPEN_WORK_CHANCE)) return { limits: {}, steps: [] };
  const from = random.between(0, durationMs);
  const made = richKey(KEY, CREDITS_MICRO_DA);
  const longest = models.toSorted((a, b) => b.deadlineAfterMs - a.deadlineAfterMs)[0];
  const jobs = Array.from({ length: random.between(3, 9) }, (_, n) =>
    submitOf(random, random.chance(0.7) && longest ? longest : random.pick(models), n),
  );
  const asked = texts === undefined ? [] : Array.from({ length: 4 }, (_, n) => textOf(random, texts, n));
  const began = [...jobs, ...asked].map((call) => edgeStep(from + random.between(300, 700), call));
  const endsAt = from + random.between(900, 2_500);
  const ends = [endAndStart(random, faults, endsAt)];
  if (random.chance(0.5)) {
    const afterMs = random.pick([3_200, 9_000, 25_000, 50_000]);
    ends.push(endAndStart(random, faults, endsAt + afterMs));
  }
  // Some providers begin with what was queued as the process ended.
  const looks = LOOKS_AFTER_MS.map((ms) => edgeStep(endsAt + ms, { op: 'list_jobs', key: KEY, limit: 20 }));
  const small = STEPS.map((name) => [name, random.pick([1, 2, 3])] as const);
  return {
    limits: random.chance(SMALL_CHANCE) ? Object.fromEntries(small) : {},
    steps: [edgeStep(from, made), ...began, ...ends, ...looks],
  };
}

/** Streams that go on for a second at least, whatever their model may make, as the process is killed. */
export function generateOpenTexts(random: Random, { faults, texts, durationMs }: OpenWorkFacts): OpenWork {
  if (texts === undefined || faults === 'none' || !random.chance(OPEN_TEXTS_CHANCE))
    return { limits: {}, steps: [] };
  const from = random.between(0, durationMs);
  const asked = Array.from({ length: random.between(3, 7) }, (_, n) =>
    edgeStep(from + random.between(300, 400), {
      op: 'chat',
      key: TEXTS_KEY,
      model: random.pick(texts.models).id,
      prompt: `Open stream ${n}`,
      isStreamed: true,
      cap: 4,
      script: { begins: [], tokens: 4, tokenMs: 400, usage: 'last', tailMs: 0 },
    }),
  );
  const end = killedAt(random, from + random.between(700, 1_000), random.pick([0, 50, 3_000]));
  return {
    limits: { generationsResumedAtOnce: random.pick([1, 2, 3]) },
    steps: [edgeStep(from, richKey(TEXTS_KEY, CREDITS_MICRO_DA)), ...asked, end],
  };
}

function submitOf(random: Random, model: ModelSetup, nth: number): ClientCall {
  const askAgainAfterMs = random.pick([undefined, 500, 3_000]);
  const isNeverSent = providerKind(model.provider)?.results === 'read' && random.chance(0.4);
  const script: ProviderScript = {
    submits: [],
    polls: [],
    ...(isNeverSent && { reads: NEVER_SENT }),
    pendingMs: isNeverSent ? 0 : random.pick([0, 5_000, 30_000]),
    runningMs: isNeverSent ? 100 : random.pick([4_000, 60_000, 200_000]),
    end: { how: 'completed', outputMs: 1_000 },
    ...(askAgainAfterMs === undefined ? {} : { askAgainAfterMs }),
  };
  return submitTo(model, { key: KEY, prompt: `Open ${nth}`, script });
}

function textOf(random: Random, { models }: TextSetup, nth: number): ClientCall {
  return {
    op: 'chat',
    key: KEY,
    model: random.pick(models).id,
    prompt: `Open text ${nth}`,
    isStreamed: true,
    script: { begins: [], tokens: 40, tokenMs: 150, usage: 'last', tailMs: 0 },
  };
}
