import { asked } from '../../../../actors/partition.js';
import type { ApiError } from '../../../errors.js';
import type { GatewayDeps, OperationInput } from '../../../operation.js';
import { FAIL_JOB_REQUEST } from '../../../schemas/management-requests.js';
import { parseInput } from '../../../schemas/parse-input.js';
import { failed, refused } from '../../answers.js';
import { type DocumentedOperation, REPLAYED_HEADER } from '../../documented-operation.js';
import { FAILED_JOB_EXAMPLE } from '../../examples.js';
import { actorOf, operatorOnly } from '../reach.js';
import { jobById, NO_SUCH_JOB, payersBalance } from './get-job.js';
import { printJobFields } from './print-job.js';

/** Ending a job that has ended answers how it did: a client that lost the first answer may just repeat. */
export const failJob: DocumentedOperation = {
  method: 'POST',
  path: '/api/jobs/{id}/fail',
  credential: 'management',
  body: 'json',
  isRead: false,
  validateRights,
  async handle(input, deps) {
    const parsed = parseInput(FAIL_JOB_REQUEST, input.body);
    if (!parsed.ok) return failed(parsed.error);
    const hadEnded = jobById(input, deps)?.settled !== null;
    const message = { type: 'end', by: actorOf(input), reason: parsed.value.reason } as const;
    const outcome = await asked(deps, deps.videoJob, input.id, message);
    if (!outcome.ok) return refused(outcome.refusal);
    const { reply } = outcome;
    if (reply.outcome !== 'job') return failed(NO_SUCH_JOB);
    return {
      kind: 'json',
      status: 200,
      body: printJobFields(reply.job, deps),
      balance: payersBalance(reply.job, deps),
      ...(hadEnded ? { headers: [['Idempotent-Replayed', 'true']] as const } : {}),
    };
  },
  doc: {
    operationId: 'failJob',
    tag: 'Jobs',
    summary: 'End a job as failed',
    description:
      'For operators. A job that has not ended becomes `failed` with the slug `expired`: its reservation is released and nothing is charged, in one commit, before this is answered. The provider is told if it can cancel; what it still makes of the job is not looked at. A job that has ended stays as it is and is shown with `Idempotent-Replayed: true`.',
    pathParameters: { id: 'The job.' },
    request: { schema: FAIL_JOB_REQUEST, example: { reason: 'the provider is down until tomorrow' } },
    answers: [
      {
        status: 200,
        description: 'The job, which has ended.',
        headers: [REPLAYED_HEADER],
        content: { schema: 'Job', example: FAILED_JOB_EXAMPLE },
      },
    ],
    errors: ['operator_only', 'not_found'],
  },
};

function validateRights(input: Omit<OperationInput, 'body'>, deps: GatewayDeps): ApiError | undefined {
  return operatorOnly(input) ?? (jobById(input, deps) === undefined ? NO_SUCH_JOB : undefined);
}
