import { describe, expect, it } from 'vitest';
import { Checker } from '../../../../simulation/rules/checker.js';
import { TOLD_DAMAGE } from '../../../../simulation/rules/restarts/told-damage.js';
import { type Records, readerOf, SETUP } from '../told-history.js';

const ACCOUNT = 'acct_1';
const TOTALS = { credited: '0', charged: '0', reserved: '0' };
/** An account without keys, and the list that it stands in. */
const SOUND = {
  meta: { format: '6' },
  accounts: {
    [ACCOUNT]: { v: 1, name: 'Own', verified: true, created_at: 7, made_at: 7, keys: 0, ...TOTALS },
  },
  account_order: { [`0000000000000007/${ACCOUNT}`]: ACCOUNT },
} satisfies Records;
const NOBODY = { v: 1, users: 0, owners: 0, invitations: 0 };
const REVOKED = { v: 1, account: ACCOUNT, role: 'account', hash: 'a'.repeat(64), revoked: true };
/** Beside a job that is none. */
const ORPHAN: Records = { ...SOUND, jobs: { video_1: { settled: null } } };
const SET_ASIDE: Records = { ...SOUND, set_aside_orders: { order_1: '' } };

/** The reports on a run of so many observations that comes to these records. */
function saidAfter(steps: number, records: Records, when: 'restart' | 'end' = 'end'): readonly string[] {
  const checker = new Checker(SETUP, [TOLD_DAMAGE]);
  for (let at = 0; at < steps; at++) checker.observe({ at, what: 'wall_stepped', ms: 1 });
  checker.disk(readerOf(records), when);
  return checker.violations.map(({ message }) => message);
}

/** Those on runs of so many lengths that each damage comes in its turn. */
function said(records: Records, when: 'restart' | 'end' = 'end'): readonly string[] {
  const all = Array.from({ length: 12 }, (_, steps) => saidAfter(steps, records, when));
  return [...new Set(all.flat())];
}

describe('the rule told-damage', () => {
  it.each<[string, Records]>([
    ['sound records, whose every damage is told', SOUND],
    ['no records', {}],
    ['records of which nothing else speaks', { ...SOUND, windows: { x: '' } }],
    [
      'a count of nobody, which says no more than none does',
      { ...SOUND, account_people: { [ACCOUNT]: NOBODY } },
    ],
    ['a management key that is revoked', { ...SOUND, management_keys: { mgmt_1: REVOKED } }],
    [
      'a record that is looked up alone',
      { meta: SOUND.meta, accounts: SOUND.accounts, management_keys: { mgmt_1: REVOKED } },
    ],
  ])('has nothing to say of %s', (_, records) => {
    expect(said(records)).toEqual([]);
  });

  it('reports a record without which all is well, at the end of the run', () => {
    expect(said(ORPHAN)).toEqual(['nothing is told of jobs video_1: it is missing']);
    expect(said(ORPHAN, 'restart')).toEqual([]);
  });

  it('reports a count of somebody', () => {
    const people = { [ACCOUNT]: { ...NOBODY, users: 1 } };
    expect(said({ ...SOUND, account_people: people })).toContain(
      'nothing is told of account_people acct_1: it is missing',
    );
  });

  it('reports a number that is held against no other: of an older format, that of the keys', () => {
    const report = 'nothing is told of accounts acct_1: its keys is one more';
    expect(said({ ...SOUND, meta: { format: '5' } })).toEqual([report]);
  });

  it('reports that of whichever record it comes to', () => {
    const [one] = Object.values(SOUND.accounts) as object[];
    const accounts = { acct_0: { ...one, made_at: 6 }, ...SOUND.accounts };
    const account_order = { '0000000000000006/acct_0': 'acct_0', ...SOUND.account_order };
    const reports = said({ meta: { format: '5' }, accounts, account_order });
    expect(reports.toSorted()).toEqual([
      'nothing is told of accounts acct_0: its keys is one more',
      'nothing is told of accounts acct_1: its keys is one more',
    ]);
  });

  it('looks at a record that is seldom at the end of each run', () => {
    for (let steps = 0; steps < 12; steps++)
      expect(saidAfter(steps, SET_ASIDE)).toContain(
        'nothing is told of set_aside_orders order_1: it is missing',
      );
  });
});
