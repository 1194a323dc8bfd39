import { describe, expect, it } from 'vitest';
import type { PageCall } from '../../../../simulation/history/client-call.js';
import { PAGING } from '../../../../simulation/rules/requests/paging.js';
import { MadeHistory } from '../made-history.js';

const READ: PageCall = { op: 'page', list: 'jobs', key: 1, limit: 2 };

interface Told {
  readonly data: readonly string[];
  readonly more?: boolean;
  readonly next?: string | null;
}

/** Key 1 has submitted the jobs 1, 2 and 3, one after the other, and reads them in these pages. */
function readAs(...pages: readonly Told[]): readonly string[] {
  const history = new MadeHistory(PAGING);
  history.key(1, 60);
  for (const n of [1, 2, 3]) {
    const submit = { op: 'submit', key: 1, model: 'sim/video', prompt: `Rain ${n}` } as const;
    history.ask(n, submit, { status: 202, body: { id: `video_${n}` } });
  }
  let after: string | undefined;
  for (const [n, { data, more = false, next = more ? (data.at(-1) ?? null) : null }] of pages.entries()) {
    const body = { object: 'list', data: data.map((id) => ({ id })), has_more: more, next };
    history.ask(10 + n, after === undefined ? READ : { ...READ, after }, { body });
    after = next ?? undefined;
  }
  return history.end();
}

function asked(call: Partial<PageCall>, reply: { readonly status: number; readonly code?: string }) {
  const history = new MadeHistory(PAGING);
  history.key(1, 60);
  history.ask(
    1,
    { ...READ, ...call },
    { ...reply, body: { object: 'list', data: [], has_more: false, next: null } },
  );
  return history.end();
}

