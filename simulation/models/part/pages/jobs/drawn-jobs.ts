/** Jobs of pages as they are drawn, and their records. */
import type { VideoJobState } from '../../../../../src/actors/jobs/video-job-messages.js';
import { encodeJobInput, encodeVideoJob } from '../../../../../src/actors/jobs/video-job-records.js';
import { microDa } from '../../../../../src/money/micro-da.js';
import type { Random } from '../../../../world/random.js';
import { idOf } from '../orders/drawn-orders.js';
import type { PageDesk } from '../page-desk.js';
import { KEYS } from '../viewers.js';

export interface DrawnJob {
  readonly key: number;
  readonly model: 'short' | 'long/one';
  readonly lengthMs: number;
  readonly price: number;
  readonly status: 'pending' | 'in_progress' | 'completed' | 'failed';
  readonly attempt: number;
  /** Undefined if it is lost. */
  readonly prompt?: string;
  readonly outputMs: number;
  readonly cost: number;
  readonly tookS: number;
  /** The place of its clip, and whether that is there yet. */
  readonly isKept: boolean;
  readonly isGone: boolean;
  /** Of one that is unfinished. */
  readonly progress?: number;
  readonly leftMs?: number;
  readonly trouble?: string;
}

export const JOB_AT_S = 1_800_000_000;
const PROMPTS = ['A boat', 'p'.repeat(80), 'p'.repeat(81), ' A <b>oat\nand more '];

export function drawJob(random: Random): DrawnJob {
  const lengthMs = random.pick([4_000, 8_000, 2_500]);
  const price = random.pick([1_000_000, 333_333]);
  const outputMs = random.pick([lengthMs, 1_000, lengthMs - 1]);
  return {
    key: random.below(KEYS.length),
    model: random.pick(['short', 'long/one'] as const),
    lengthMs,
    price,
    status: random.pick(['pending', 'in_progress', 'completed', 'failed'] as const),
    attempt: random.pick([1, 1, 3]),
    ...(random.chance(0.85) && { prompt: random.pick(PROMPTS) }),
    outputMs,
    cost: Math.ceil((price * outputMs) / 1_000),
    tookS: random.below(5_000),
    isKept: random.chance(0.6),
    isGone: random.chance(0.3),
    ...(random.chance(0.5) && { progress: random.pick([0, 41.9, 100, 120]) }),
    ...(random.chance(0.7) && { leftMs: random.between(1, 9_000_000) }),
    ...(random.chance(0.4) && { trouble: 'It said 500.' }),
  };
}

export function isOpen({ status }: DrawnJob): boolean {
  return status === 'pending' || status === 'in_progress';
}

export function reserveOf({ price, lengthMs }: Pick<DrawnJob, 'price' | 'lengthMs'>): number {
  return Math.ceil((price * lengthMs) / 1_000);
}

export function costOf(job: DrawnJob): number {
  return job.status === 'completed' ? job.cost : 0;
}

export function accountOf({ key }: Pick<DrawnJob, 'key'>): string {
  return KEYS[key]?.account ?? '';
}

export function putJob({ records }: PageDesk, number: number, drawn: DrawnJob, now: number): void {
  const { key, model, lengthMs, price, status, attempt, prompt, leftMs } = drawn;
  const [id, keyId] = [idOf('video', number), idOf('key', key)];
  const value = { pending: 'submitting', in_progress: { running: 'idle' } } as const;
  const file = { provider: 'a', type: 'video/mp4', ranges: true, size: 1, isKept: drawn.isKept };
  const open = isOpen(drawn);
  const state = {
    id,
    key: keyId,
    account: accountOf(drawn),
    provider: 'a',
    model,
    lengthMs,
    pricePerSecond: microDa(price),
    reserved: microDa(reserveOf(drawn)),
    createdAt: JOB_AT_S + number,
    idempotencyKeyHash: null,
    status,
    machine: {
      value: value[status as keyof typeof value] ?? status,
      context: {
        route: { provider: 'a', model, lostAnswer: { kind: 'unknown' } },
        fallbacks: [],
        isBound: false,
        attempt,
        handle: status === 'pending' ? null : 'handle',
        made: null,
        output: status === 'completed' ? { lengthMs: drawn.outputMs, location: 'there', file } : null,
        failure: status === 'failed' ? { slug: 'provider_error', message: 'It broke.' } : null,
      },
    },
    settled: open ? null : { at: JOB_AT_S + number + drawn.tookS, cost: microDa(costOf(drawn)) },
    repeatUntil: null,
  };
  records.put('jobs', id, encodeVideoJob(state as unknown as VideoJobState));
  records.put('key_jobs', `${keyId}/${open ? 'open' : status}/${id}`, '1');
  if (open) records.put('unfinished', id, '1');
  if (prompt !== undefined) records.put('job_inputs', id, encodeJobInput({ prompt, extra: {} }));
  if (open && leftMs !== undefined)
    records.put('reminders', `video_job/${id}/deadline`, String(now + leftMs));
}
