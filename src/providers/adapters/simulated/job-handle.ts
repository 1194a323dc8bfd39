/**
 * Handles of the simulated provider: all it knows of a job, marked together with the job's id and model.
 *
 *     <accepted at, base 36>.<length, base 36>.<mark, Base64url>
 *
 * An older Tollgate sealed them instead, with a longer seal; jobs of its time are known by that.
 */

import { MARK_CHARACTERS, type Seal } from '../../../sealing/seal.js';
import type { SteadyMs } from '../../../time/clock.js';
import type { ProviderJob } from '../../provider.js';

export interface AcceptedJob {
  readonly acceptedAt: SteadyMs;
  readonly lengthMs: number;
}

const HANDLE = /^([0-9a-z]{1,11})\.([0-9a-z]{1,6})\.([\w-]{22}|[\w-]{24})$/;

export function writeHandle(seal: Seal, jobId: string, model: string, job: AcceptedJob): string {
  const facts = `${job.acceptedAt.toString(36)}.${job.lengthMs.toString(36)}`;
  return `${facts}.${markOf(seal, facts, jobId, model)}`;
}

/** Undefined for a handle that was not given out for this job and model. */
export function readHandle(seal: Seal, { jobId, model, handle }: ProviderJob): AcceptedJob | undefined {
  const [, acceptedAt = '', lengthMs = '', mark = ''] = HANDLE.exec(handle) ?? [];
  const facts = `${acceptedAt}.${lengthMs}`;
  const isGenuine =
    mark.length === MARK_CHARACTERS
      ? mark === markOf(seal, facts, jobId, model)
      : mark !== '' && isSealed(seal, JSON.stringify([facts, jobId, model]), mark);
  if (!isGenuine) return undefined;
  return { acceptedAt: parseInt(acceptedAt, 36) as SteadyMs, lengthMs: parseInt(lengthMs, 36) };
}

/** Neither facts nor the ids of jobs have a slash. */
function markOf(seal: Seal, facts: string, jobId: string, model: string): string {
  return seal.mark(`${facts}/${jobId}/${model}`);
}

function isSealed(seal: Seal, content: string, mac: string): boolean {
  return seal.fits('handle', content, Buffer.from(mac, 'base64url'));
}
