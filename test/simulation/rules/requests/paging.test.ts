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
});
