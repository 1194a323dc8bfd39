import { describe, expect, it } from 'vitest';
import { ORDER_CREDIT } from '../../../../simulation/rules/orders/order-credit.js';
import { ORDER_ENDS } from '../../../../simulation/rules/orders/order-ends.js';
import { ORDER_LIFE } from '../../../../simulation/rules/orders/order-life.js';
import { ORDER_MISMATCH } from '../../../../simulation/rules/orders/order-mismatch.js';
import { ORDER_NEWS } from '../../../../simulation/rules/orders/order-news.js';
import { ORDER_NOTICES } from '../../../../simulation/rules/orders/order-notices.js';
import { ORDER_ROOM } from '../../../../simulation/rules/orders/order-room.js';
import { PAYMENT_WORDS } from '../../../../simulation/rules/orders/payment-words.js';
import { checkBreaches } from '../check-breaches.js';
import { cleanRun } from '../clean-run.js';
import { at, exchange, KEY, type Moment, reportsOf, SETUP } from '../told-history.js';
import { CHECKOUT, looked, ORDER, openOrder, ordered, orderRecord, paid, paidOrder } from './made-orders.js';

const LATE = 900_000;

function endsWith(disk: Extract<Moment, { readonly disk: unknown }>['disk']): Moment {
  return { disk, when: 'end' };
}

checkBreaches(
  ORDER_CREDIT,
  [
    ['nobody has paid', { x: at(LATE, ...ordered(), endsWith(paidOrder())) }, /nobody has paid it/],
    [
      'a payment brings nothing',
      { x: at(LATE, ...ordered(), paid(), endsWith(openOrder('expired'))) },
      /the order is expired/,
    ],
    [
      'another amount is credited',
      { x: at(LATE, ...ordered(), paid(), endsWith(paidOrder(1))) },
      /credited with 1/,
    ],
    [
      'an order is paid without a credit',
      { x: at(LATE, ...ordered(), paid(), endsWith({ orders: { [ORDER]: orderRecord('paid') } })) },
      /has no credit/,
    ],
  ],
  [['a paid order is credited', { x: at(LATE, ...ordered(), paid(), endsWith(paidOrder())) }]],
);

checkBreaches(
  ORDER_ROOM,
  [
    [
      'an order holds none',
      { x: at(LATE, endsWith({ orders: { [ORDER]: orderRecord('made') } })) },
      /holds no room/,
    ],
    ['a paid order holds some', { x: at(LATE, endsWith(openOrder('paid'))) }, /is paid and holds room/],
    [
      'a key holds more than its orders',
      { x: at(LATE, endsWith({ ...openOrder('made'), order_rooms: { [KEY]: { orders: 2, amount: 1 } } })) },
      /its orders hold/,
    ],
  ],
  [['the room is that of its orders', { x: at(LATE, endsWith(openOrder('awaiting_payment'))) }]],
);

checkBreaches(
  ORDER_LIFE,
  [
    ['it is gone', { x: at(LATE, ...ordered(), endsWith({})) }, /acknowledged and is not on disk/],
    ['nobody asked for it', { x: at(LATE, endsWith(openOrder('expired'))) }, /0 were asked for/],
    ['it never ends', { x: at(LATE, ...ordered(), endsWith(openOrder('awaiting_payment'))) }, /never ended/],
    [
      'it leaves paid',
      {
        x: at(LATE, ...ordered(), { disk: paidOrder(), when: 'restart' }),
        y: at(LATE + 1, endsWith(openOrder('failed'))),
      },
      /was paid, and is failed/,
    ],
  ],
  [['it ends', { x: at(LATE, ...ordered(), endsWith(openOrder('expired'))) }]],
);

checkBreaches(
  ORDER_ENDS,
  [
    [
      'nobody said so',
      { x: at(LATE, ...ordered(), endsWith(openOrder('failed'))) },
      /is failed, and nobody said so/,
    ],
    [
      'the service says so of another checkout',
      {
        x: at(LATE, ...ordered(), ...looked('failed', { checkout: 'checkout-2' })),
        y: at(LATE + 1, endsWith(openOrder('failed'))),
      },
      /is failed, and nobody said so/,
    ],
    [
      'less was paid than it says',
      { x: at(LATE, ...ordered(), ...looked('paid', { amountDa: 499 }), endsWith(paidOrder())) },
      /is paid, and nobody said so/,
    ],
  ],
  [
    [
      'the service says so',
      { x: at(LATE, ...ordered(), ...looked('failed'), endsWith(openOrder('failed'))) },
    ],
    ['it was paid', { x: at(LATE, ...ordered(), ...looked('paid'), endsWith(paidOrder())) }],
    [
      'its deadline is over',
      {
        x: at(LATE, ...ordered()),
        y: at(LATE + 3_600_000, { what: 'quiet' }, endsWith(openOrder('expired'))),
      },
    ],
  ],
);

const NOTICE = { order: ORDER, how: 'genuine' } as const;
const NOTICED: readonly Moment[] = [
  { what: 'notice_sent', ...NOTICE },
  { what: 'notice_answered', ...NOTICE, status: 200 },
];
const SHOW = { op: 'show_order', order: 1 } as const;

