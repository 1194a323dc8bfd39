import { describe, expect, it } from 'vitest';
import { KEPT_JOBS } from '../../../../simulation/rules/jobs/kept-jobs.js';
import { MadeHistory, type Reply } from '../made-history.js';

const DAY_MS = 86_400_000;
const KEPT_MS = 90 * DAY_MS;
const GONE: Reply = { status: 404, code: 'not_found' };

/** A job that was not settled yet after one day, and was settled after two. */
function polledAt(at: number, reply: Reply, isSeenSettled = true): readonly string[] {
  const history = new MadeHistory(KEPT_JOBS);
  history.see({ at: 0, what: 'started' });
  history.key(1, 60);
  history.ask(
    0,
    { op: 'submit', key: 1, model: 'sim/video', prompt: 'Rain' },
    { status: 202, body: { id: 'video_1' } },
  );
  const poll = (when: number, answer: Reply) =>
    history.ask(when, { op: 'poll', key: 1, job: 1 }, answer, { jobId: 'video_1' });
  poll(DAY_MS, { status: 200, body: { id: 'video_1', status: 'pending', seconds: 5 } });
  if (isSeenSettled) poll(2 * DAY_MS, { status: 200, body: COMPLETED });
  poll(at, reply);
  return history.end();
}

const COMPLETED = { id: 'video_1', status: 'completed', seconds: 5, output_seconds: 5, cost: 2.5 };

describe('the rule of kept jobs', () => {
  it('wants a job to be there for its time from its settlement on', () => {
    expect(polledAt(KEPT_MS + DAY_MS / 2, GONE)).toHaveLength(1);
    expect(polledAt(KEPT_MS + 2 * DAY_MS, GONE)).toEqual([]);
    expect(polledAt(KEPT_MS + DAY_MS / 2, { status: 200, body: COMPLETED })).toEqual([]);
  });

  it('wants it to be gone soon after', () => {
    const shown: Reply = { status: 200, body: COMPLETED };
    expect(polledAt(KEPT_MS + 3 * DAY_MS, shown)).toHaveLength(1);
    expect(polledAt(KEPT_MS + 2 * DAY_MS + 60_000, shown)).toEqual([]);
    expect(polledAt(KEPT_MS + 3 * DAY_MS, shown, false)).toEqual([]);
  });
});
