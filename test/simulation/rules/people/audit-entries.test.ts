import { AUDIT_ENTRIES } from '../../../../simulation/rules/people/audit-entries.js';
import { checkBreaches } from '../check-breaches.js';
import { SETTLED_DISK } from '../clean-run.js';
import { at, exchange, KEY, type Records, type Run, sent } from '../told-history.js';

const CREATED = SETTLED_DISK.audit['acct_default/1'];
const LIMITED = {
  ...CREATED,
  act: 'key_limit_changed',
  at: 1_700,
  detail: { rate_limit_rpm: 5 },
};
const FOUND = { op: 'create_account', name: 'Lost' } as const;
const LIMIT = { op: 'set_rpm', key: 0, rpm: 5 } as const;

/** The clean run's disk at its end, with another limit of the key, and these entries. */
function trail(rpm: number, entries: Readonly<Record<string, object>>): Run {
  const keys = { [KEY]: { ...SETTLED_DISK.keys[KEY], rpm } };
  const disk: Records = { ...SETTLED_DISK, keys, audit: entries };
  return { end: at(2_000_000, { disk, when: 'end' }) };
}

/** The limit was changed at 1,700 s, and this is its entry. */
function limited(entry: object, place = 'acct_default/2', rpm = 5): Run {
  return {
    change: at(1_700_500, ...exchange(LIMIT, 200, { id: KEY, rate_limit_rpm: 5 })),
    ...trail(rpm, { 'acct_default/1': CREATED, [place]: { ...LIMITED, ...entry } }),
  };
}

checkBreaches(
  AUDIT_ENTRIES,
  [
    [
      'an act never happened',
      trail(5, { 'acct_default/1': CREATED, 'acct_default/2': LIMITED }),
      /nobody asked/,
    ],
    ['an act is about another key', limited({ about: 'key_2' }), /is about key_1/],
    ['an act has another limit', limited({ detail: { rate_limit_rpm: 6 } }), /says rate_limit_rpm 5/],
    ['an act came from elsewhere', limited({ by: { ...CREATED.by, address: '203.0.113.9' } }), /came from /],
    ['an act has no address', limited({ by: { kind: 'management_key', id: 'mgmt_1' } }), /came from /],
    ['an act was earlier', limited({ at: 1_699 }), /came from 1700 to 1700/],
    ['a person did it', limited({ by: { ...CREATED.by, kind: 'user' } }), /sent by a management key/],
    ['an unknown key did it', limited({ by: { ...CREATED.by, id: 'mgmt_2' } }), /sent by a management key/],
    ['the node did it', limited({ by: { kind: 'node', id: 'node' } }), /sent by a management key/],
    ['it stands in the trail of another account', limited({}, 'acct_2/2'), /belongs to acct_default/],
    ['the key has another limit', limited({}, 'acct_default/2', 60), /"rpm":60.*not .*"rpm":5/],
    [
      'a limit has no entry',
      { ...limited({}), ...trail(5, { 'acct_default/1': CREATED }) },
      /"rpm":5.*not .*"rpm":60/,
    ],
  ],
  [
    ['a limit was changed, and is told of', limited({})],
    [
      'an account was made that nobody was told of',
      {
        lost: at(1_700_500, sent(FOUND, { request: 900 }), { what: 'cut_off', request: 900 }),
        ...trail(60, {
          'acct_default/1': CREATED,
          'acct_3/1': { ...LIMITED, act: 'account_created', about: 'acct_3', detail: { name: 'Lost' } },
          'acct_3/2': { ...LIMITED, act: 'management_key_created', about: 'mgmt_3', detail: {} },
        }),
      },
    ],
  ],
);
