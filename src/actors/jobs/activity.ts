/**
 * Usage by day, model and provider: one record per key and row, and one per account and row that adds up its
 * keys, both moved in the turn that settles a job. So what a reader of a whole account goes through does not
 * grow with the number of its keys.
 */
import type { MicroDa } from '../../money/micro-da.js';
import { microDa } from '../../money/micro-da.js';
import { type StoreReader, withPrefix } from '../../store/store.js';
import type { TurnRecords } from '../runtime/behavior.js';
import { mapped } from '../storage/page.js';

/** Jobs that settled, added up. */
export interface Usage {
  readonly completed: number;
  readonly failed: number;
  /** Milliseconds of output. */
  readonly outputMs: number;
  readonly cost: MicroDa;
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
  readonly cost: MicroDa;
}

export interface SettledJob {
  readonly day: string;
  readonly model: string;
  readonly provider: string;
  readonly outcome: 'completed' | 'failed';
  readonly outputMs: number;
  readonly cost: MicroDa;
}

type Records = Pick<TurnRecords, 'get' | 'put'>;

export function addToActivity(turn: Records, account: string, keyId: string, job: SettledJob): void {
  const row = `/${job.day}/${encodeURIComponent(job.model)}/${encodeURIComponent(job.provider)}`;
  const isCompleted = job.outcome === 'completed';
  const one: ActivityRecord = {
    v: 1,
    completed: isCompleted ? 1 : 0,
    failed: isCompleted ? 0 : 1,
    output_ms: job.outputMs,
    cost: job.cost,
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
    cost: microDa(a.cost + b.cost),
  };
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
    cost: record.cost,
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
