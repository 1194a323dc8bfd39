/**
 * Makes a model of video, and one of text if there are texts, that a reload takes away while jobs and texts
 * of it are under way and others are settled, and mostly another one brings back: with all that clients ask
 * for before, meanwhile and afterwards. Or it gets other bounds on its lengths, as it goes or comes back.
 */
import type { FaultLevel } from '../../model.js';
import type { Random } from '../../world/random.js';
import type { ClientCall, SubmitCall } from '../client-call.js';
import { edgeStep, richKey } from '../edges/edge-steps.js';
import { lengthsOf } from '../model-routes.js';
import type { ModelSetup, NodeStep, ReloadStep } from '../node-history.js';
import type { ProviderScript } from '../provider-script.js';
import { LEFT_WAYS, type LeftModels, type LengthBounds } from '../reload-words.js';
import type { TextSetup } from '../texts/text-setup.js';
import { type Asked, leftTexts } from './left-texts.js';
import { mistakeOf } from './reload-mistakes.js';

interface LeftFacts {
  readonly faults: FaultLevel;
  /** In the order of the setup. */
  readonly models: readonly ModelSetup[];
  readonly texts: TextSetup | undefined;
  readonly openJobsMax: number;
  readonly durationMs: number;
}

interface Left {
  /** Behind the others of the setup. */
  readonly models: readonly ModelSetup[];
  readonly texts: TextSetup | undefined;
  readonly steps: readonly NodeStep[];
}

const LEFT_CHANCE = 0.3;
const MISTAKE_CHANCE = 0.3;
const BACK_CHANCE = 0.8;
const OTHER_PRICE_CHANCE = 0.4;
const ONE_JOB_CHANCE = 0.3;
const RESTART_CHANCE = 0.45;
/** Of the embedded provider; its entry says that it is not offered. */
const EMBEDDED = 'sim/video-half';
const EMBEDDED_CHANCE = 0.3;
/** How many have other bounds: in the place of going away, or once they are back. */
const BOUNDS_WHEN = [
  [2, 'going'],
  [2, 'back'],
  [4, 'never'],
] as const;
/** Before, it takes a second to a minute, and four seconds by default. */
const BOUNDS: LengthBounds = { lengthMinMs: 2_000, lengthMaxMs: 10_000, lengthDefaultMs: 6_000 };
const BEYOND_BOUNDS = 60;
const [VIDEO, TEXT] = ['model/left', 'text/left'];
/** No other step makes keys of these numbers. */
const [KEY, POOR_KEY, BUSY_KEY, TEXT_KEY] = [38_000, 38_001, 38_002, 38_003];
const CREDITS_MICRO_DA = 900_000_000_000;
/** Of the busy key, whose window is full as its job is asked for again. */
const BUSY_RPM = 2;
const PRICES = [3, 333_333, 1_000_000];
const DEADLINE_MS = 120_000;
const KEYS_MS = 400;
/** Around the reload, in ms. */
const CLOSE = [-40, -5, 0, 5, 60];

export function generateLeftModels(random: Random, facts: LeftFacts): Left {
  const { faults, models, texts, openJobsMax, durationMs } = facts;
  const [like] = models;
  if (like === undefined || !random.chance(LEFT_CHANCE)) return { models: [], texts, steps: [] };
  // Its providers are those of another model, so that they are named without it.
  const model: ModelSetup = {
    ...{ ...like, id: VIDEO, deadlineAfterMs: DEADLINE_MS },
    pricePerSecondMicroDa: random.pick(PRICES),
  };
  const written = (texts?.models ?? []).slice(0, 1).map((one) => ({ ...one, id: TEXT }));
  const asked = [jobsOf(random, model), ...written.map((one) => leftTexts(random, one, TEXT_KEY))];
  const changesWhen = random.weighted(BOUNDS_WHEN);
  const bounds = { bounds: { [VIDEO]: BOUNDS } };
  const going = changesWhen === 'going' ? written : [model, ...written];
  const left: LeftModels = {
    ...Object.fromEntries(going.map(({ id }) => [id, random.pick(LEFT_WAYS)])),
    ...(random.chance(EMBEDDED_CHANCE) && { [EMBEDDED]: 'not_offered' }),
  };
  const at = random.between(0, durationMs);
  const goneAt = at + random.pick([1_500, 3_000, 6_000]);
  const backAt = goneAt + random.pick([8_000, 25_000, 70_000]);
  const hasRoomForOne = random.chance(ONE_JOB_CHANCE);
  const room = (max: number) => (hasRoomForOne ? { options: { openJobsMax: max } } : {});
  const spread = (calls: readonly ClientCall[], from: number, to: number) =>
    calls.map((call) => asStep(random.between(from, to), call));
  const pick = (part: keyof Asked) => asked.flatMap((one) => one[part]);
  const steps = [
    ...keysAt(at, model),
    ...spread(pick('before'), at + KEYS_MS, goneAt - 300),
    ...(random.chance(MISTAKE_CHANCE)
      ? [reload(goneAt - 250, { isMistaken: true, ...mistakeOf(random), leftModels: left })]
      : []),
    ...spread([{ op: 'models', key: KEY }], goneAt - 240, goneAt),
    reload(goneAt, { leftModels: left, ...(changesWhen === 'going' && bounds), ...room(1) }),
    ...pick('meanwhile').map((call) => asStep(goneAt + random.pick(CLOSE), call)),
    ...spread(pick('meanwhile'), goneAt + 60, backAt),
    ...(faults !== 'none' && random.chance(RESTART_CHANCE)
      ? [restart(random.between(goneAt + 500, backAt - 4_000), random.pick([50, 1_000]))]
      : []),
    reload(backAt, {
      ...(random.chance(BACK_CHANCE) ? { leftModels: {}, ...pricesThen(random, models) } : {}),
      ...(changesWhen === 'back' && bounds),
      ...room(openJobsMax),
    }),
    ...spread(pick('afterwards'), backAt, backAt + 5_000),
  ];
  return { models: [model], texts: texts && { ...texts, models: [...texts.models, ...written] }, steps };
}

