import { describe, expect, it } from 'vitest';
import { REPEAT_LIMITS } from '../../../../simulation/rules/jobs/routes/repeat-limits.js';
import { at, exchange, reportsOf, SETUP, SUBMIT } from '../told-history.js';

const BRIEF = { id: 'model/brief', provider: 'brief', pricePerSecondMicroDa: 1, deadlineAfterMs: 1 } as const;
const KEPT_MS = 63_000;
/** The node's clock is so far ahead. */
const AHEAD_MS = 5_000;

function said(limits: readonly number[]): string {
  const model = { ...SUBMIT, model: BRIEF.id };
  const asked = limits.map((_, n) => [
    `asked ${n}`,
    at(1_000 * (n + 1), ...exchange(model, 202, { id: `video_${n}` })),
  ]);
  const records = limits.map((repeatUntil, n) => [`video_${n}`, { model: BRIEF.id, repeatUntil }]);
  const end = at(90_000, { disk: { jobs: Object.fromEntries(records) }, when: 'end' });
  const run = { ...Object.fromEntries(asked), end };
  return reportsOf(REPEAT_LIMITS, run, { ...SETUP, models: [BRIEF] }).join('\n');
}

describe('the rule of repeat limits', () => {
  it('has nothing to say if each job has the same time from its submit', () => {
    expect(said([1_000 + KEPT_MS + AHEAD_MS, 2_005 + KEPT_MS + AHEAD_MS])).toBe('');
  });

  it('reports if one of them has more', () => {
    expect(said([1_000 + KEPT_MS + AHEAD_MS, 2_700 + KEPT_MS + AHEAD_MS])).toMatch(
      /video_1 may be repeated for 680 ms longer than video_0 may/,
    );
  });
});
