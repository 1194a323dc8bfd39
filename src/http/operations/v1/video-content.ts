/** `GET /v1/videos/{id}/content`: the result itself, through the gateway. Ranges are the pipeline's. */
import type { VideoJobState } from '../../../actors/jobs/video-job-messages.js';
import { type ApiError, RESULT_ERRORS } from '../../errors.js';
import type { GatewayDeps, OperationAnswer, OperationInput } from '../../operation.js';
import { failed } from '../answers.js';
import type { DocumentedOperation } from '../documented-operation.js';
import { jobInReach, NO_SUCH_VIDEO } from './get-video.js';

const MEDIA = ['video/mp4', 'video/webm', 'video/quicktime', 'video/x-matroska'];

const RETRY_AFTER_MS_MIN = 1_000;

export const videoContent: DocumentedOperation = {
  method: 'GET',
  path: '/v1/videos/{id}/content',
  credential: 'api',
  body: 'none',
  isRead: true,
  shedAs: 'walk',
  tookTooLong: RESULT_ERRORS.unavailable,
  handle(input, deps) {
    const job = jobInReach(input, deps);
    return job === undefined ? failed(NO_SUCH_VIDEO) : contentOf(job, deps, input);
  },
  doc: {
    operationId: 'getVideoContent',
    tag: 'Videos',
    summary: 'Download the result',
    description:
      'Streams the result of a completed job, as a whole or the range that a `Range` header names. It counts towards the rate limit and costs nothing.',
    pathParameters: { id: 'The job.' },
    requestHeaders: [{ name: 'Range', description: 'One range of bytes, such as `bytes=0-1023`.' }],
    answers: [
      {
        status: 200,
        description: 'The whole result.',
        content: { media: MEDIA },
      },
      {
        status: 206,
        description: 'The range that was asked for.',
        headers: [{ name: 'Content-Range', description: 'Which bytes of how many these are.' }],
        content: { media: MEDIA },
      },
    ],
    errors: [
      'not_found',
      'not_ready',
      'job_failed',
      'result_expired',
      'range_not_satisfiable',
      'provider_unavailable',
    ],
  },
};

function contentOf(
  job: VideoJobState,
  deps: GatewayDeps,
  input: OperationInput,
): OperationAnswer | Promise<OperationAnswer> {
  const { output, failure } = job.machine.context;
  if (job.settled === null) return failed(notReady(job, deps));
  if (failure !== null || output === null) {
    return failed({
      code: 'job_failed',
      message: `The job failed${failure === null ? '' : ` (${failure.slug})`} and has no result; submit a new one.`,
    });
  }
  return open(job, deps, input);
}

async function open(
  job: VideoJobState,
  { results }: GatewayDeps,
  { signal, header }: OperationInput,
): Promise<OperationAnswer> {
  const result = await results.open(job, signal, header('traceparent') ?? job.trace);
  if (result.state !== 'open') return failed(RESULT_ERRORS[result.state]);
  return { kind: 'content', content: result.file, fileName: result.fileName };
}

function notReady(job: VideoJobState, { jobs }: GatewayDeps): ApiError {
  return {
    code: 'not_ready',
    message: `The job is ${job.status}; poll it until it is completed.`,
    retryAfterMs: Math.max(jobs.nextNewsInMs(job.id), RETRY_AFTER_MS_MIN),
  };
}
