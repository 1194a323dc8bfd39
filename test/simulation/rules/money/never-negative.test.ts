import { NEVER_NEGATIVE } from '../../../../simulation/rules/money/never-negative.js';
import { checkBreaches } from '../check-breaches.js';
import * as clean from '../clean-run.js';
import { disk, poll } from '../clean-run.js';
import { at, exchange, KEY, type Run } from '../told-history.js';

const THIRD = `${KEY}/000000000003` as const;
const onDisk = (change: (records: clean.Disk) => void): Run => ({ end: at(1_000, disk('end', change)) });

checkBreaches(NEVER_NEGATIVE, [
  ['a header is below zero', { shown: at(300, ...poll(clean.DONE, -1)) }, /X-Balance-Available is -1/],
  [
    'a body is below zero',
    { credits: at(600, ...exchange({ op: 'credits', key: 0 }, 200, { ...clean.CREDITS, balance: -7.5 })) },
    /less than nothing/,
  ],
  [
    'a record is below zero',
    onDisk((records) => {
      records.ledger[THIRD].balance = -1;
    }),
    /ledger .* holds less than nothing/,
  ],
  [
    'a balance on disk is below zero',
    onDisk((records) => {
      records.keys[KEY].reserved = 8_000_000;
    }),
    /balance of key_1 is below zero/,
  ],
  [
    'the balance of an account is below zero',
    onDisk((records) => {
      records.accounts.acct_default.reserved = '8000000';
    }),
    /balance of acct_default is below zero/,
  ],
]);
