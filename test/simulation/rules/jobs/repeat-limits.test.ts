import { describe, expect, it } from 'vitest';
import { REPEAT_LIMITS } from '../../../../simulation/rules/jobs/routes/repeat-limits.js';
import {
  ACCEPTED,
  at,
  exchange,
  type Moment,
  NOT_NOW,
  providerSaid,
  reportsOf,
  SETUP,
  SUBMIT,
  submitCalled,
} from '../told-history.js';

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
  const records = limits.map((repeatUntil, n) => [
    `video_${n}`,
    { model: BRIEF.id, provider: 'brief', repeatUntil },
  ]);
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

  /** A job that went on from `plain` to a provider, at 3 s. */
  function movedOn(provider: 'brief' | 'idempotent', repeatUntil: number | undefined): string {
    const model = { ...BRIEF, id: 'model/moved', provider: 'plain', fallbacks: [provider] } as const;
    const asked = { ...SUBMIT, model: model.id };
    const called = (call: number, to: string) =>
      ({ ...submitCalled(call, 'video_9', model.id), provider: to }) as Moment;
    const moved = {
      asked: at(1_000, ...exchange(asked, 202, { id: 'video_9' })),
      first: at(1_010, called(1, 'plain')),
      busy: at(2_900, providerSaid(1, NOT_NOW)),
      next: at(3_000, called(2, provider), providerSaid(2, ACCEPTED)),
      other: at(4_000, ...exchange({ ...SUBMIT, model: BRIEF.id }, 202, { id: 'video_1' })),
      end: at(90_000, {
        disk: {
          jobs: {
            video_1: { model: BRIEF.id, provider: 'brief', repeatUntil: 4_000 + KEPT_MS },
            video_9: { model: model.id, provider, ...(repeatUntil && { repeatUntil }) },
          },
        },
        when: 'end',
      }),
    };
    return reportsOf(REPEAT_LIMITS, moved, { ...SETUP, models: [BRIEF, model] }).join('\n');
  }

  it('counts from when a job took its route', () => {
    expect(movedOn('brief', 2_950 + KEPT_MS)).toBe('');
    expect(movedOn('brief', 3_500 + KEPT_MS)).toMatch(
      /video_9 may be repeated for 480 ms longer than video_1/,
    );
    expect(movedOn('brief', 500 + KEPT_MS)).toMatch(/video_1 may be repeated for .* longer than video_9/);
  });

  it('reports a promise of the route before', () => {
    expect(movedOn('idempotent', undefined)).toBe('');
    expect(movedOn('idempotent', 2_950 + KEPT_MS)).toMatch(/video_9 is at idempotent, .* for a while/);
    expect(movedOn('brief', undefined)).toMatch(/video_9 is at brief, and may be repeated for ever/);
  });
});
