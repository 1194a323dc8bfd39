/** Looks at jobs and their forms, as they are drawn. */
import { microDa } from '../../../../../src/money/micro-da.js';
import type { Random } from '../../../../world/random.js';
import { idOf } from '../orders/drawn-orders.js';
import type { Answer } from '../page-desk.js';
import { HOMES, NO_ACCOUNT, VIEWER_NAMES, type ViewerName } from '../viewers.js';
import { type DrawnJob, drawJob } from './drawn-jobs.js';
import type { SubmitAct } from './new-jobs.js';
import type { JobQuery } from './shown-jobs.js';

export type JobsAct =
  | { readonly do: 'put'; readonly jobs: readonly DrawnJob[] }
  | ({ readonly do: 'list'; readonly viewer: ViewerName; readonly alsoIn?: 'fr' | 'ar' } & JobQuery)
  | {
      readonly do: 'look';
      readonly viewer: ViewerName;
      readonly job: number;
      readonly look: number;
      readonly alsoIn?: 'fr' | 'ar';
    }
  | { readonly do: 'clip' | 'again'; readonly viewer: ViewerName; readonly job: number }
  | FailAct
  | SubmitAct;

const REASONS = [' Too late ', '', '  ', 'r'.repeat(300), 'r'.repeat(301)];
const REPLIES: readonly (Answer | null)[] = [
  { outcome: 'accepted' },
  { outcome: 'accepted' },
  { outcome: 'too_many_jobs' },
  { outcome: 'insufficient_credits', required: microDa(9_000_000), balance: microDa(1) },
  { outcome: 'no_such_key' },
  { outcome: 'idempotency_key_reused' },
  { outcome: 'idempotency_key_in_use' },
  null,
];

export interface FailAct {
  readonly do: 'fail';
  readonly viewer: ViewerName;
  readonly job: number;
  readonly reason: string;
  readonly isWritten: boolean;
}

export function drawAct(random: Random): JobsAct {
  const viewer = random.pick(VIEWER_NAMES.slice(0, -1));
  const alsoIn = random.chance(0.1) ? { alsoIn: random.pick(['fr', 'ar'] as const) } : {};
  const job = random.below(random.pick([5, 90]));
  const some = <T>(name: string, chance: number, values: readonly T[]) =>
    random.chance(chance) ? { [name]: random.pick(values) } : {};
  return random.weighted<() => JobsAct>([
    [4, () => ({ do: 'put', jobs: Array.from({ length: random.pick([1, 12]) }, () => drawJob(random)) })],
    [
      4,
      () => ({
        do: 'list',
        viewer,
        ...some('status', 0.5, ['pending', 'in_progress', 'completed', 'failed', 'x', '']),
        ...some('key', 0.3, [0, 1, 2, 4, 77].map((key) => idOf('key', key)).concat('')),
        ...some('model', 0.3, ['short', 'long/one', 'x']),
        ...some('account', 0.4, [...HOMES, NO_ACCOUNT]),
        ...some('after', 0.4, [3, 20, 40, 60]),
        ...alsoIn,
      }),
    ],
    [4, () => ({ do: 'look', viewer, job, look: random.pick([0, 0, 1, 12, 13, 39, 40]), ...alsoIn })],
    [1.5, () => ({ do: 'clip', viewer: random.pick(VIEWER_NAMES), job })],
    [1, () => ({ do: 'again', viewer, job })],
    [
      2,
      () => ({
        do: 'fail',
        viewer: random.chance(0.6) ? 'operator' : viewer,
        job,
        reason: random.pick(REASONS),
        isWritten: random.chance(0.8),
      }),
    ],
    [
      4,
      () => ({
        do: 'submit',
        viewer,
        key: random.pick([0, 0, 1, 1, 2, 3, 4, 5, 77]),
        model: random.chance(0.85) ? random.pick(['short', 'long/one']) : 'no/such',
        prompt: random.chance(0.85) ? ' A boat ' : random.pick(['', '  ']),
        seconds: random.pick(['', '4', ' 8 ', '9', '7.5', 'x']),
        once: random.pick(['once', 'twice']),
        waitMs: random.chance(0.15) ? random.pick([1, 1_001]) : 0,
        reply: random.pick(REPLIES),
      }),
    ],
  ])();
}
