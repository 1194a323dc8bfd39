import { describe, expect, it } from 'vitest';
import type { ReadListCall, Role } from '../../../../simulation/history/people-call.js';
import { JOB_PAGES } from '../../../../simulation/rules/pages/job-pages.js';
import { ADA, MadePeople } from '../people/made-people.js';

type Asked = Partial<ReadListCall>;

/** A page as one of these sees it who asks for some jobs; `video_1` is of model/0 and key 0. */
function saidOf(asked: Asked, shown: object, role: Role = 'owner'): string {
  const made = new MadePeople(JOB_PAGES);
  for (const key of [0, 1]) made.key(key, 60, 'acct_1');
  made.key(2, 60, 'acct_2');
  const submit = { op: 'submit', key: 0, model: 'model/0', prompt: 'A boat' } as const;
  made.ask(0, submit, { status: 202, body: { id: 'video_1' } });
  const call = { op: 'read_list', session: 0, key: 0, ...asked } as const;
  made.under(made.join(1, ADA, role), 10, call, { body: { jobs: [], links: [], ...shown } });
  return made.end().join();
}

describe('the rule job-pages', () => {
  it('has nothing to say of jobs that were asked for, and of links with all filters and a place', () => {
    const links = [
      '/jobs?status=failed&model=model%2F0&key=key_0',
      '/jobs?key=key_0&after=video_1&model=model%2F0&status=failed',
    ];
    expect(saidOf({ status: 'failed', model: 'model/0', of: 'key' }, { jobs: ['video_1'], links })).toBe('');
    expect(saidOf({}, { jobs: ['video_1', 'video_2'], links: ['/jobs', '/jobs?after=video_2'] })).toBe('');
  });

  it('has it that operators alone ask for the jobs of an account', () => {
    const links = ['/jobs?account=acct_1'];
    expect(
      saidOf({ of: 'account' }, { links: ['/jobs'] }) + saidOf({ of: 'account' }, { links }, 'operator'),
    ).toBe('');
    expect(saidOf({ of: 'account' }, { links: ['/jobs'] }, 'operator')).toMatch(
      /leads to \/jobs, and asked for account=acct_1/,
    );
  });

  it('reports a link that leaves a filter out, or has another', () => {
    expect(saidOf({ model: 'model/0' }, { links: ['/jobs'] })).toMatch(
      /leads to \/jobs, and asked for model=model%2F0/,
    );
    expect(saidOf({}, { links: ['/jobs?status=failed'] })).toMatch(/status=failed, and asked for all/);
  });

  it('reports a job of another model or key', () => {
    expect(saidOf({ model: 'model/1' }, { jobs: ['video_1'] })).toMatch(
      /shows video_1 of model\/0, .* model\/1/,
    );
    expect(saidOf({ of: 'key', key: 1 }, { jobs: ['video_1'] })).toMatch(/shows video_1 of key_0, .* key_1/);
    expect(saidOf({ of: 'account', key: 2 }, { jobs: ['video_1'] }, 'operator')).toMatch(
      /shows video_1 of acct_1, and asked for acct_2/,
    );
  });
});
