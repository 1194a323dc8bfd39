/** Makes what concerns kept results: which are kept, the store's bounds, fetches, and faults of its files. */
import type { FaultLevel } from '../../model.js';
import type { Random } from '../../world/random.js';
import { routesOf } from '../model-routes.js';
import { FILE_FAULTS, type KeptSettings, type ModelSetup, type NodeStep } from '../node-history.js';
import { type ProviderName, providerKind } from '../provider-kinds.js';
import type { ProviderScript } from '../provider-script.js';
import { generateMovedResults } from './generate-moved-results.js';
import { clipsAroundRestart, clipsOfRivals, flakyDisk, manyClips } from './generate-store-troubles.js';

interface Kept {
  /** Absent if nothing is kept. */
  readonly kept?: KeptSettings;
  readonly steps: readonly NodeStep[];
}

const KEPT_CHANCE = 0.5;
/** A clip has some 17 bytes. */
const BYTES_MAX = [20, 40, 150, 1_000_000];
const FEW_CLIPS_BYTES = 90;
const BROKEN_CHANCE = 0.6;
/** A clip is old enough to make room while further ones come. */
const SOON_OLD_MS = 5_000;
/** A clip that a restart finds old enough, and is not as old when the next one comes after that. */
const OLD_AT_RESTART_MS = 15_000;
/** In a store that is full, no submit is refused without a reason. */
const ROOM_BYTES = [500, 1_000_000];
const BREAKS = ['breaks_off', 'breaks_off', 'no_clip'] as const;
const TROUBLES_MAX: Readonly<Record<FaultLevel, number>> = { none: 0, light: 2, heavy: 5 };

export interface KeptFacts {
  readonly faults: FaultLevel;
  readonly accounts: number;
  readonly keys: number;
  readonly models: readonly ModelSetup[];
  readonly durationMs: number;
}

export function generateKept(random: Random, facts: KeptFacts): Kept {
  const { faults, keys, models, durationMs } = facts;
  const providers = new Set(models.flatMap(routesOf).map(({ provider }) => provider));
  const read = [...providers].filter((name) => providerKind(name)?.results === 'read');
  if (read.length === 0 || !random.chance(KEPT_CHANCE)) return { steps: [] };
  const fetches = Array.from({ length: random.between(3, 12) }, (): NodeStep => {
    const call = { op: 'content', key: random.below(keys), job: 0 } as const;
    return { id: 0, at: random.between(0, durationMs), do: 'request', call, bodyAfterMs: 0, client: 2 };
  });
  const troubles = Array.from({ length: random.between(0, TROUBLES_MAX[faults]) }, () =>
    trouble(random, random.between(0, durationMs)),
  );
  const submits = submitsFor(random.fork('submits'), models, keys, durationMs);
  const broken = faults === 'none' ? [] : brokenReads(random.fork('broken reads'), models, keys, durationMs);
  const kept = settings(random, read);
  const moved = generateMovedResults(random.fork('moved'), models, kept, durationMs);
  const steps = [...submits, ...fetches, ...troubles, ...broken, ...moved];
  const arranged = storeTrouble(random.fork('store'), facts, kept);
  if (arranged === undefined) return { kept, steps };
  const { steps: more, ...changed } = arranged;
  return { kept: { ...kept, ...changed }, steps: [...steps, ...more] };
}

/** Of jobs whose results may well be kept, one after another. */
function submitsFor(
  random: Random,
  models: readonly ModelSetup[],
  keys: number,
  durationMs: number,
): readonly NodeStep[] {
  const model = readModel(random, models);
  const from = random.between(0, durationMs);
  return Array.from({ length: random.between(2, 8) }, (_, n): NodeStep => {
    const call = { op: 'submit', key: random.below(keys), model, prompt: `Kept scene ${n + 1}` } as const;
    return { id: 0, at: from + n * 1_500, do: 'request', call, bodyAfterMs: 0, client: 2 };
  });
}

/** One whose results are read, if there is one. */
function readModel(random: Random, models: readonly ModelSetup[]): string {
  const fitting = models.filter(({ provider }) => providerKind(provider)?.results === 'read');
  return random.pick(fitting.length > 0 ? fitting : models).id;
}

