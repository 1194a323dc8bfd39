/**
 * Usage by day, model and provider: one record per key and row, and one per account and row that adds up its
 * keys, both moved in the turn that settles a job. So what a reader of a whole account goes through does not
 * grow with the number of its keys.
 */
import type { MicroDa } from '../../money/micro-da.js';
import { type StoreReader, withPrefix } from '../../store/store.js';
import type { TurnRecords } from '../runtime/behavior.js';
import { mapped } from '../storage/page.js';

/** Jobs and generations that settled, added up. */
export interface Usage {
  readonly completed: number;
  readonly failed: number;
  /** Milliseconds of output. */
  readonly outputMs: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Micro-DA. */
  readonly cost: bigint;
}

export interface ActivityRow extends Usage {
  /** UTC, `YYYY-MM-DD`: the day on which the jobs settled. */
  readonly day: string;
  readonly model: string;
  readonly provider: string;
}

export interface ActivityRecord {
  readonly v: 1;
  readonly completed: number;
  readonly failed: number;
  readonly output_ms: number;
  /** Absent, as `completion_tokens`, if there are none. */
  readonly prompt_tokens?: number;
  readonly completion_tokens?: number;
  /** Micro-DA; beyond the safe integers, which the keys of an account may reach together, as decimal text. */
  readonly cost: number | string;
}

/** A job or a generation that settled. */
export interface SettledWork {
  readonly day: string;
  readonly model: string;
  readonly provider: string;
  readonly outcome: 'completed' | 'failed';
  readonly outputMs: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly cost: MicroDa;
}

const NO_TOKENS = {};

type Records = Pick<TurnRecords, 'get' | 'put'>;

export function addToActivity(turn: Records, account: string, keyId: string, work: SettledWork): void {
  const row = `/${work.day}/${encodeURIComponent(work.model)}/${encodeURIComponent(work.provider)}`;
  const isCompleted = work.outcome === 'completed';
  const one: ActivityRecord = {
    v: 1,
    completed: isCompleted ? 1 : 0,
    failed: isCompleted ? 0 : 1,
    output_ms: work.outputMs,
    ...tokensOf(work.promptTokens, work.completionTokens),
    cost: work.cost,
  };
  add(turn, 'activity', keyId + row, one);
  add(turn, 'account_activity', account + row, one);
}

function add(turn: Records, table: 'activity' | 'account_activity', key: string, one: ActivityRecord): void {
  const text = turn.get(table, key);
  const sum = text === undefined ? one : addedActivity(JSON.parse(text) as ActivityRecord, one);
  turn.put(table, key, JSON.stringify(sum));
}

export function addedActivity(a: ActivityRecord, b: ActivityRecord): ActivityRecord {
  return {
    v: 1,
    completed: a.completed + b.completed,
    failed: a.failed + b.failed,
    output_ms: a.output_ms + b.output_ms,
    ...tokensOf(
      (a.prompt_tokens ?? 0) + (b.prompt_tokens ?? 0),
      (a.completion_tokens ?? 0) + (b.completion_tokens ?? 0),
    ),
    cost: addedCost(a.cost, b.cost),
  };
}

function addedCost(a: number | string, b: number | string): number | string {
  const sum = Number(a) + Number(b);
  return Number.isSafeInteger(sum) ? sum : String(BigInt(a) + BigInt(b));
}

function tokensOf(
  prompt: number,
  completion: number,
): Pick<ActivityRecord, 'prompt_tokens' | 'completion_tokens'> {
  return prompt === 0 && completion === 0
    ? NO_TOKENS
    : { prompt_tokens: prompt, completion_tokens: completion };
}

function readActivity(key: string, value: string): ActivityRow {
  const [, day = '', model = '', provider = ''] = key.split('/');
  const record = JSON.parse(value) as ActivityRecord;
  return {
    day,
    model: decodeURIComponent(model),
    provider: decodeURIComponent(provider),
    completed: record.completed,
    failed: record.failed,
    outputMs: record.output_ms,
    promptTokens: record.prompt_tokens ?? 0,
    completionTokens: record.completion_tokens ?? 0,
    cost: BigInt(record.cost),
  };
}

/** A key's rows of the days `from` to `to`, both included (`YYYY-MM-DD`), newest day first, else by name. */
export function listActivity(records: StoreReader, keyId: string, from: string, to: string): ActivityRow[] {
  const rows = [...activityOf(records, 'activity', keyId, from, to)];
  return rows.sort((a, b) => (a.day === b.day ? 0 : a.day < b.day ? 1 : -1));
}

/**
 * The rows of a key or of an account, oldest day first.
 *
 * @param owner id of the key for `activity`, of the account for `account_activity`
 */
export function activityOf(
  records: StoreReader,
  table: 'activity' | 'account_activity',
  owner: string,
  from: string,
  to: string,
): Iterable<ActivityRow> {
  const days = { from: `${owner}/${from}`, to: withPrefix(`${owner}/${to}/`).to };
  return mapped(records.range(table, days), ({ key, value }) => readActivity(key, value));
}
