/**
 * The claims of an answer about jobs: that of a poll, or to the operator who reads or ends one, and each row
 * of a list.
 */
import type { PagedList } from '../../history/client-call.js';
import type { Observation } from '../../history/observation.js';
import { type Answer, bodyOf, type Exchange, isObject, type JsonObject } from '../facts/requests.js';
import { microDaShown } from '../facts/shown-amounts.js';

export type JobStatus = 'pending' | 'in_progress' | 'completed' | 'failed';

/** How far a job is; nothing goes back, and nothing leaves the last. */
export const STATUS_RANK: Readonly<Record<string, number>> = {
  pending: 0,
  in_progress: 1,
  completed: 2,
  failed: 2,
};

/** As the contract names them. */
export const FAILURE_SLUGS: readonly unknown[] = [
  'content_rejected',
  'invalid_input',
  'provider_error',
  'provider_unavailable',
  'provider_timeout',
  'provider_rejected',
  'result_unavailable',
  'outcome_unknown',
  'expired',
];

export interface JobClaim {
  readonly jobId: string;
  readonly status: JobStatus;
  readonly lengthMs: number;
  readonly outputMs: number | undefined;
  readonly slug: string | undefined;
  readonly costMicroDa: number | undefined;
  /** The part that never changes once it is settled. */
  readonly settledText: string;
}

export function isSettled({ status }: { readonly status: string }): boolean {
  return status === 'completed' || status === 'failed';
}

const LISTS: readonly PagedList[] = ['jobs', 'all_jobs'];
const OF_ONE: readonly string[] = ['poll', 'show_job', 'fail_job'];
const NONE: readonly JobClaim[] = [];
/** Several rules ask for the claims of the same answer in turn; they go with it. */
const known = new WeakMap<Answer, readonly JobClaim[]>();

export function jobClaims(seen: Observation, exchange: Exchange | undefined): readonly JobClaim[] {
  if (seen.what !== 'answered' || exchange === undefined || seen.status !== 200) return NONE;
  const { call } = exchange.sent;
  const isList = call.op === 'list_jobs' || (call.op === 'page' && LISTS.includes(call.list));
  if (!isList && !OF_ONE.includes(call.op)) return NONE;
  let claims = known.get(seen);
  if (claims === undefined) {
    claims = claimsOf(isList, seen);
    known.set(seen, claims);
  }
  return claims;
}

function claimsOf(isList: boolean, answer: Answer): readonly JobClaim[] {
  const body = bodyOf(answer) ?? {};
  if (!isList) return [claimOf(body)];
  return Array.isArray(body.data) ? body.data.filter(isObject).map(claimOf) : NONE;
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
