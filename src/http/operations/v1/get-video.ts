/**
 * `GET /v1/videos/{id}`: the poll, the busiest request there is.
 *
 * No promise, no schema, no log: the committed state is printed where it lies.
 */
import type { VideoJobState } from '../../../actors/jobs/video-job-messages.js';
import { lostJob } from '../../../actors/jobs/video-job-records.js';
import type { GatewayDeps, OperationInput } from '../../operation.js';
import { JOB_ID } from '../../schemas/identifiers.js';
import { apiCaller, failed, notFound, ok } from '../answers.js';
import type { DocumentedOperation } from '../documented-operation.js';
import { COMPLETED_VIDEO_EXAMPLE } from '../examples.js';
import { printPolledVideo } from './print-video.js';

export const NO_SUCH_VIDEO = notFound(
  'There is no such video job, or it is no longer kept; check the id, or list your jobs with GET /v1/videos.',
);

export const getVideo: DocumentedOperation = {
  method: 'GET',
  path: '/v1/videos/{id}',
  credential: 'api',
  body: 'none',
  isRead: true,
  handle(input, deps) {
    const job = jobInReach(input, deps);
    return job === undefined ? failed(NO_SUCH_VIDEO) : ok(printPolledVideo(job, deps.jobs, input));
  },
  doc: {
    operationId: 'getVideo',
    tag: 'Videos',
    summary: 'Poll a video job',
    description:
      'Shows how a job stands. Any key of the account that submitted it may ask. While the job is not settled, `poll_after` says after how many seconds asking again is worth it. A poll counts towards the rate limit and costs nothing.',
    pathParameters: { id: 'The job.' },
    answers: [
      {
        status: 200,
        description: 'The job as it stands.',
        content: { schema: 'Video', example: COMPLETED_VIDEO_EXAMPLE },
      },
    ],
    errors: ['not_found'],
  },
};

/** The job of the path, if its account is the caller's; an unknown one and another account's look alike. */
export function jobInReach({ caller, id }: OperationInput, deps: GatewayDeps): VideoJobState | undefined {
  const { system, videoJob } = deps;
  // A job in memory is one, whatever its id looks like: the usual case spares the look.
  const job = system.peek(videoJob, id) ?? (JOB_ID.test(id) ? system.view(videoJob, id) : undefined);
  if (job === undefined) return assertNotLost(id, apiCaller(caller).id, deps);
  return job.account === apiCaller(caller).account ? job : undefined;
}

/** A job whose record was lost with its page must not look as if it had never been. */
function assertNotLost(id: string, keyId: string, { system }: GatewayDeps): undefined {
  const lost = JOB_ID.test(id) ? lostJob(id, keyId, system.records) : undefined;
  if (lost !== undefined) throw lost;
}
