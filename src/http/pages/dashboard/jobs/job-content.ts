/** The request to the provider, as far as a reader may see it. */
import type { JobInput } from '../../../../actors/jobs/effects.js';
import type { VideoJobState } from '../../../../actors/jobs/video-job-messages.js';
import { decodeJobInput } from '../../../../actors/jobs/video-job-records.js';
import { mayReadContent, type Rights } from '../../../../actors/people/rights.js';
import type { GatewayDeps } from '../../../operation.js';

/** `hidden` if it is not for the reader; undefined if it cannot be read. */
export type JobContent = JobInput | 'hidden' | undefined;

export function contentOf(
  rights: Rights,
  { id, account }: VideoJobState,
  { system }: Pick<GatewayDeps, 'system'>,
): JobContent {
  if (!mayReadContent(rights, account)) return 'hidden';
  const text = system.records.get('job_inputs', id);
  return text === undefined ? undefined : decodeJobInput(text);
}

/** @returns undefined if it is not there to be seen */
export function promptIn(content: JobContent): string | undefined {
  return content === 'hidden' ? undefined : content?.prompt;
}