checkBreaches(
  ORDER_NEWS,
  [
    [
      'a notice has nothing looked at',
      {
        x: at(LATE, ...ordered(), ...looked('open'), ...NOTICED),
        y: at(LATE + 30_000, ...looked('open', {}, 902)),
      },
      /had a notice and was not looked at within 23000 ms/,
    ],
    [
      'a payment that a look told of does not show',
      {
        x: at(LATE, ...ordered(), ...looked('paid')),
        y: at(LATE + 10_000, ...exchange(SHOW, 200, { id: ORDER, status: 'awaiting_payment' })),
      },
      /is awaiting_payment, and a look told of its payment/,
    ],
  ],
  [
    [
      'a notice has the order looked at',
      {
        x: at(LATE, ...ordered(), ...looked('open'), ...NOTICED, ...looked('open', {}, 902)),
        y: at(LATE + 30_000, ...looked('open', {}, 903)),
      },
    ],
    [
      'the payment has no room',
      {
        x: at(LATE, ...ordered(), ...looked('paid')),
        y: at(LATE + 9_000, ...exchange(SHOW, 200, { id: ORDER, status: 'expired', set_aside: 'no_room' })),
      },
    ],
  ],
);

const STARTING: Moment = { what: 'starting', isReboot: false };
const SET_ASIDE: Moment = { what: 'set_aside', order: ORDER, kind: 'amount' };

function setAsideAtRest(): readonly Moment[] {
  const context = { mismatch: { kind: 'amount' } };
  const order = { ...orderRecord('failed'), machine: { value: 'failed', context } };
  return [
    ...ordered(),
    ...looked('paid', { amountDa: 1 }),
    SET_ASIDE,
    { disk: { orders: { [ORDER]: order }, set_aside_orders: { [ORDER]: 1 } }, when: 'restart' },
  ];
}

checkBreaches(
  ORDER_MISMATCH,
  [
    [
      'it is told to nobody',
      { x: at(LATE, ...ordered(), ...looked('paid', { amountDa: 1 }), { what: 'stopped' }) },
      /amount of order_1 was found and never told of/,
    ],
    [
      'nobody found it',
      { x: at(LATE, ...ordered(), { what: 'set_aside', order: ORDER, kind: 'currency' }) },
      /nobody found it/,
    ],
    [
      'a start tells nothing of it',
      {
        x: at(LATE, ...setAsideAtRest(), STARTING, { what: 'started' }),
        y: at(LATE + 10_000, { what: 'stopping' }),
      },
      /amount of order_1 stood on disk at a start/,
    ],
  ],
  [
    [
      'a start tells of it again',
      {
        x: at(LATE, ...setAsideAtRest(), STARTING, SET_ASIDE, { what: 'started' }),
        y: at(LATE + 10_000, { what: 'stopping' }),
      },
    ],
    [
      'it is told',
      {
        x: at(
          LATE,
          ...ordered(),
          ...looked('paid', { isLive: false }),
          { what: 'set_aside', order: ORDER, kind: 'livemode' },
          { what: 'stopped' },
        ),
      },
    ],
  ],
);

describe('the rule order-mismatch', () => {
  it('has nothing to say of what is found right before a stop, if commits take few writes each', () => {
    const run = cleanRun({
      x: at(LATE, ...ordered(), ...looked('paid', { amountDa: 1 }), { what: 'stopped' }),
    });
    expect(reportsOf(ORDER_MISMATCH, run, { ...SETUP, limits: { writesInCommit: 1 } })).toEqual([]);
  });
});

function notice(how: 'genuine' | 'wrong_signature' | 'garbage', status: number): Moment {
  return { what: 'notice_answered', order: ORDER, how, status };
}

checkBreaches(
  ORDER_NOTICES,
  [
    [
      'a forged notice is taken',
      { x: at(LATE, notice('wrong_signature', 200)) },
      /\(wrong signature\) is answered 200/,
    ],
    ['an odd one has the node fail', { x: at(LATE, notice('garbage', 500)) }, /\(garbage\) is answered 500/],
    [
      'a forged notice has the node fail',
      { x: at(LATE, notice('wrong_signature', 500)) },
      /\(wrong signature\) is answered 500/,
    ],
    ['a genuine notice is refused', { x: at(LATE, notice('genuine', 403)) }, /\(genuine\) is answered 403/],
  ],
  [
    [
      'each is answered as it should be',
      { x: at(LATE, notice('genuine', 200), notice('wrong_signature', 403)) },
    ],
    ['one is too long', { x: at(LATE, notice('garbage', 413), notice('wrong_signature', 413)) }],
  ],
);

const REFUSED: Moment = {
  what: 'payment_answered',
  call: 902,
  answer: { kind: 'refused', message: 'later' },
};
const LOOKED: Moment = { what: 'payment_called', call: 903, kind: 'look', order: '', checkout: CHECKOUT };
const ASKED: Moment = { what: 'payment_called', call: 902, kind: 'create', order: ORDER, checkout: '' };

checkBreaches(
  PAYMENT_WORDS,
  [
    [
      'a checkout has a status that it never had',
      { x: at(LATE, ...ordered(), ...looked('failed')) },
      /said to be failed, and was open/,
    ],
    [
      'a checkout is made up',
      {
        x: at(LATE, ...ordered(), ASKED, {
          what: 'payment_answered',
          call: 902,
          answer: { kind: 'created', checkout: 'checkout-7' },
        }),
      },
      /checkout-7 is said to be made for order_1, and was not/,
    ],
    [
      'a checkout is refused that was not',
      { x: at(LATE, ...ordered(), ASKED, REFUSED) },
      /is said to be refused for order_1 \(later\)/,
    ],
    [
      'a checkout is forgotten that was not',
      {
        x: at(LATE, ...ordered(), LOOKED, {
          what: 'payment_answered',
          call: 903,
          answer: { kind: 'unknown' },
        }),
      },
      /not to know checkout-1/,
    ],
  ],
  [
    ['a checkout is told as it is', { x: at(LATE, ...ordered(), paid(), ...looked('paid')) }],
    ['a checkout is told as it was', { x: at(LATE, ...ordered(), paid(), ...looked('open')) }],
    ['it differs from its order', { x: at(LATE, ...ordered(), ...looked('paid', { amountDa: 1 })) }],
  ],
);
