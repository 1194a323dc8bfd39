import { listAllJobs } from '../../../../actors/across-accounts/operator-lists.js';
import { parseQuery } from '../../../schemas/parse-input.js';
import { LIST_JOBS_QUERY } from '../../../schemas/query.js';
import { failed, managementCaller, okWithBalance, printPage } from '../../answers.js';
import type { DocumentedOperation } from '../../documented-operation.js';
import { JOB_EXAMPLE } from '../../examples.js';
import { callersBalance, operatorOnly } from '../reach.js';
import { printJobFields } from './print-job.js';

export const listJobs: DocumentedOperation = {
  method: 'GET',
  path: '/api/jobs',
  credential: 'management',
  body: 'none',
  isRead: true,
  handle(input, deps) {
    const refusal = operatorOnly(input);
    if (refusal !== undefined) return failed(refusal);
    const parsed = parseQuery(LIST_JOBS_QUERY, input.query);
    if (!parsed.ok) return failed(parsed.error);
    const { limit, after, status, key, account } = parsed.value;
    const { system } = deps;
    const page = listAllJobs(
      system.records,
      { status, key, account },
      {
        limit,
        after,
        lookedAtMax: deps.limits.jobsLookedAt,
        unreadable: (error) => system.reportDefect('record', error),
      },
    );
    return okWithBalance(
      printPage(
        page.items.map((job) => printJobFields(job, deps)),
        page.hasMore,
        page.lastId,
      ),
      callersBalance(managementCaller(input.caller), deps),
    );
  },
  doc: {
    operationId: 'listJobs',
    tag: 'Jobs',
    summary: 'List the jobs of all keys',
    description:
      'For operators. Newest first. A page looks at 1,000 jobs at most: with a filter that few jobs pass it may hold fewer than `limit`, or none, and still have more behind it.',
    query: LIST_JOBS_QUERY,
    answers: [
      {
        status: 200,
        description: 'A page of jobs.',
        content: {
          schema: 'JobList',
          example: { object: 'list', data: [JOB_EXAMPLE], has_more: false, next: null },
        },
      },
    ],
    errors: ['operator_only', 'invalid_request'],
  },
};