/** Of jobs whose results break off, once or more, before they come whole or not at all. */
function brokenReads(
  random: Random,
  models: readonly ModelSetup[],
  keys: number,
  durationMs: number,
): readonly NodeStep[] {
  if (!random.chance(BROKEN_CHANCE)) return [];
  const [key, model] = [random.below(keys), readModel(random, models)];
  let at = random.between(0, durationMs);
  return Array.from({ length: random.between(4, 12) }, (_, n): NodeStep => {
    const broken = random.between(0, 4);
    const reads = Array.from({ length: broken }, () => ({ delayMs: 0, do: random.pick(BREAKS) }));
    const script: ProviderScript = {
      submits: [],
      polls: [],
      reads,
      pendingMs: 0,
      runningMs: 100,
      end: { how: 'completed', outputMs: 1_000 },
    };
    const call = { op: 'submit', key, model, prompt: `Broken scene ${n}`, script } as const;
    at += random.pick([300, 1_000, 4_000, 9_000]);
    return { id: 0, at, do: 'request', call, bodyAfterMs: 0, client: 2 };
  });
}

/** Steps, and the settings that they need. */
type Arranged = Partial<KeptSettings> & { readonly steps: readonly NodeStep[] };

/** The first whose results are kept for sure; undefined if there is none. */
function keptModel(models: readonly ModelSetup[], providers: KeptSettings['providers']): string | undefined {
  return models.find(({ provider }) => providers.includes(provider))?.id;
}

/** Undefined if the history has none that is arranged. */
function storeTrouble(
  random: Random,
  { faults, accounts, models, durationMs }: KeptFacts,
  { providers, keptMsMin }: KeptSettings,
): Arranged | undefined {
  const model = keptModel(models, providers);
  if (model === undefined) return undefined;
  const at = random.between(0, durationMs);
  const faulty = faults === 'none' ? 0 : 1;
  return random.weighted<() => Arranged | undefined>([
    [1, () => aroundRestart(random.fork('restart'), model, at)],
    [accounts < 2 ? 0 : 1.5, () => rivals(random.fork('rivals'), model, at, keptMsMin)],
    [faulty, () => ({ bytesMax: random.pick(ROOM_BYTES), steps: manyClips(random.fork('many'), model, at) })],
    [
      2 * faulty,
      () => ({ bytesMax: random.pick(ROOM_BYTES), steps: flakyDisk(random.fork('flaky'), model, at) }),
    ],
    [0.5, () => undefined],
  ])();
}

/** A store that is full; its clips are mostly old enough to make room when it starts again. */
function aroundRestart(random: Random, model: string, from: number): Arranged {
  const isOld = random.chance(0.7);
  const restMs = isOld ? OLD_AT_RESTART_MS : 0;
  const steps = clipsAroundRestart(random, { model, from, restMs });
  return { bytesMax: FEW_CLIPS_BYTES, ...(isOld && { keptMsMin: OLD_AT_RESTART_MS }), steps };
}

function rivals(random: Random, model: string, at: number, keptMsMin: number): Arranged {
  return {
    bytesMax: FEW_CLIPS_BYTES,
    keptMsMin: Math.min(keptMsMin, SOON_OLD_MS),
    steps: clipsOfRivals(random, model, at),
  };
}

function settings(random: Random, read: readonly ProviderName[]): KeptSettings {
  const saidBy = random.fork('said').weighted<KeptSettings['saidBy']>([
    [3, undefined],
    [2, 'top'],
    [2, 'each_against_top'],
    [1, 'kinds'],
  ]);
  return {
    ...(saidBy && { saidBy }),
    providers: random.chance(0.7) ? read : [random.pick(read)],
    bytesMax: random.pick(BYTES_MAX),
    keptMsMin: random.pick([0, 5_000, 60_000]),
  };
}

function trouble(random: Random, at: number): NodeStep {
  const [skip, operations] = [random.between(0, 8), random.between(1, 6)];
  if (random.chance(0.5)) {
    return { id: 0, at, do: 'files', fault: random.pick(FILE_FAULTS), skip, operations };
  }
  return {
    id: 0,
    at,
    do: 'crash',
    on: 'file_operation',
    nth: random.between(1, 9),
    side: random.pick(['before', 'after'] as const),
    undecided: random.pick(['lost', 'kept'] as const),
    downMs: random.between(0, 50),
    times: 1,
    reboot: false,
  };
}
