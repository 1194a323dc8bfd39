/** The groups of a page of usage and their sums, as its reader has them. */
import { type ToldCell, ToldPage } from '../told-page.js';

export interface ToldUsage {
  /** The name of each, what ended, its seconds, its cost, and its tokens. */
  readonly groups: readonly string[];
  readonly sums: readonly string[];
  /** The cost of each group, from above. */
  readonly costs: readonly number[];
}

export function toldUsage(html: string, by: string): ToldUsage {
  const page = new ToldPage({ kind: 'page', status: 200, contentType: 'text/html', body: html });
  const rows = page.rows('Usage');
  return {
    groups: rows.map((row) => groupIn(row, by)),
    sums: page.values.map(({ numbers }) => withoutZeros(numbers[0])),
    costs: rows.map((row) => Number(row.at(-1)?.numbers[0])),
  };
}

/** @param group as it is due: its name, completed, failed, seconds, cost, tokens of prompts, and of texts */
export function rowDue(
  group: string,
  { by, period }: { readonly by: string; readonly period: string },
): string {
  const [name = '', completed, failed, seconds, cost, prompt, completion] = group.split(' | ');
  const shown = by === 'key' ? `by=day&key=${name}&period=${period}` : name;
  const tokens = String(Number(prompt) + Number(completion));
  return [shown, `${completed}/${failed}`, completed, failed, seconds, cost, tokens].join(' | ');
}

/** The cost, what ended, seconds, and tokens if there are any. */
export function sumsDue(groups: readonly string[], cost: string): readonly string[] {
  const rows = groups.map((group) => group.split(' | ').slice(1).map(Number));
  const sum = (at: number) => rows.reduce((all, row) => all + (row[at] ?? 0), 0);
  const tokens = sum(4) + sum(5);
  const seconds = Math.round(sum(2) * 1_000) / 1_000;
  return [cost, ...[sum(0), sum(1), seconds, ...(tokens > 0 ? [tokens] : [])].map(String)];
}

function groupIn(row: readonly ToldCell[], by: string): string {
  const [name, completed, failed, seconds, ...others] = row;
  const numbers = [completed, failed, seconds, others.at(-1)].map((cell) => withoutZeros(cell?.numbers[0]));
  const tokens = others.length > 1 ? others[0]?.numbers[0] : '0';
  return [nameIn(name, by), name?.numbers.join('/'), ...numbers, tokens].join(' | ');
}

function nameIn(cell: ToldCell | undefined, by: string): string | undefined {
  if (by === 'day') return cell?.times[0];
  if (by !== 'key') return cell?.words.split(/ \d+ \/ \d+ /)[0];
  const query = new URLSearchParams(cell?.links[0]?.split('?')[1]);
  query.sort();
  return query.toString();
}

function withoutZeros(number = ''): string {
  return number.includes('.') ? number.replace(/\.?0+$/, '') : number;
}
