import { MARKED_CREDIT } from '../../../../simulation/rules/money/marked-credit.js';
import { checkBreaches } from '../check-breaches.js';
import { at, type Records } from '../told-history.js';

const OTHER = 'key_other';
const RECORD = {
  account: 'a',
  rpm: 1,
  revoked: false,
  credited: 0,
  charged: 0,
  reserved: 0,
  open_jobs: 0,
  entries: 0,
};

function entry(type: string, amount: number, more: object = {}): object {
  return { type, amount, balance: 0, reserved: 0, job: null, reference: 'r', ...more };
}

/** A key of its own that simulated payments have brought 10, and the ledger that follows. */
function marked(left: number, ...entries: readonly object[]): Records {
  const order = {
    key: 'key_x',
    service: { kind: 'simulated', isLive: false },
    machine: { value: 'paid', context: { checkout: { id: 'c', url: 'u' } } },
  };
  const all = [entry('credit', 10, { reference: 'simulated:c', marked: 10 }), ...entries];
  return {
    orders: { order_x: order },
    keys: { key_x: left === 0 ? RECORD : { ...RECORD, marked: left } },
    ledger: Object.fromEntries(all.map((one, n) => [`key_x/${String(n + 1).padStart(12, '0')}`, one])),
  };
}

checkBreaches(
  MARKED_CREDIT,
  [
    [
      'a debit takes unmarked credit first',
      { x: at(700, { disk: marked(10, entry('debit', 4)), when: 'end' }) },
      /has 0 marked, not 4/,
    ],
    [
      'a release sheds the mark',
      {
        x: at(700, {
          disk: marked(6, entry('reserve', 4, { job: 'j', marked: 4 }), entry('release', 4, { job: 'j' })),
          when: 'end',
        }),
      },
      /release of 4\) has 0 marked, not 4/,
    ],
    [
      'a transfer has one half',
      { x: at(700, { disk: marked(6, entry('transfer_out', 4, { other: OTHER, marked: 4 })), when: 'end' }) },
      /is half of transfer r/,
    ],
  ],
  [
    [
      'a debit takes it first',
      { x: at(700, { disk: marked(6, entry('debit', 4, { marked: 4 })), when: 'end' }) },
    ],
  ],
);
