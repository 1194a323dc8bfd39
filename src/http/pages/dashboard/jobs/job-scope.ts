/** The jobs that a list shows: of which account, key and model, and how they stand. */
import type { JobStatus } from '../../../../actors/jobs/video-job-messages.js';
import type { GatewayDeps } from '../../../operation.js';
import { findAccount, findKey } from '../../../operations/find-in-reach.js';
import { JOB_ID } from '../../../schemas/identifiers.js';
import type { SignedInRequest } from '../requests/dashboard-request.js';

export const STATUSES: readonly JobStatus[] = ['pending', 'in_progress', 'completed', 'failed'];

export interface JobScope {
  readonly status: JobStatus | undefined;
  readonly key: string | undefined;
  readonly model: string | undefined;
  /** Undefined if it is all accounts, which is for operators. */
  readonly account: string | undefined;
  /** The last job of the page before. */
  readonly after: string | undefined;
}

/** Undefined if it names a key or an account that is out of reach. */
export function readScope({ query, signedIn }: SignedInRequest, deps: GatewayDeps): JobScope | undefined {
  const sent = (name: string) => query.get(name)?.trim() || undefined;
  const [key, account, after] = [sent('key'), sent('account'), sent('after')];
  if (key !== undefined && findKey(signedIn, key, deps) === undefined) return undefined;
  if (account !== undefined && findAccount(signedIn, account, deps) === undefined) return undefined;
  return {
    status: STATUSES.find((status) => status === sent('status')),
    key,
    model: sent('model'),
    account: signedIn.role === 'operator' ? account : signedIn.account,
    after: after !== undefined && JOB_ID.test(after) ? after : undefined,
  };
}

/** The path of the list in this scope, on the page after a job. */
export function pathOf(
  { status, key, model, account }: JobScope,
  isOperator: boolean,
  after?: string,
): string {
  const parts = { status, key, model, account: isOperator ? account : undefined, after };
  const query = new URLSearchParams(
    Object.entries(parts).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  return query.size === 0 ? '/jobs' : `/jobs?${query}`;
}
