/** The rows of the usage page as CSV. */
import { printDa } from '../../../../money/micro-da.js';
import { printSeconds } from '../../../../routing/seconds.js';
import type { PageAnswer } from '../../page.js';
import { csvFields, csvRow } from '../view/csv.js';
import type { UsageFound } from './read-usage.js';
import type { UsageQuery } from './usage-query.js';

const COLUMNS = ['completed', 'failed', 'seconds', 'charged_da', 'prompt_tokens', 'completion_tokens'];

export function usageFile({ by, from, to }: UsageQuery, { groups }: UsageFound): PageAnswer {
  const head = by === 'key' ? ['key', 'name'] : [by];
  const rows = groups.map(({ id, name, completed, failed, outputMs, promptTokens, completionTokens, cost }) =>
    csvRow([
      id,
      ...(by === 'key' ? [name ?? ''] : []),
      completed,
      failed,
      printSeconds(outputMs),
      printDa(cost),
      promptTokens,
      completionTokens,
    ]),
  );
  return {
    kind: 'page',
    status: 200,
    contentType: 'text/csv; charset=utf-8',
    body: csvRow([...head, ...COLUMNS]) + rows.join(''),
    headers: csvFields(`usage-by-${by}-${from}-${to}.csv`),
  };
}
