import { AUDIT_TOLD } from '../../../../simulation/rules/people/desk/audit-told.js';
import { checkBreaches } from '../check-breaches.js';
import { SETTLED_DISK } from '../clean-run.js';
import { at, exchange } from '../told-history.js';

const PLACE = 'acct_default/0000000000000001/0000';
const BY = { kind: 'management_key', id: 'mgmt_1' };
const ADDED = { act: 'credit_added', about: 'key_1', by: BY, at: 7, detail: { amount: 1_500_000 } };
const DISK = { ...SETTLED_DISK, audit: { ...SETTLED_DISK.audit, [PLACE]: ADDED } };
const TOLD = {
  id: 'audit_default_0000000000000001_0000',
  act: 'credit_added',
  about: 'key_1',
  by: BY,
  detail: { amount: 1.5 },
  created_at: 7,
};

function told(entry: object, disk: typeof DISK | typeof SETTLED_DISK = DISK) {
  const call = { op: 'read_audit', account: 0, limit: 20 } as const;
  return {
    x: at(650, ...exchange(call, 200, { data: [entry] })),
    y: at(651, { disk, when: 'restart' } as const),
  };
}

checkBreaches(
  AUDIT_TOLD,
  [
    ['an amount is told in micro-DA', told({ ...TOLD, detail: { amount: 1_500_000 } }), /on disk stands/],
    ['a time is another one', told({ ...TOLD, created_at: 8 }), /on disk stands/],
    ['an entry is gone', told(TOLD, SETTLED_DISK), /is gone/],
    [
      'an entry is of another account',
      told({ ...TOLD, id: TOLD.id.replace('default', '1') }),
      /in the trail of/,
    ],
  ],
  [['it is told as it stands', told(TOLD)]],
);
