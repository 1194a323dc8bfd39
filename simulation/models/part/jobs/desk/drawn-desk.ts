/** The models, routes, keys and bounds of a history of jobs, and what may be asked about them. Plain JSON. */
import type { Random } from '../../../../world/random.js';
import { type JobAct, jobAct, PRICES } from '../job-acts.js';
import type { Lost } from '../told-jobs.js';

export const PROVIDERS = ['a', 'b', 'c'] as const;
export type ProviderName = (typeof PROVIDERS)[number];
export const KEYS = 3;
const MODELS = ['film', 'clip/2', 'short'];
const STATUSES = ['pending', 'in_progress', 'completed', 'failed'] as const;
export type Status = (typeof STATUSES)[number];

interface DrawnProvider {
  readonly lost: Lost;
  /** The wishes that it cannot serve: images, or lengths that are no whole seconds. */
  readonly cannot: 'image' | 'length' | 'either' | 'nothing';
}

export interface DrawnModel {
  readonly id: string;
  readonly pricePerSecond: number;
  readonly minMs: number;
  readonly maxMs: number;
  readonly defaultMs: number;
  readonly allowedMs?: readonly number[];
  readonly deadlineAfterMs: number;
  /** In order of preference, by provider; each calls the model by a name of its own. */
  readonly routes: readonly (readonly [provider: ProviderName, model: string])[];
}

export interface DeskLimits {
  readonly providers: Readonly<Record<ProviderName, DrawnProvider>>;
  readonly models: readonly DrawnModel[];
  readonly openJobsMax: number;
  readonly keptMs: number;
  readonly rememberedMs: number;
  readonly readingLimitMs: number;
  readonly jobsLookedAt: number;
  readonly atOnce: number;
  readonly residentMax: number;
  /** Of each key; the first two are of one account. */
  readonly rpm: readonly number[];
  readonly credits: readonly number[];
}

export interface SubmitAct {
  readonly do: 'submit';
  readonly key: number;
  /** Beyond the models, it is none. */
  readonly model: number;
  readonly length?: number | string;
  readonly lengthField: 'seconds' | 'duration';
  readonly prompt: string;
  readonly repeat?: { readonly name: string; readonly isQuoted: boolean };
  readonly image: boolean;
  readonly seed?: number | string;
  /** It is the last one that could be repeated, once more, if there is one. */
  readonly isAgain: boolean;
  readonly times: 1 | 2;
}

type Of<Do extends string> = { readonly do: Do; readonly key: number; readonly nth: number };
export type AsOperator = { readonly isOperator: boolean };
type Paged = { readonly limit: number; readonly status?: Status };

export type DeskAct =
  | SubmitAct
  | { readonly do: 'route'; readonly route: number; readonly is: RouteIs; readonly fullForMs?: number }
  | { readonly do: 'room'; readonly provider: ProviderName; readonly has: boolean }
  | { readonly do: 'news'; readonly nth: number; readonly news: JobAct }
  | { readonly do: 'polls'; readonly nth: number; readonly polls: Polls | null }
  | (Of<'read'> & { readonly isHead: boolean })
  | (Of<'content'> & { readonly opens: 'open' | 'gone' | 'unavailable' })
  | (Of<'list'> & Paged)
  | (Of<'list_all'> & Paged & AsOperator & { readonly by: 'key' | 'account' | 'both' | 'none' })
  | (Of<'look'> & AsOperator)
  | (Of<'fail'> & AsOperator & { readonly reason: string })
  | (Of<'ledger'> & AsOperator & { readonly limit: number })
  | { readonly do: 'credits'; readonly key: number }
  | ({ readonly do: 'activity'; readonly key: number } & DrawnDays)
  | { readonly do: 'wall'; readonly ms: number }
  | { readonly do: 'restart'; readonly isGraceful: boolean };

export type RouteIs = 'ready' | 'wants_probe' | 'not_ready';

export interface Polls {
  readonly progress?: number;
  readonly nextInMs: number;
  readonly failures: number;
}

export interface DrawnDays {
  /** Days before today; left out, the query has none. */
  readonly from?: number;
  readonly to?: number;
  readonly model?: number;
  readonly provider?: string;
}

const LOST: readonly Lost[] = [
  { kind: 'idempotent', forMs: 0 },
  { kind: 'idempotent', forMs: 120_000 },
  { kind: 'findable', forMs: 0 },
  { kind: 'unknown', forMs: 0 },
];

export function drawLimits(random: Random): DeskLimits {
  const provider = (): DrawnProvider => ({
    lost: random.pick(LOST),
    cannot: random.pick(['image', 'length', 'either', 'nothing', 'nothing']),
  });
  return {
    providers: { a: provider(), b: provider(), c: provider() },
    models: MODELS.map((id) => drawModel(random, id)),
    openJobsMax: random.pick([1, 2, 2, 3, 4, 1_000, 1_000]),
    keptMs: random.pick([30_000, 90_000, 86_400_000]),
    rememberedMs: random.pick([20_000, 20_000, 40_000, 200_000]),
    readingLimitMs: random.pick([30_000, 7_200_000]),
    jobsLookedAt: random.pick([1, 2, 5, 1_000]),
    atOnce: random.pick([1, 2, 100]),
    residentMax: random.pick([1, 3, 1_000]),
    rpm: [random.pick([6, 1_000, 1_000]), random.pick([1, 3, 1_000]), random.pick([2, 1_000])],
    credits: Array.from({ length: KEYS }, () => random.pick([0, 5_000, 1_000_000, 1_000_000, 1_000_000])),
  };
}

