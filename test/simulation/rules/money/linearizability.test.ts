import { LINEARIZABILITY } from '../../../../simulation/rules/money/linearizability.js';
import { checkBreaches } from '../check-breaches.js';
import * as clean from '../clean-run.js';
import { poll } from '../clean-run.js';
import * as told from '../told-history.js';
import { at, exchange } from '../told-history.js';

checkBreaches(
  LINEARIZABILITY,
  [
    ['a balance is what it never was', { early: at(120, ...poll(clean.PENDING, 6_000_001)) }, /show_balance/],
    ['a balance comes back', { again: at(620, ...poll(clean.DONE, 6_000_000)) }, /show_balance/],
    [
      'a settlement shows before the provider was called',
      { more: at(105, ...exchange({ op: 'credits', key: 0 }, 200, clean.CREDITS)) },
      /show_credits/,
    ],
    [
      'a submit is refused though there is credit',
      {
        more: at(
          350,
          ...exchange(told.SUBMIT, 402, told.refusal('insufficient_credits', { required: 4, balance: 7.5 })),
        ),
      },
      /refuse_for_credits/,
    ],
    [
      'a submit is refused though there is room',
      { more: at(350, ...exchange(told.SUBMIT, 429, told.refusal('too_many_jobs'))) },
      /refuse_for_jobs/,
    ],
    [
      'a key is refused that was not revoked',
      { more: at(350, ...exchange(told.SUBMIT, 401, told.refusal('invalid_api_key'))) },
      /refuse_for_revoked/,
    ],
    [
      'a ledger page is behind',
      {
        ledger: clean.ledgerShown((page) => {
          page.splice(0, 2);
        }),
      },
      /show_held/,
    ],
  ],
  [
    [
      'a submit that was cut off has moved money',
      { submit: at(100, told.sent(told.SUBMIT, { request: 7 }), { what: 'cut_off', request: 7 }) },
    ],
  ],
);