function jobsOf(random: Random, model: ModelSetup): Asked {
  const submit = (name: string, key: number, script: ProviderScript): SubmitCall => {
    const idempotencyKey = `left ${name}`;
    return { op: 'submit', key, model: model.id, prompt: `Left scene ${name}`, idempotencyKey, script };
  };
  const quick = scriptOf(random.pick([100, 700]));
  const over = submit('over', KEY, quick);
  const underWay = submit('under way', KEY, scriptOf(random.pick([9_000, 40_000])));
  const poor = submit('poor', POOR_KEY, quick);
  const busy = submit('busy', BUSY_KEY, quick);
  const late = submit('late', KEY, quick);
  const { idempotencyKey: _, ...alone } = submit('alone', KEY, quick);
  const poorer = { ...alone, key: POOR_KEY, prompt: 'Left scene poorer' };
  const long = { ...submit('long', KEY, quick), seconds: BEYOND_BOUNDS };
  const longer = { ...alone, prompt: 'Left scene of longer', seconds: BEYOND_BOUNDS };
  const repeats = [over, underWay, poor, busy, long];
  const looks: readonly ClientCall[] = [
    { op: 'models', key: KEY },
    { op: 'poll', key: KEY, job: 0 },
    { op: 'list_jobs', key: KEY, limit: 10 },
    { op: 'activity', key: KEY, model: model.id },
    { op: 'ledger', key: KEY, limit: 20 },
    { op: 'credits', key: POOR_KEY },
  ];
  return {
    before: [...repeats, alone],
    meanwhile: [
      ...repeats,
      ...looks,
      ...[late, longer, { ...alone, prompt: 'Left scene anew' }, poorer],
      { ...over, prompt: 'Left scene of another kind' },
      { ...underWay, model: 'sim/video-instant' },
      { ...alone, prompt: 'Left scene half', model: EMBEDDED },
      { ...alone, prompt: 'Left scene of too long', seconds: 4_000 },
    ],
    afterwards: [...repeats, ...looks, late, longer, { ...alone, prompt: 'Left scene again' }, poorer],
  };
}

function keysAt(at: number, model: ModelSetup): readonly NodeStep[] {
  const oneJob = Math.ceil((model.pricePerSecondMicroDa * lengthsOf(model).lengthDefaultMs) / 1_000);
  return [
    richKey(KEY, CREDITS_MICRO_DA),
    richKey(POOR_KEY, oneJob),
    richKey(BUSY_KEY, CREDITS_MICRO_DA, BUSY_RPM),
    richKey(TEXT_KEY, CREDITS_MICRO_DA),
  ].map((call) => edgeStep(at, call));
}

function asStep(at: number, call: ClientCall): NodeStep {
  const step = edgeStep(at, call);
  return 'key' in call && call.key === BUSY_KEY ? { ...step, obeys: 'milliseconds' } : step;
}

function reload(at: number, changes: Partial<ReloadStep>): ReloadStep {
  return { id: 0, do: 'reload', isMistaken: false, ...changes, at };
}

function restart(at: number, downMs: number): NodeStep {
  return { id: 0, at, do: 'restart', downMs };
}

/** Those of the others are what they are in the setup. */
function pricesThen(random: Random, models: readonly ModelSetup[]): Pick<ReloadStep, 'prices'> {
  if (!random.chance(OTHER_PRICE_CHANCE)) return {};
  return {
    prices: [...models.map(({ pricePerSecondMicroDa }) => pricePerSecondMicroDa), random.pick(PRICES)],
  };
}

/** It is done well before its deadline. */
function scriptOf(runningMs: number): ProviderScript {
  return {
    ...{ submits: [], polls: [], pendingMs: 0, runningMs, askAgainAfterMs: 500 },
    end: { how: 'completed', outputMs: 2_000 },
  };
}
