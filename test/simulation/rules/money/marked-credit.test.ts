import { MARKED_CREDIT } from '../../../../simulation/rules/money/marked-credit.js';
import { checkBreaches } from '../check-breaches.js';
import { at, exchange, type Moment, type Records } from '../told-history.js';

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

/** The whole of it is taken back, in answer after answer. */
const VOIDED: readonly Moment[] = [
  ...exchange({ op: 'void_simulated' }, 200, { next: 'key_' }),
  ...exchange({ op: 'void_simulated', from: 'key_' }, 200, { next: null }),
];

/** Entry 2 of the ledger. */
function voidOf(amount: number, number = 2): object {
  return entry('debit', amount, {
    reference: `simulated:void/key_x/${number}`,
    marked: Math.min(amount, 10),
  });
}

function openOrder(isLive: boolean): Records {
  return { open_orders: { order_1: { key: 'key_x', amount: 1, is_live: isLive } } };
}

const ORDERED = exchange({ op: 'order', key: 0, amountDa: 100 }, 201, { id: 'order_1' });

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
    [
      'a void takes unmarked credit, too',
      { x: at(700, { disk: marked(0, voidOf(12)), when: 'end' }) },
      /entry 2 of key_x voids 12 of 10/,
    ],
    [
      'a void leaves a part',
      { x: at(700, { disk: marked(6, voidOf(4)), when: 'end' }) },
      /entry 2 of key_x voids 4 of 10/,
    ],
    [
      'a void is named after another entry',
      { x: at(700, { disk: marked(0, voidOf(10, 3)), when: 'end' }) },
      /entry 2 of key_x voids 10 of 10: simulated:void\/key_x\/3/,
    ],
    [
      'a void leaves a key out',
      {
        x: at(700, { disk: marked(10), when: 'restart' }, ...VOIDED),
        y: at(800, { disk: marked(10), when: 'end' }),
      },
      /key_x was voided, and has kept 10/,
    ],
    [
      'a void leaves an order open',
      { x: at(700, ...ORDERED, ...VOIDED, { disk: openOrder(false), when: 'end' }) },
      /order_1 was voided, and may still be paid/,
    ],
  ],
  [
    [
      'a debit takes it first',
      { x: at(700, { disk: marked(6, entry('debit', 4, { marked: 4 })), when: 'end' }) },
    ],
    [
      'a void takes all of it',
      {
        x: at(700, { disk: marked(10), when: 'restart' }, ...VOIDED),
        y: at(800, { disk: marked(0, voidOf(10)), when: 'end' }),
      },
    ],
    ['what is marked came after the void', { x: at(700, ...VOIDED, { disk: marked(10), when: 'end' }) }],
    [
      'an order that money is paid for stays open',
      { x: at(700, ...ORDERED, ...VOIDED, { disk: openOrder(true), when: 'end' }) },
    ],
  ],
);
