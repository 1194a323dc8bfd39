import { describe, expect, it } from 'vitest';
import { ISOLATION } from '../../../../simulation/rules/requests/isolation.js';
import { MadeHistory } from '../made-history.js';

/** Key 1 submitted a job; key 2 is of the same account, key 3 of another. */
function made(): MadeHistory {
  const history = new MadeHistory(ISOLATION);
  history.key(1, 60);
  history.key(2, 60);
  history.key(3, 60, 'acct_other');
  const submit = { op: 'submit', key: 1, model: 'sim/video', prompt: 'Rain' } as const;
  history.ask(0, submit, { status: 202, body: { id: 'video_1' } });
  return history;
}

function polledBy(key: number, isFound: boolean): readonly string[] {
  const history = made();
  const reply = isFound ? { body: { id: 'video_1' } } : { status: 404, code: 'not_found' };
  history.ask(9, { op: 'poll', key, job: 1 }, reply, { jobId: 'video_1' });
  return history.end();
}

function listedBy(key: number, ids: readonly string[], status?: string): readonly string[] {
  const history = made();
  const body = { data: ids.map((id) => ({ id, status: 'pending' })) };
  history.ask(9, { op: 'list_jobs', key, limit: 2, ...(status === undefined ? {} : { status }) }, { body });
  return history.end();
}

describe('the rule of isolation', () => {
  it('is content if a job is shown to its account alone, and listed for its key alone', () => {
    expect([...polledBy(1, true), ...polledBy(2, true), ...polledBy(3, false)]).toEqual([]);
    expect([...listedBy(1, ['video_1']), ...listedBy(2, []), ...listedBy(1, ['video_1'], 'pending')]).toEqual(
      [],
    );
  });

  it('reports a job that is shown to another account, or hidden from its own', () => {
    expect(polledBy(3, true)).toHaveLength(1);
    expect(polledBy(2, false)).toHaveLength(1);
  });

  it('reports a list with a job of another key, of another status, twice the same, or too long', () => {
    expect(listedBy(2, ['video_1'])).toHaveLength(1);
    expect(listedBy(1, ['video_1'], 'failed')).toHaveLength(1);
    expect(listedBy(1, ['video_1', 'video_1'])).toHaveLength(1);
    expect(listedBy(1, ['video_1', 'video_8', 'video_9'])).toHaveLength(1);
  });

  it('reports another key than was asked for, and a key that is shown in plain text again', () => {
    for (const body of [{ id: 'key_2' }, { id: 'key_1', key: 'sk-1' }]) {
      const history = made();
      history.ask(9, { op: 'show_key', key: 1 }, { body });
      expect(history.end()).toHaveLength(1);
    }
  });
});
