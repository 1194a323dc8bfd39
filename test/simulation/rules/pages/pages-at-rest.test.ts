import { describe, expect, it } from 'vitest';
import type { LookCall } from '../../../../simulation/history/people-call.js';
import { PAGES_AT_REST } from '../../../../simulation/rules/pages/pages-at-rest.js';
import { MadePeople } from '../people/made-people.js';
import { readerOf } from '../told-history.js';

const KEY = { account: 'acct_1', rpm: 60, revoked: false, open_jobs: 0, withdrawn: 0, entries: 1 };
const RECORDS = {
  keys: {
    key_0: { ...KEY, credited: 2_000_000, charged: 750_000, reserved: 250_000 },
    key_1: { ...KEY, revoked: true, credited: 1, charged: 0, reserved: 0 },
  },
  account_order: { '1/acct_1': 'acct_1' },
  activity: {
    'key_0/2026-11-14/model%2F0/plain': { cost: 7 },
    'key_0/2026-11-15/model%2F0/plain': { cost: 250_000 },
    'key_0/2026-11-21/model%2F0/plain': { cost: 500_000 },
    // The wall clock stood there for a while.
    'key_0/2026-11-22/model%2F0/plain': { cost: 3 },
  },
};
const NOON = Date.parse('2026-11-21T12:00:00Z');

const cell = (...numbers: string[]) => ({ words: '', numbers, times: [], ids: [] });
const row = (id: string, ...cells: object[]) => [
  { ...cell(), words: id === 'key_1' ? 'Key 1 Revoked' : '', ids: [id] },
  ...cells,
];
const parts = (rows: object[], values: object[] = [], ...others: object[][]) => ({
  ...{ head: '', rows, values, hasOlder: false },
  ...{ others, chosen: [], remedies: [] as string[] },
});

/** The reports on a page that an owner is shown in the end. */
function saidOf(page: LookCall['page'], body: object): string {
  const made = new MadePeople(PAGES_AT_REST);
  made.key(0, 60, 'acct_1');
  made.see({ at: 1, what: 'quiet' });
  const request = made.send(2, { op: 'look', session: 0, page, key: 0 }, { step: 0 });
  const text = JSON.stringify(body);
  made.see({ at: 2, what: 'answered', request, status: 200, headers: {}, body: text, wallMs: NOON });
  const samples = {
    'tollgate_jobs{state="completed"}': '3',
    'tollgate_http_errors_total{code="not_found"}': '2',
  };
  made.see({ at: 3, what: 'scraped', page: '/metrics', status: 200, samples });
  made.checker.disk(readerOf(RECORDS), 'end');
  return made.end().join();
}

const KEYS = [
  row('key_1', cell('60'), cell('0.00'), cell('0.000001')),
  row('key_0', cell('60'), cell('0.25'), cell('1.00')),
];
const SUMS = [cell('1.000001'), cell('0.25'), cell('0.75')];
const OVERVIEW = [
  row('key_1', cell('0', '60'), cell('0'), cell('0.000001')),
  row('key_0', cell('3', '60'), cell('0'), cell('1.00')),
];
const SPENT = [{ ...cell(), words: 'model/0' }, cell('0.50'), cell('0.75')];

describe('the rule pages-at-rest', () => {
  it('has nothing to say of pages that show what stands on disk', () => {
    expect(saidOf('keys', parts(KEYS))).toBe('');
    expect(saidOf('accounts', parts([row('acct_1', cell('1'), cell('1.000001'))]))).toBe('');
    expect(saidOf('overview', parts(OVERVIEW, SUMS, [SPENT]))).toBe('');
  });

  it('reports a key that is missing, in another order, or with another amount', () => {
    expect(saidOf('all_keys', parts(KEYS.slice(0, 1)))).toMatch(/shows nothing, and the disk has key_0 60/);
    expect(saidOf('keys', parts(KEYS.toReversed()))).toMatch(/shows key_0 .* and the disk has key_1/);
    const other = row('key_1', cell('60'), cell('0.00'), cell('0.000002'));
    expect(saidOf('keys', parts([other, ...KEYS.slice(1)]))).toMatch(/shows key_1 60 0 0.000002/);
    const marked = row('key_0', cell('60'), cell('0.25'), cell('1.00', '0.50'));
    expect(saidOf('keys', parts([...KEYS.slice(0, 1), marked]))).toMatch(/shows key_0 60 0.25 1 0.5 false/);
    const active = KEYS.map((cells) => [{ ...cells[0], words: '' }, ...cells.slice(1)]);
    expect(saidOf('keys', parts(active))).toMatch(/shows key_1 .* false, and the disk has key_1 .* true/);
  });

  it('reports an account with another number of keys or balance', () => {
    expect(saidOf('accounts', parts([row('acct_1', cell('2'), cell('1.000001'))]))).toMatch(
      /shows acct_1 2 1.000001, and the disk has acct_1 1 1.000001/,
    );
    expect(saidOf('account', parts([], [cell('1'), ...SUMS.slice(1), cell(), cell()]))).toMatch(/shows 1,/);
  });

  it('reports other sums on the first page, and spend of another day', () => {
    expect(saidOf('overview', parts(OVERVIEW, [cell('2'), ...SUMS.slice(1)], [SPENT]))).toMatch(/shows 2,/);
    const late = [{ ...cell(), words: 'model/0' }, cell('0.50'), cell('0.750007')];
    expect(saidOf('overview', parts(OVERVIEW, SUMS, [late]))).toMatch(/shows model\/0 0.5 0.750007/);
    const alarmed = { ...parts(OVERVIEW, SUMS, [SPENT]), remedies: ['/top-up?key=key_0'] };
    expect(saidOf('overview', alarmed)).toMatch(/shows \/top-up\?key=key_0, and the disk has nothing/);
  });

  it('reports figures of the node that are not those that were asked for', () => {
    const values = (completed: string) =>
      Array.from({ length: 12 }, (_, n) => cell(n === 5 ? completed : '0'));
    const answers = (errors: string) => [
      ...Array.from({ length: 7 }, () => row('', cell('0'))),
      [{ ...cell(), words: 'Errors not_found' }, cell(errors)],
    ];
    expect(saidOf('node', parts([], values('3'), answers('2')))).toBe('');
    expect(saidOf('node', parts([], values('4'), answers('2')))).toMatch(/shows 4, and the disk has 3/);
    expect(saidOf('node', parts([], values('3'), answers('1')))).toMatch(/shows 1 errors not_found/);
  });
});
