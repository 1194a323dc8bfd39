import { describe, expect, it } from 'vitest';
import { JOB_STATUS } from '../../../../simulation/rules/jobs/job-status.js';
import { MadeHistory } from '../made-history.js';

const ACCEPTED = {
  id: 'video_1',
  object: 'video',
  status: 'pending',
  model: 'sim/video',
  polling_url: 'http://gateway.test/v1/videos/video_1',
  created_at: 1_800_000_000,
};
const JOB = { id: 'video_1', object: 'video', model: 'sim/video', seconds: 5, created_at: 1_800_000_000 };
const PENDING = { ...JOB, status: 'pending', poll_after: 0.5 };
const RUNNING = { ...JOB, status: 'in_progress', poll_after: 0.5, progress: 40 };
const SETTLED = { ...JOB, completed_at: 1_800_000_002, cost: 2.5 };
const COMPLETED = { ...SETTLED, status: 'completed', url: 'http://x/1', output_seconds: 5 };
const FAILED = { ...SETTLED, status: 'failed', error: 'expired', error_message: 'Too late.', cost: 0 };

function polls(...bodies: readonly object[]): readonly string[] {
  const history = new MadeHistory(JOB_STATUS);
  history.key(1, 60);
  const submit = { op: 'submit', key: 1, model: 'sim/video', prompt: 'Rain' } as const;
  history.ask(0, submit, { status: 202, body: ACCEPTED, headers: { location: '/v1/videos/video_1' } });
  for (const [at, body] of bodies.entries()) {
    history.ask(at + 1, { op: 'poll', key: 1, job: 1 }, { body }, { jobId: 'video_1' });
  }
  return history.end();
}

describe('the rule of the status of jobs', () => {
  it('is content with a job that goes forward and stays settled', () => {
    expect(polls(PENDING, RUNNING, RUNNING, COMPLETED, COMPLETED)).toEqual([]);
    expect(polls(PENDING, FAILED, FAILED)).toEqual([]);
  });

  it.each<[string, readonly object[]]>([
    ['a job that begins anew', [RUNNING, PENDING]],
    ['a completed job that runs again', [COMPLETED, RUNNING]],
    ['a completed job that failed', [COMPLETED, FAILED]],
    ['a settled job that changes', [COMPLETED, { ...COMPLETED, cost: 1 }]],
    ['a url before the end', [{ ...RUNNING, url: 'http://x/1' }]],
    ['a completed job without a url', [{ ...COMPLETED, url: undefined }]],
    ['both url and error', [{ ...FAILED, url: 'http://x/1' }]],
    ['an unknown slug', [{ ...FAILED, error: 'bad_luck' }]],
    ['an unknown status', [{ ...PENDING, status: 'queued' }]],
    ['no time to ask again', [{ ...PENDING, poll_after: undefined }]],
    ['a time to ask again of a settled job', [{ ...COMPLETED, poll_after: 1 }]],
    ['a cost before the end', [{ ...RUNNING, cost: 1 }]],
    ['other seconds than were asked for', [{ ...PENDING, seconds: 6 }]],
    ['another model', [{ ...PENDING, model: 'sim/video-half' }]],
    ['another time of creation', [{ ...PENDING, created_at: 1 }]],
    ['more progress than there can be', [{ ...RUNNING, progress: 101 }]],
    ['another job', [{ ...PENDING, id: 'video_2' }]],
  ])('reports %s', (_, bodies) => {
    expect(polls(...bodies)).toHaveLength(1);
  });

  it('says nothing of an older answer that was asked for before the newer one came', () => {
    const history = new MadeHistory(JOB_STATUS);
    history.key(1, 60);
    const poll = { op: 'poll', key: 1, job: 1 } as const;
    const first = history.send(1, poll, { jobId: 'video_1' });
    history.ask(2, poll, { body: COMPLETED }, { jobId: 'video_1' });
    history.answer(3, first, { body: RUNNING });
    expect(history.end()).toEqual([]);
  });

  it('reports a submit that is answered with anything but a pending job and where to ask for it', () => {
    for (const wrong of [{ status: 'completed' }, { polling_url: '/v1/videos/video_1' }, { model: 'x' }]) {
      const history = new MadeHistory(JOB_STATUS);
      history.key(1, 60);
      const submit = { op: 'submit', key: 1, model: 'sim/video', prompt: 'Rain' } as const;
      const headers = { location: '/v1/videos/video_1' };
      history.ask(0, submit, { status: 202, body: { ...ACCEPTED, ...wrong }, headers });
      expect(history.end()).toHaveLength(1);
    }
  });
});