function drawModel(random: Random, id: string): DrawnModel {
  const allowedMs = random.chance(0.3) ? [2_000, 4_001, 8_000] : undefined;
  const names = [id, id, `own-${id}`];
  const order = random.pick([['a'], ['a', 'b'], ['c', 'b', 'a'], ['c', 'a', 'b'], ['b', 'c']] as const);
  return {
    id,
    pricePerSecond: random.pick(PRICES),
    minMs: random.pick([1_000, 2_000]),
    maxMs: random.pick([4_001, 8_000]),
    defaultMs: random.pick([2_000, 4_001]),
    ...(allowedMs && { allowedMs }),
    deadlineAfterMs: random.pick([20_000, 60_000, 1_800_000]),
    routes: order.map((provider) => [provider, random.pick(names)] as const),
  };
}

export function deskAct(random: Random): DeskAct {
  const [key, nth] = [random.chance(0.6) ? 0 : random.below(KEYS), random.pick([0, 0, 1, 2, 5, 9])];
  const isOperator = random.chance(0.9);
  const paged = {
    limit: random.pick([1, 2, 20]),
    ...(random.chance(0.6) ? { status: random.pick(STATUSES) } : {}),
  };
  const reason = random.pick(['It is enough.', 'No "more".']);
  return random.weighted<() => DeskAct>([
    [14, () => drawSubmit(random, key)],
    [6, () => drawRoute(random)],
    [1, () => ({ do: 'room', provider: random.pick(PROVIDERS), has: random.chance(0.6) })],
    [18, () => ({ do: 'news', nth: random.pick([0, 0, 0, 1, 2, 3, 5]), news: jobAct(random) })],
    [7, () => ({ do: 'polls', nth: random.pick([0, 0, 1, 1, 2, 3]), polls: drawPolls(random) })],
    [8, () => ({ do: 'read', key, nth, isHead: random.chance(0.1) })],
    [2, () => ({ do: 'content', key, nth, opens: random.pick(['open', 'gone', 'unavailable']) })],
    [4, () => ({ do: 'list', key, nth, ...paged })],
    [3, () => ({ do: 'list_all', key, nth, isOperator, by: random.pick(BY), ...paged })],
    [4, () => ({ do: 'look', key, nth, isOperator })],
    [2, () => ({ do: 'fail', key, nth, isOperator, reason })],
    [2, () => ({ do: 'ledger', key, nth, isOperator, limit: random.pick([1, 3, 20]) })],
    [2, () => ({ do: 'credits', key })],
    [3, () => ({ do: 'activity', key, ...drawDays(random, MODELS.length, PROVIDERS) })],
    [1, () => ({ do: 'wall', ms: random.pick([-86_400_000, -1, 999, 3_600_000, 86_400_000]) })],
    [1.5, () => ({ do: 'restart', isGraceful: random.chance(0.6) })],
  ])();
}

const LENGTHS = [2, 2, 2, 2, '2', '2', 4.001, 4.001, 8, '8', 1, 9, 8.001, 0.999, 0];
const PROMPTS = ['A film.', 'A film.', 'A film.', 'A film.', 'A film.', 'A "boat".', ' '];
const BY = ['key', 'account', 'both', 'none'] as const;

function drawSubmit(random: Random, key: number): SubmitAct {
  const isRepeatable = random.chance(0.4);
  return {
    do: 'submit',
    key,
    model: random.pick([0, 0, 0, 0, 1, 1, 2, 3]),
    ...(random.chance(0.7) ? { length: random.pick(LENGTHS) } : {}),
    lengthField: random.pick(['seconds', 'seconds', 'duration']),
    prompt: random.pick(PROMPTS),
    ...(isRepeatable
      ? { repeat: { name: random.pick(['k0', 'k0', 'k1']), isQuoted: random.chance(0.5) } }
      : {}),
    image: random.chance(0.15),
    ...(random.chance(0.2) ? { seed: random.pick([7, '7', 8]) } : {}),
    isAgain: random.chance(0.25),
    times: random.chance(0.2) ? 2 : 1,
  };
}

function drawRoute(random: Random): DeskAct {
  const is = random.pick(['ready', 'ready', 'wants_probe', 'not_ready', 'not_ready'] as const);
  const isFull = is === 'not_ready' && random.chance(0.6);
  const fullForMs = random.pick([0, 999, 1_001, 30_000, 90_000]);
  return { do: 'route', route: random.below(9), is, ...(isFull ? { fullForMs } : {}) };
}

function drawPolls(random: Random): Polls | null {
  if (random.chance(0.1)) return null;
  return {
    ...(random.chance(0.7) ? { progress: random.pick([-1, 0, 49.9, 99.99, 100, 101]) } : {}),
    nextInMs: random.pick([0, 1, 101, 2_501, 7_049, 70_000]),
    failures: random.pick([0, 0, 1, 12]),
  };
}

export function drawDays(random: Random, models: number, providers: readonly string[]): DrawnDays {
  return {
    ...(random.chance(0.4) ? { from: random.pick([0, 1, 2, 29, 30, 365, 366]) } : {}),
    ...(random.chance(0.3) ? { to: random.pick([-1, 0, 0, 1, 2]) } : {}),
    ...(random.chance(0.3) ? { model: random.below(models) } : {}),
    ...(random.chance(0.3) ? { provider: random.pick(providers) } : {}),
  };
}