describe('the rule of pages', () => {
  it('is content with a list that is read in whole', () => {
    expect(readAs({ data: ['video_3', 'video_2'], more: true }, { data: ['video_1'] })).toEqual([]);
  });

  it.each<[string, readonly Told[], RegExp]>([
    ['a gap', [{ data: ['video_3', 'video_2'], more: true }, { data: [] }], /was on none/],
    ['a gap at its beginning', [{ data: ['video_2', 'video_1'] }], /video_3, .* was on none/],
    [
      'an item twice',
      [{ data: ['video_3', 'video_2'], more: true }, { data: ['video_2', 'video_1'] }],
      /again/,
    ],
    [
      'the older first',
      [{ data: ['video_2', 'video_3'], more: true }, { data: ['video_1'] }],
      /which is older/,
    ],
    ['too many items', [{ data: ['video_3', 'video_2', 'video_1'] }], /3 items, asked for 2/],
    [
      'a short page before the last',
      [{ data: ['video_3'], more: true }, { data: ['video_2', 'video_1'] }],
      /1 items of 2/,
    ],
    [
      'a next that is not its last',
      [{ data: ['video_3', 'video_2'], more: true, next: 'video_3' }],
      /the last item/,
    ],
  ])('reports %s', (_, pages, says) => {
    expect(readAs(...pages).join('\n')).toMatch(says);
  });

  it('wants a limit from 1 to 100, and a cursor that an answer told', () => {
    const refused = { status: 400, code: 'invalid_request' };
    expect(asked({ limit: 101 }, refused)).toEqual([]);
    expect(asked({ limit: 101 }, { status: 200 })).toHaveLength(1);
    expect(asked({ cursor: 'garbage' }, { status: 200 })).toHaveLength(1);
    expect(asked({}, refused)).toHaveLength(1);
  });

  const OF_ALL: PageCall = { op: 'page', list: 'all_jobs', key: 1, limit: 2 };

  /** Keys 1 and 2 have a job each; that of key 1 is in progress, then it has failed. */
  function filtered(call: Partial<PageCall>, rows: readonly object[], later?: string): readonly string[] {
    const history = new MadeHistory(PAGING);
    for (const n of [1, 2]) {
      history.key(n, 60, `acct_${n}`);
      const submit = { op: 'submit', key: n, model: 'sim/video', prompt: `Rain ${n}` } as const;
      history.ask(n, submit, { status: 202, body: { id: `video_${n}` } });
    }
    const poll = (at: number, status: string) =>
      history.ask(at, { op: 'poll', key: 1, job: 1 }, { body: { id: 'video_1', status } });
    poll(5, later ?? 'failed');
    const body = { object: 'list', data: rows, has_more: false, next: null };
    history.ask(10, { ...OF_ALL, ...call }, { body }, { keyId: '' });
    if (later !== undefined) poll(20, later);
    return history.end();
  }

  it('knows the jobs that a filter lets through', () => {
    const failed = { id: 'video_1', status: 'failed' };
    expect(filtered({ status: 'failed' }, [failed])).toEqual([]);
    expect(filtered({ status: 'failed' }, []).join()).toMatch(/video_1, .* was on none/);
    expect(filtered({ status: 'completed' }, [failed]).join()).toMatch(/video_1, which is failed/);
    expect(filtered({ of: 'key' }, [failed])).toEqual([]);
    expect(filtered({ of: 'key' }, []).join()).toMatch(/was on none/);
    expect(filtered({ of: 'account' }, [{ id: 'video_2' }, failed]).join()).toMatch(/of another account/);
    const [under, way] = [{ status: 'in_progress' } as const, 'in_progress'];
    expect(filtered(under, [{ id: 'video_1', status: way }], way)).toEqual([]);
    expect(filtered(under, [], way).join()).toMatch(/video_1, which is in_progress still/);
  });

  it('wants a short page to lead on', () => {
    const body = { object: 'list', data: [], has_more: true, next: null };
    const history = new MadeHistory(PAGING);
    history.ask(1, OF_ALL, { body });
    history.ask(2, { ...OF_ALL, after: 'video_1' }, { body: { ...body, next: 'video_1' } });
    history.ask(3, OF_ALL, { body: { ...body, next: 'video_1' } });
    history.ask(4, { ...OF_ALL, after: 'video_1' }, { body: { ...body, next: 'video_1' } });
    expect(history.end().join()).toMatch(/next null.*leads to itself/);
  });

  it('lets a page of a filter be short', () => {
    const body = { object: 'list', data: [], has_more: true, next: 'video_1' };
    const history = new MadeHistory(PAGING);
    history.ask(1, OF_ALL, { body });
    history.ask(2, { ...OF_ALL, after: 'video_1' }, { body: { ...body, has_more: false, next: null } });
    expect(history.end()).toEqual([]);
  });

  it('lets a reading begin where one of before stopped, and has it show what is older', () => {
    const read = (rows: readonly string[]) => {
      const history = new MadeHistory(PAGING);
      history.key(1, 60);
      for (const n of [1, 2, 3]) {
        const submit = { op: 'submit', key: 1, model: 'sim/video', prompt: `Rain ${n}` } as const;
        history.ask(n, submit, { status: 202, body: { id: `video_${n}` } });
      }
      const body = { object: 'list', data: rows.map((id) => ({ id })), has_more: false, next: null };
      history.ask(10, { ...READ, cursor: 'past' }, { body }, { after: 'video_2' });
      return history.end();
    };
    expect(read(['video_1'])).toEqual([]);
    expect(read([]).join()).toMatch(/video_1, .* was on none/);
    expect(read(['video_2', 'video_1']).join()).toMatch(/after which it was to begin/);
  });

  it('takes 20 for the length of a page if none is asked for', () => {
    const data = Array.from({ length: 21 }, (_, n) => ({ id: `video_${n}` }));
    const history = new MadeHistory(PAGING);
    const { limit: _, ...usual } = READ;
    history.ask(1, usual, { body: { object: 'list', data, has_more: false, next: null } });
    expect(history.end().join()).toMatch(/21 items, asked for 20/);
  });

  it('has a user who was removed stand on no page', () => {
    const users: PageCall = { op: 'page', list: 'users', key: 1 };
    const page = (ids: readonly string[]) => ({
      body: { object: 'list', data: ids.map((id) => ({ id })), has_more: false, next: null },
    });
    const told = (isRemoved: boolean) => {
      const history = new MadeHistory(PAGING);
      history.key(1, 60);
      history.ask(1, users, page(['user_2', 'user_1']));
      if (isRemoved) history.ask(2, { op: 'remove_user', name: 'ada@people.test' });
      history.ask(3, users, page(['user_2']));
      return history.end().join();
    };
    expect(told(true)).toBe('');
    expect(told(false)).toMatch(/user_1, .* was on none/);
  });
});
