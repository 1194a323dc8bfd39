/** The claims of pages and of files of tables, and those of the API about the same things. */
import type { ShownCell, ShownParts } from '../../history/people/shown-parts.js';
import { type Answer, bodyOf, isObject, type JsonObject } from '../facts/requests.js';
import { microDaShown } from '../facts/shown-amounts.js';

/** The same text for the same claim, whether a page makes it or the API. */
export type Claim = string;

const JOB_STATES: Readonly<Record<string, string>> = {
  Waiting: 'pending',
  'In progress': 'in_progress',
  Completed: 'completed',
  Failed: 'failed',
};
/** By the words of a page. */
export const ORDER_STATES: Readonly<Record<string, string>> = {
  'Being prepared': 'made',
  'To be paid': 'awaiting_payment',
  Paid: 'paid',
  Failed: 'failed',
  Canceled: 'canceled',
  Expired: 'expired',
};

export function partsIn(answer: Answer): ShownParts {
  return bodyOf(answer) as unknown as ShownParts;
}

/** Lines of a file behind its first (RFC 4180). */
export function linesOf(file: string): readonly (readonly string[])[] {
  const lines: string[][] = [[]];
  for (const [, text = '', end] of file.matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/g)) {
    lines.at(-1)?.push(text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text);
    if (end !== ',') lines.push([]);
  }
  return lines.slice(1, -1);
}

/** @param da an amount in DA, as a page prints it or as the API has it */
function amount(da: unknown): string {
  return `${microDaShown(Number(da))} micro-DA`;
}

function claim(...parts: readonly unknown[]): Claim {
  return parts.join(' | ');
}

function secondsOf(time: string | undefined): number {
  return Date.parse(time ?? '') / 1_000;
}

/** The numbers of the last cells, the last one last. */
function ends(row: readonly ShownCell[], count: number): readonly (string | undefined)[] {
  return row.slice(-count).map(({ numbers }) => numbers[0]);
}

export function keyInRow(row: readonly ShownCell[]): Claim {
  const [limit, reserved, balance] = ends(row, 3);
  return claim(limit, amount(reserved), amount(balance));
}

export function keyTold(key: JsonObject, credits: JsonObject): Claim {
  return claim(key.rate_limit_rpm, amount(credits.reserved), amount(key.balance));
}

export function keyFigures({ values }: ShownParts): Claim {
  const figures = values.flatMap(({ numbers }) => numbers.slice(0, 1));
  const [reserved, charged, limit] = figures.slice(-3);
  return claim(limit, amount(figures[0]), amount(reserved), amount(charged));
}

export function figuresTold(key: JsonObject, credits: JsonObject): Claim {
  const { balance, reserved, total_usage } = credits;
  return claim(key.rate_limit_rpm, amount(balance), amount(reserved), amount(total_usage));
}

export function entryInRow(row: readonly ShownCell[]): Claim {
  const [reserved, balance] = ends(row, 2);
  return claim(secondsOf(row[1]?.times[0]), amount(row[2]?.numbers[0]), amount(balance), amount(reserved));
}

export function entryTold({ created_at, amount: moved, balance_after, reserved_after }: JsonObject): Claim {
  return claim(created_at, amount(moved), amount(balance_after), amount(reserved_after));
}

export function entryInFile(line: readonly string[]): Claim {
  const [number, time, type, moved, balance, reserved, job, reference, other, marked] = line;
  return claim(
    number,
    secondsOf(time),
    type,
    amount(moved),
    amount(balance),
    amount(reserved),
    job,
    line.at(-1),
    reference,
    other,
    amount(marked),
  );
}

export function entryForFile(entry: JsonObject): Claim {
  const { id, type, job_id = '', generation_id = '' } = entry;
  const { created_at, amount: moved, balance_after, reserved_after, to, from = '', marked = 0 } = entry;
  const { reference = '' } = entry;
  // A spreadsheet would run it.
  const harmless = /^[=+\-@\t\r]/.test(String(reference)) ? `'${reference}` : reference;
  const number = String(id).split('_').at(-1);
  const amounts = [amount(moved), amount(balance_after), amount(reserved_after)];
  return claim(
    number,
    created_at,
    type,
    ...amounts,
    job_id,
    generation_id,
    harmless,
    to ?? from,
    amount(marked),
  );
}

export function jobInRow(row: readonly ShownCell[]): Claim {
  const [name, state, model] = row;
  const [charge] = ends(row, 2);
  const [time] = row.at(-1)?.times ?? [];
  return claim(
    name?.ids[0],
    JOB_STATES[state?.words ?? ''],
    model?.words.split(' ')[0],
    amount(charge),
    secondsOf(time),
  );
}

