import { FINAL_READING } from '../../../../simulation/rules/money/final-reading.js';
import { checkBreaches } from '../check-breaches.js';
import * as clean from '../clean-run.js';
import { at, exchange } from '../told-history.js';

const MODELS = { op: 'models', key: 0 } as const;
const KEYS = { op: 'page', list: 'keys', key: 0 } as const;

checkBreaches(FINAL_READING, [
  [
    'the credits are not those on disk',
    { credits: at(600, ...exchange({ op: 'credits', key: 0 }, 200, { ...clean.CREDITS, balance: 7 })) },
    /credits of key_1/,
  ],
  [
    'the key shows another balance',
    { more: at(630, ...exchange({ op: 'show_key', key: 0 }, 200, { balance: 1 })) },
    /shown with key_1/,
  ],
  [
    'the balance beside an answer about the key is another',
    { more: at(630, ...exchange(MODELS, 200, {}, { 'x-balance-available': '7' })) },
    /X-Balance-Available beside key_1: 7/,
  ],
  [
    'the balance beside a list is not the sum over the keys',
    { more: at(630, ...exchange(KEYS, 200, {}, { 'x-balance-available': '7' }, { keyId: '' })) },
    /X-Balance-Available beside acct_default: 7/,
  ],
  [
    'the ledger ends before the disk',
    {
      ledger: clean.ledgerShown((page) => {
        page.shift();
      }),
    },
    /newest entry/,
  ],
  [
    'the list lacks a job',
    {
      more: at(630, ...exchange({ op: 'list_jobs', key: 0, limit: 9 }, 200, { data: [], has_more: false })),
    },
    /shows nothing/,
  ],
  [
    'the activity lacks a row',
    {
      more: at(
        630,
        ...exchange({ op: 'activity', key: 0 }, 200, { from: '2026-11-01', to: '2026-11-30', data: [] }),
      ),
    },
    /does not show/,
  ],
]);
