import { type ActivityRow, listActivity } from '../../../actors/jobs/activity.js';
import { printDa } from '../../../money/micro-da.js';
import { printSeconds } from '../../../routing/seconds.js';
import { utcDay } from '../../../time/clock.js';
import { ACTIVITY_QUERY, parseActivityQuery } from '../../schemas/query.js';
import { apiCaller, failed, ok } from '../answers.js';
import type { DocumentedOperation } from '../documented-operation.js';
import { EXAMPLE } from '../examples.js';

export const getActivity: DocumentedOperation = {
  method: 'GET',
  path: '/v1/activity',
  credential: 'api',
  body: 'none',
  isRead: true,
  shedAs: 'walk',
  handle({ caller, query }, { system, world }) {
    const parsed = parseActivityQuery(query, utcDay(world.wallMs()));
    if (!parsed.ok) return failed(parsed.error);
    const { from, to, model, provider } = parsed.value;
    const rows = listActivity(system.records, apiCaller(caller).id, from, to)
      .filter((row) => model === undefined || row.model === model)
      .filter((row) => provider === undefined || row.provider === provider)
      .map(printRow);
    return ok(`{"object":"list","from":"${from}","to":"${to}","data":[${rows.join(',')}]}`);
  },
  doc: {
    operationId: 'getActivity',
    tag: 'Credits and usage',
    summary: "Read the key's usage",
    description:
      "Usage of the calling key by day, model and provider, newest day first, at most 366 days at once. A job counts on the UTC day on which it settled. Over all days, `cost` sums up to the key's `total_usage`.",
    query: ACTIVITY_QUERY,
    answers: [
      {
        status: 200,
        description: 'The usage.',
        content: {
          schema: 'Activity',
          example: {
            object: 'list',
            from: '2026-10-23',
            to: '2026-11-21',
            data: [
              {
                date: '2026-11-21',
                model: EXAMPLE.model,
                provider: 'simulated',
                requests: 2,
                completed: 1,
                failed: 1,
                seconds: 8,
                prompt_tokens: 0,
                completion_tokens: 0,
                cost: 4,
              },
            ],
          },
        },
      },
    ],
    errors: ['invalid_request'],
  },
};

function printRow(row: ActivityRow): string {
  return `{"date":"${row.day}","model":${JSON.stringify(row.model)},"provider":${JSON.stringify(row.provider)},"requests":${row.completed + row.failed},"completed":${row.completed},"failed":${row.failed},"seconds":${printSeconds(row.outputMs)},"prompt_tokens":${row.promptTokens},"completion_tokens":${row.completionTokens},"cost":${printDa(row.cost)}}`;
}
