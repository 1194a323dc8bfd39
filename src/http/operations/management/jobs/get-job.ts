import type { VideoJobState } from '../../../../actors/jobs/video-job-messages.js';
import { balanceOf } from '../../../../actors/money/ledger.js';
import type { MicroDa } from '../../../../money/micro-da.js';
import type { GatewayDeps, OperationInput } from '../../../operation.js';
import { JOB_ID } from '../../../schemas/identifiers.js';
import { failed, notFound, okWithBalance } from '../../answers.js';
import type { DocumentedOperation } from '../../documented-operation.js';
import { JOB_EXAMPLE } from '../../examples.js';
import { operatorOnly } from '../reach.js';
import { printJobFields } from './print-job.js';

export const NO_SUCH_JOB = notFound(
  'There is no such job, or it is no longer kept; GET /api/jobs lists those there are.',
);

export const getJob: DocumentedOperation = {
  method: 'GET',
  path: '/api/jobs/{id}',
  credential: 'management',
  body: 'none',
  isRead: true,
  handle(input, deps) {
    const refusal = operatorOnly(input);
    if (refusal !== undefined) return failed(refusal);
    const job = jobById(input, deps);
    if (job === undefined) return failed(NO_SUCH_JOB);
    return okWithBalance(printJobFields(job, deps), payersBalance(job, deps));
  },
  doc: {
    operationId: 'getJob',
    tag: 'Jobs',
    summary: 'Read a job of any key',
    description:
      'For operators: how a job stands, what it waits for, until when, and what went wrong. What the client asked for is not shown.',
    pathParameters: { id: 'The job.' },
    answers: [{ status: 200, description: 'The job.', content: { schema: 'Job', example: JOB_EXAMPLE } }],
    errors: ['operator_only', 'not_found'],
  },
};

/** The balance of the key that pays for the job. */
export function payersBalance(job: VideoJobState, { system, apiKey }: GatewayDeps): MicroDa {
  const key = system.view(apiKey, job.key);
  if (key === undefined) throw new Error(`job ${job.id} belongs to no key`);
  return balanceOf(key.balances);
}

/** The job of the path, of whichever account. */
export function jobById(
  { id }: Pick<OperationInput, 'id'>,
  { system, videoJob }: GatewayDeps,
): VideoJobState | undefined {
  return JOB_ID.test(id) ? system.view(videoJob, id) : undefined;
}
