/** The news of a job: mostly some that is likely of one that stands so, and now and then any. */
import type { Random } from '../../../world/random.js';
import type { NaiveJob } from './naive-job.js';
import type { Heard, Lost, Told } from './told-jobs.js';

export type MetBy = Told['is'] | 'create' | 'remove' | 'restart';

export interface JobAct {
  readonly do: 'likely' | MetBy;
  /** Of those that are likely. */
  readonly nth: number;
  readonly state: Heard;
  readonly hintMs?: number;
  readonly outputMs: number;
  /** Of a new job: its routes, and their own names of its model. */
  readonly routes: readonly Lost[];
  readonly names: readonly string[];
  readonly lengthMs: number;
  readonly deadlineAfterMs: number;
  readonly isTraced: boolean;
  readonly isMarked: boolean;
}

/** Micro-DA a second. */
export const PRICES = [1, 7, 333, 1_000];
const LOST: readonly Lost[] = [
  { kind: 'idempotent', forMs: 0 },
  { kind: 'idempotent', forMs: 60_000 },
  { kind: 'idempotent', forMs: 60_001 },
  { kind: 'idempotent', forMs: 121_000 },
  { kind: 'findable', forMs: 0 },
  { kind: 'unknown', forMs: 0 },
];
const STATES: readonly Heard[] = [
  'pending',
  'pending',
  'pending',
  'in_progress',
  'in_progress',
  'in_progress',
  'completed',
  'made',
  'made',
  'failed',
];
const COMMON = ['restart', 'restart', 'deadline', 'end', 'remove'] as const;
const LIKELY: Readonly<Record<NaiveJob['place'] | 'none', readonly MetBy[]>> = {
  none: ['create'],
  submitting: [
    'accepted',
    'accepted',
    'accepted',
    'not_now',
    'not_now',
    'not_now',
    'not_now',
    'unknown',
    'waits',
  ],
  waiting: ['begins', 'begins', 'not_now', 'restart'],
  finding: ['accepted', 'not_found', 'rejected', 'deadline', 'end'],
  asked: ['polled', 'polled', 'last_poll', 'no_last_answer', 'deadline', 'deadline', 'deadline'],
  reading: ['read', 'read', 'unreadable'],
  over: ['create', 'create', 'create', 'remove', 'accepted'],
};
const ANY: readonly MetBy[] = [
  'accepted',
  'polled',
  'last_poll',
  'no_last_answer',
  'not_now',
  'unknown',
  'rejected',
  'waits',
  'begins',
  'not_found',
  'read',
  'unreadable',
  'deadline',
  'end',
  'resume',
  'remove',
];

export function jobAct(random: Random): JobAct {
  return {
    do: random.chance(0.15) ? random.pick(ANY) : 'likely',
    nth: random.below(1_000),
    state: random.pick(STATES),
    ...(random.chance(0.3) ? { hintMs: random.pick([0, 50, 3_000]) } : {}),
    outputMs: random.pick([0, 1, 999, 1_000, 4_001, 90_000]),
    routes: Array.from({ length: random.pick([1, 1, 2, 3]) }, () => random.pick(LOST)),
    names: Array.from({ length: 3 }, () => random.pick(['film', 'own-film'])),
    lengthMs: random.pick([1_000, 1_500, 4_001]),
    deadlineAfterMs: random.pick([1, 250, 1_800_000]),
    isTraced: random.chance(0.3),
    isMarked: random.chance(0.3),
  };
}

export function likelyIn(job: NaiveJob | undefined, nth: number): MetBy {
  const likely: readonly MetBy[] = LIKELY[job?.place ?? 'none'];
  const all = job === undefined || job.place === 'over' ? likely : [...likely, ...likely, ...COMMON];
  return all[nth % all.length] ?? 'create';
}
