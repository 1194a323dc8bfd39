import { describe, expect, it } from 'vitest';
import type { ClientCall } from '../../../../simulation/history/client-call.js';
import { USAGE } from '../../../../simulation/rules/money/usage.js';
import { MadeHistory } from '../made-history.js';

/** The time of the first instant of a made-up history. */
const DAY = '2027-01-15';
const COMPLETED_AT = 1_800_000_001;
const ROW = {
  date: DAY,
  model: 'sim/video',
  provider: 'simulated',
  requests: 2,
  completed: 1,
  failed: 1,
  seconds: 2,
  cost: 1,
};
const JOBS = [
  { id: 'video_2', model: 'sim/video', status: 'failed', completed_at: COMPLETED_AT, cost: 0 },
  {
    id: 'video_1',
    model: 'sim/video',
    status: 'completed',
    output_seconds: 2,
    completed_at: COMPLETED_AT,
    cost: 1,
  },
];

/** A failed job and one of 1 DA, as the last reading shows them. */
function read(row: object, { usage = 1, filtered }: { usage?: number; filtered?: readonly object[] } = {}) {
  const history = new MadeHistory(USAGE);
  history.key(1, 60);
  history.see({ at: 1_000, what: 'quiet' });
  const ask = (call: ClientCall, body: object) =>
    history.ask(2_000, call, { status: 200, body }, { step: 0 });
  const range = { from: '2026-12-17', to: DAY };
  ask({ op: 'credits', key: 1 }, { total_usage: usage });
  ask({ op: 'activity', key: 1 }, { ...range, data: [row] });
  ask({ op: 'list_jobs', key: 1, limit: 100 }, { data: JOBS, has_more: false });
  if (filtered !== undefined)
    ask({ op: 'activity', key: 1, provider: 'other' }, { ...range, data: filtered });
  return history.end().join('\n');
}

describe('the rule of usage', () => {
  it('is content with an activity that its jobs make, and with a filter that leaves nothing', () => {
    expect(read(ROW, { filtered: [] })).toBe('');
  });

  it.each<[string, object, RegExp]>([
    ['a job that is counted on another day', { ...ROW, date: '2027-01-14' }, /on 2027-01-14/],
    ['a failed job that is not counted', { ...ROW, failed: 0, requests: 1 }, /1 failed/],
    ['requests that are not those counted', { ...ROW, requests: 1 }, /1 requests/],
    ['output that is not that of the jobs', { ...ROW, seconds: 3 }, /3000 ms/],
    ['a cost that is not that of the jobs', { ...ROW, cost: 2 }, /total usage/],
  ])('reports %s', (_, row, says) => {
    expect(read(row)).toMatch(says);
  });

  it('reports a filter that does not filter, and a total usage that does not add up', () => {
    expect(read(ROW, { filtered: [ROW] })).toMatch(/without the filter/);
    expect(read(ROW, { usage: 3 })).toMatch(/total usage is 3000000/);
  });

  it.each<[string, number, number, string]>([
    [
      'excuses a job that its day of retention took, though the wall clock went back',
      86_402_000,
      86_400_000,
      '',
    ],
    ['reports one that is gone before, if the wall clock goes back', 3_600_000, 3_600_000, 'on 2027-01-15'],
  ])('%s', (_, at, backMs, says) => {
    const history = new MadeHistory(USAGE);
    history.see({ at: 0, what: 'reloaded', outcome: 'applied', options: { retentionDays: 1 } });
    history.key(1, 60);
    history.see({ at: 1_000, what: 'wall_stepped', ms: -backMs });
    history.see({ at, what: 'quiet' });
    const ask = (call: ClientCall, body: object) => history.ask(at, call, { status: 200, body }, { step: 0 });
    ask({ op: 'activity', key: 1 }, { from: '2026-12-17', to: DAY, data: [ROW] });
    ask({ op: 'list_jobs', key: 1, limit: 100 }, { data: [], has_more: false });
    expect(history.end().join('\n')).toContain(says);
    if (says === '') expect(history.messages).toEqual([]);
  });
});
