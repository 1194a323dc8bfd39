/** One job on a page: found within the reach of somebody who is signed in. */
import type { VideoJobState } from '../../../../actors/jobs/video-job-messages.js';
import { mayRead, type Rights } from '../../../../actors/people/rights.js';
import type { GatewayDeps } from '../../../operation.js';
import { JOB_ID } from '../../../schemas/identifiers.js';

/** Undefined if there is no such job in reach, which is answered alike. */
export function findJob(
  rights: Rights,
  id: string,
  { system, videoJob }: GatewayDeps,
): VideoJobState | undefined {
  const job = JOB_ID.test(id) ? system.view(videoJob, id) : undefined;
  return job !== undefined && mayRead(rights, job.account) ? job : undefined;
}
