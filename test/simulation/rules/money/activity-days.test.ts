import { describe, expect, it } from 'vitest';
import { ACTIVITY_DAYS } from '../../../../simulation/rules/money/activity-days.js';
import { MadeHistory } from '../made-history.js';

/** Made-up histories are of 15 January 2027. */
const TODAY = '2027-01-15';
const TODAY_S = Date.parse(TODAY) / 1_000;
const REFUSED = { status: 400, code: 'invalid_request' };

interface Days {
  readonly from?: string;
  readonly to?: string;
}

function row(date: string, more: object = {}): object {
  return { date, model: 'sim/video', provider: 'simulated', completed: 1, failed: 0, cost: 2, ...more };
}

/** A job of key 1 settled today, which a poll told before. */
function told(asked: Days, body: object | 'refused'): readonly string[] {
  const history = new MadeHistory(ACTIVITY_DAYS);
  history.key(1, 60);
  const submit = { op: 'submit', key: 1, model: 'sim/video', prompt: 'Rain' } as const;
  history.ask(1, submit, { status: 202, body: { id: 'video_1' } });
  const done = { id: 'video_1', status: 'completed', model: 'sim/video', cost: 2, completed_at: TODAY_S + 9 };
  history.ask(2, { op: 'poll', key: 1, job: 1 }, { body: done });
  history.ask(3, { op: 'activity', key: 1, ...asked }, body === 'refused' ? REFUSED : { body });
  return history.end();
}

describe('the rule of the days of activity', () => {
  it('is content with the days that were asked for, and with the last 30', () => {
    expect(told({}, { from: '2026-12-17', to: TODAY, data: [row(TODAY)] })).toEqual([]);
    expect(told({ to: '2024-03-01' }, { from: '2024-02-01', to: '2024-03-01', data: [] })).toEqual([]);
    expect(told({ from: '2026-01-15' }, { from: '2026-01-15', to: TODAY, data: [row(TODAY)] })).toEqual([]);
  });

  it.each<Days>([
    { from: '2026-01-14' },
    { from: '2027-01-16' },
    { from: '2027-02-29', to: '2027-03-01' },
    { to: '1795219200' },
    { from: '2027-01-14T00:00:00Z' },
  ])('wants %o refused', (days) => {
    expect(told(days, 'refused')).toEqual([]);
    expect(told(days, { from: days.from ?? '', to: days.to ?? TODAY, data: [] }).join()).toMatch(/a refusal/);
  });

  it('wants nothing else refused', () => {
    expect(told({ from: '2026-01-15' }, 'refused').join()).toMatch(/was answered 400/);
    expect(told({ from: '2024-02-29', to: '2025-02-28' }, 'refused').join()).toMatch(/was answered 400/);
  });

  it.each<[string, Days, object, RegExp]>([
    ['another range', {}, { from: '2026-12-16', to: TODAY, data: [row(TODAY)] }, /says that it is from/],
    [
      'a day outside',
      { from: TODAY, to: TODAY },
      { from: TODAY, to: TODAY, data: [row(TODAY), row('2027-01-14')] },
      /shows 2027-01-14/,
    ],
    [
      'an older day first',
      {},
      { from: '2026-12-17', to: TODAY, data: [row('2027-01-14'), row(TODAY)] },
      /behind an older day/,
    ],
    ['a row twice', {}, { from: '2026-12-17', to: TODAY, data: [row(TODAY), row(TODAY)] }, /twice/],
    ['a job missing', {}, { from: '2026-12-17', to: TODAY, data: [] }, /shows 0, 0, 0 of sim\/video/],
    [
      'a job that cost less',
      { from: TODAY, to: TODAY },
      { from: TODAY, to: TODAY, data: [row(TODAY, { cost: 1 })] },
      /told of 1, 0, 2000000/,
    ],
  ])('reports %s', (_, days, body, says) => {
    expect(told(days, body).join()).toMatch(says);
  });
});
