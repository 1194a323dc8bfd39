/** What an answer says of jobs: that of a poll, and each row of a list. */
import type { Observation } from '../node-model/observation.js';
import { bodyOf, type Exchange, isObject, type JsonObject } from './requests.js';
import { microDaShown } from './shown-amounts.js';

export type JobStatus = 'pending' | 'in_progress' | 'completed' | 'failed';

export interface JobClaim {
  readonly jobId: string;
  readonly status: JobStatus;
  readonly lengthMs: number;
  readonly outputMs: number | undefined;
  readonly slug: string | undefined;
  readonly costMicroDa: number | undefined;
  /** What of it never changes once it is settled. */
  readonly settledText: string;
}

export function isSettled({ status }: { readonly status: string }): boolean {
  return status === 'completed' || status === 'failed';
}

export function jobClaims(seen: Observation, exchange: Exchange | undefined): readonly JobClaim[] {
  if (seen.what !== 'answered' || exchange === undefined || seen.status !== 200) return [];
  const { op } = exchange.sent.call;
  const body = bodyOf(seen) ?? {};
  if (op === 'poll') return [claimOf(body)];
  if (op === 'list_jobs' && Array.isArray(body.data)) return body.data.filter(isObject).map(claimOf);
  return [];
}

function claimOf(body: JsonObject): JobClaim {
  const { id, status, seconds, output_seconds, error, cost, completed_at } = body;
  return {
    jobId: String(id),
    status: String(status) as JobStatus,
    lengthMs: Math.round(Number(seconds) * 1000),
    outputMs: typeof output_seconds === 'number' ? Math.round(output_seconds * 1000) : undefined,
    slug: typeof error === 'string' ? error : undefined,
    costMicroDa: microDaShown(cost),
    settledText: JSON.stringify([status, output_seconds, error, cost, completed_at]),
  };
}
