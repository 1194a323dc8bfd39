/** Usage by day, model and provider: one record per key and row, moved in the turn that settles a job. */
import type { MicroDa } from '../../money/micro-da.js';
import { microDa } from '../../money/micro-da.js';
import { type StoreReader, withPrefix } from '../../store/store.js';
import type { TurnRecords } from '../runtime/behavior.js';
import { mapped } from '../storage/page.js';

export interface ActivityRow {
  /** UTC, `YYYY-MM-DD`: the day on which the jobs settled. */
  readonly day: string;
  readonly model: string;
  readonly provider: string;
  readonly completed: number;
  readonly failed: number;
  /** Milliseconds of output. */
  readonly outputMs: number;
  readonly cost: MicroDa;
}

interface ActivityRecord {
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

/** Key in table `activity`; parts are percent-encoded, so `/` separates. */
function activityKey(keyId: string, day: string, model: string, provider: string): string {
  return [keyId, day, encodeURIComponent(model), encodeURIComponent(provider)].join('/');
}

export function addToActivity(turn: TurnRecords, keyId: string, job: SettledJob): void {
  const key = activityKey(keyId, job.day, job.model, job.provider);
  const text = turn.get('activity', key);
  const before: ActivityRecord =
    text === undefined
      ? { v: 1, completed: 0, failed: 0, output_ms: 0, cost: microDa(0) }
      : (JSON.parse(text) as ActivityRecord);
  const after: ActivityRecord = {
    v: 1,
    completed: before.completed + (job.outcome === 'completed' ? 1 : 0),
    failed: before.failed + (job.outcome === 'failed' ? 1 : 0),
    output_ms: before.output_ms + job.outputMs,
    cost: microDa(before.cost + job.cost),
  };
  turn.put('activity', key, JSON.stringify(after));
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

/** The rows of the days from `from` to `to`, both included (`YYYY-MM-DD`), newest day first, else by name. */
export function listActivity(records: StoreReader, keyId: string, from: string, to: string): ActivityRow[] {
  const days = { from: `${keyId}/${from}`, to: withPrefix(`${keyId}/${to}/`).to };
  const rows = [...mapped(records.range('activity', days), ({ key, value }) => readActivity(key, value))];
  return rows.sort((a, b) => (a.day === b.day ? 0 : a.day < b.day ? 1 : -1));
}