export function jobTold({ id, status, model, cost, created_at }: JsonObject): Claim {
  return claim(id, status, model, amount(cost), created_at);
}

export function jobFigures({ head, values }: ShownParts): Claim {
  const state = Object.keys(JOB_STATES).find((words) => head.endsWith(words));
  const lengths = values.slice(2, -3).map(({ numbers }) => Number.parseFloat(numbers[0] ?? ''));
  const charge = amount(values.at(-2)?.numbers[0]);
  return claim(values.at(-1)?.ids[0], JOB_STATES[state ?? ''], charge, values[0]?.words, ...lengths);
}

/** It was asked for so many seconds, and, once it is completed, has so many. */
export function jobFiguresTold({ id, status, cost, model, seconds, output_seconds }: JsonObject): Claim {
  const lengths = [seconds, output_seconds].filter((length) => length !== undefined);
  return claim(id, status, amount(cost), model, ...lengths);
}

export function orderInRow(row: readonly ShownCell[]): Claim {
  const [id] = row[0]?.ids ?? [];
  const state = Object.keys(ORDER_STATES).find((words) => row.at(-2)?.words.startsWith(words));
  const time = secondsOf(row[0]?.times[0]);
  return claim(id, ORDER_STATES[state ?? ''], amount(ends(row, 1)[0]), time);
}

export function orderTold({ id, status, amount: paid, created_at }: JsonObject): Claim {
  return claim(id, status, amount(paid), created_at);
}

export function orderFigures({ head, values: [id, account, key] }: ShownParts): Claim {
  const state = Object.keys(ORDER_STATES).find((words) => head.includes(words));
  return claim(id?.ids[0], ORDER_STATES[state ?? ''], account?.ids.at(-1), key?.ids.at(-1));
}

export function orderFiguresTold({ id, status, account, key }: JsonObject): Claim {
  return claim(id, status, account, key);
}

/** Tokens stand before the charge, if there are any. */
export function usageInRow(row: readonly ShownCell[]): Claim {
  const [completed, failed, seconds] = row.slice(1).map(({ numbers }) => numbers[0]);
  const tokens = row.length > 5 ? row.at(-2)?.numbers[0] : 0;
  const [name] = row[0]?.words.split(' ') ?? [];
  return usage(row[0]?.times[0] ?? name, { completed, failed, seconds, tokens, cost: ends(row, 1)[0] });
}

export function usageInFile([
  date,
  completed,
  failed,
  seconds,
  cost,
  prompt,
  completion,
]: readonly string[]): Claim {
  return usage(date, { completed, failed, seconds, tokens: Number(prompt) + Number(completion), cost });
}

/** The sums of an activity, by day or by model. */
export function usageTold(rows: readonly JsonObject[], by: 'date' | 'model' | 'provider'): readonly Claim[] {
  const groups = [...new Set(rows.map((row) => row[by]))];
  return groups.map((group) =>
    usageSum(
      group,
      rows.filter((row) => row[by] === group),
    ),
  );
}

/** Of a key, which its row leads to. */
export function usageOfKeyInRow(row: readonly ShownCell[]): Claim {
  const [id = ''] = row[0]?.ids ?? [];
  return usageInRow([{ words: id, numbers: [], times: [], ids: [] }, ...row.slice(1)]);
}

/** Behind its id stands its name, which may be anything. */
export function usageOfKeyInFile([id = '', ...line]: readonly string[]): Claim {
  return usageInFile([id, ...line.slice(-6)]);
}

/** The figures above a table of usage. */
export function usageFigures({ values }: ShownParts): Claim {
  const [cost, completed, failed, seconds, tokens = 0] = values.map(({ numbers }) => numbers[0]);
  return usage('all', { completed, failed, seconds, tokens, cost });
}

/** The sum of all rows of an activity. */
export function usageSum(group: unknown, those: readonly JsonObject[]): Claim {
  const sum = (...fields: readonly string[]) =>
    those.reduce((total, row) => total + fields.reduce((of, field) => of + Number(row[field]), 0), 0);
  const tokens = sum('prompt_tokens', 'completion_tokens');
  const [completed, failed] = [sum('completed'), sum('failed')];
  return usage(group, { completed, failed, seconds: sum('seconds'), tokens, cost: sum('cost') });
}

function usage(group: unknown, of: Readonly<Record<string, unknown>>): Claim {
  const { completed, failed, seconds, tokens, cost } = of;
  return claim(group, completed, failed, Math.round(Number(seconds) * 1_000), tokens, amount(cost));
}

export function itemsOf({ data }: JsonObject): readonly JsonObject[] {
  return Array.isArray(data) ? data.filter(isObject) : [];
}
