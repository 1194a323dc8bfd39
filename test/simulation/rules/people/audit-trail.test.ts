import { AUDIT_TRAIL } from '../../../../simulation/rules/people/audit-trail.js';
import { checkBreaches } from '../check-breaches.js';
import { SETTLED_DISK } from '../clean-run.js';
import { at, KEY, type Records } from '../told-history.js';

const CREATED = { act: 'key_created', about: KEY, detail: {} };
const MANAGED = { act: 'management_key_created', about: 'mgmt_1', detail: {} };
const ADDED = { act: 'credit_added', about: KEY, detail: { reference: 'invoice 1' } };
const SIGNED_IN = { act: 'signed_in', about: 'user_1', detail: {} };

/** The clean run's disk, with this trail and these further entries of the ledger. */
function trail(acts: readonly object[], ...entries: readonly object[]): Records {
  const further = entries.map((entry, n) => [`${KEY}/${String(5 + n).padStart(12, '0')}`, entry]);
  return {
    ...SETTLED_DISK,
    ledger: { ...SETTLED_DISK.ledger, ...Object.fromEntries(further) },
    audit: {
      ...Object.fromEntries(acts.map((act, n) => [`acct_default/${n}`, act])),
      'acct_default/first': MANAGED,
    },
  };
}

const CREDIT = { type: 'credit', amount: 1, balance: 1, reserved: 0, job: null, reference: 'invoice 1' };

checkBreaches(
  AUDIT_TRAIL,
  [
    ['an act is not in it', { x: at(700, { disk: trail([]), when: 'restart' }) }, /1 too few of key_created/],
    [
      'an act is in it twice',
      { x: at(700, { disk: trail([CREATED, CREATED]), when: 'restart' }) },
      /1 too many of key_created/,
    ],
    [
      'an act of it never happened',
      { x: at(700, { disk: trail([CREATED, ADDED]), when: 'restart' }) },
      /1 too many of credit_added key_\S+ invoice 1/,
    ],
    [
      'a movement of money is not in it',
      { end: at(1_000, { disk: trail([CREATED], CREDIT), when: 'end' }) },
      /1 too few of credit_added/,
    ],
    [
      'the key is revoked without a word',
      {
        end: at(1_000, {
          disk: { ...trail([CREATED]), keys: { [KEY]: { ...SETTLED_DISK.keys[KEY], revoked: true } } },
          when: 'end',
        }),
      },
      /1 too few of key_revoked/,
    ],
  ],
  [
    [
      'a movement of money is in it',
      { end: at(1_000, { disk: trail([CREATED, ADDED], CREDIT), when: 'end' }) },
    ],
    [
      'it has acts of which the disk does not tell',
      { end: at(1_000, { disk: trail([CREATED, SIGNED_IN]), when: 'end' }) },
    ],
  ],
);
