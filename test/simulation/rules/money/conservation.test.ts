import { CONSERVATION } from '../../../../simulation/rules/money/conservation.js';
import { checkBreaches } from '../check-breaches.js';
import * as clean from '../clean-run.js';
import { disk } from '../clean-run.js';
import { at, balance, exchange, KEY, type Run } from '../told-history.js';

const FIRST = `${KEY}/000000000001` as const;
const THIRD = `${KEY}/000000000003` as const;
const ROW = `${KEY}/2026-11-21/model%2Fidempotent/idempotent` as const;
const onDisk = (change: (records: clean.Disk) => void): Run => ({ end: at(1_000, disk('end', change)) });

checkBreaches(CONSERVATION, [
  [
    'credits do not add up',
    {
      credits: at(
        600,
        ...exchange({ op: 'credits', key: 0 }, 200, { ...clean.CREDITS, reserved: 1 }, balance(7_500_000)),
      ),
    },
    /do not add up/,
  ],
  [
    'the header differs from the body',
    { credits: at(600, ...exchange({ op: 'credits', key: 0 }, 200, clean.CREDITS, balance(7))) },
    /X-Balance-Available is 7/,
  ],
  [
    'an entry does not follow',
    {
      ledger: clean.ledgerShown((page) => {
        if (page[1] !== undefined) page[1].amount = 2;
      }),
    },
    /does not follow/,
  ],
  [
    'a page leaves an entry out',
    {
      ledger: clean.ledgerShown((page) => {
        page.splice(1, 1);
      }),
    },
    /entry 4 after entry 2/,
  ],
  [
    'the figures of a key are not its ledger',
    onDisk((records) => {
      records.keys[KEY].charged += 1;
    }),
    /its ledger says/,
  ],
  [
    'an entry on disk does not follow',
    onDisk((records) => {
      records.ledger[THIRD].amount += 1;
    }),
    /does not follow/,
  ],
  [
    'an entry on disk changed',
    onDisk((records) => {
      records.ledger[FIRST].amount += 1;
    }),
    /gone or changed/,
  ],
  [
    'a reservation is held for no job',
    onDisk((records) => {
      records.keys[KEY].open_jobs = 1;
    }),
    /holds 0 micro-DA for 1 jobs/,
  ],
  [
    'activity costs another sum',
    onDisk((records) => {
      records.activity[ROW].cost = 1;
    }),
    /activity of key_1 costs 1/,
  ],
  [
    'an account has another total',
    onDisk((records) => {
      records.accounts.acct_default.charged = '1';
    }),
    /charged of acct_default is 1/,
  ],
]);
