/**
 * Handles of the simulated provider: all it knows of a job, sealed together with the job's id.
 *
 *     <accepted at, base 36>.<length, base 36>.<seal, Base64url>
 */
import type { SteadyMs } from '../../time/clock.js';
import type { ProviderJob } from '../provider.js';
import type { Seal } from './seal.js';

export interface AcceptedJob {
  readonly acceptedAt: SteadyMs;
  readonly lengthMs: number;
}

const SEAL_BYTES = 18;
const HANDLE = /^([0-9a-z]{1,11})\.([0-9a-z]{1,6})\.([\w-]{24})$/;

export function writeHandle(seal: Seal, jobId: string, model: string, job: AcceptedJob): string {
  const facts = `${job.acceptedAt.toString(36)}.${job.lengthMs.toString(36)}`;
  return `${facts}.${seal.of('handle', sealed(facts, jobId, model), SEAL_BYTES).toString('base64url')}`;
}

/** Undefined for a handle that was not given out for this job and model. */
export function readHandle(seal: Seal, { jobId, model, handle }: ProviderJob): AcceptedJob | undefined {
  const [, acceptedAt = '', lengthMs = '', mac = ''] = HANDLE.exec(handle) ?? [];
  const content = sealed(`${acceptedAt}.${lengthMs}`, jobId, model);
  if (mac === '' || !seal.fits('handle', content, Buffer.from(mac, 'base64url'))) return undefined;
  return { acceptedAt: parseInt(acceptedAt, 36) as SteadyMs, lengthMs: parseInt(lengthMs, 36) };
}

function sealed(facts: string, jobId: string, model: string): string {
  return JSON.stringify([facts, jobId, model]);
}
