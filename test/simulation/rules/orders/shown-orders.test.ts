import { ORDER_REFUSALS } from '../../../../simulation/rules/orders/order-refusals.js';
import { ORDER_SHOWN } from '../../../../simulation/rules/orders/order-shown.js';
import { checkBreaches } from '../check-breaches.js';
import { at, exchange, KEY, type Moment } from '../told-history.js';
import { ORDER, openOrder, ordered, orderRecord } from './made-orders.js';

const LATE = 900_000;
const MADE_AT = 1_800_000_000;
const SOUND = {
  ...{ id: ORDER, object: 'order', account: 'a', key: KEY, amount: 500, status: 'awaiting_payment' },
  ...{ service: 'chargily', livemode: true, created_at: MADE_AT },
  payment_url: 'https://pay.example/checkout-1',
};

function shown(differing: object, record: object = {}): readonly Moment[] {
  const order = orderRecord('awaiting_payment', { createdAt: MADE_AT, ...record });
  return [
    ...exchange({ op: 'show_order', order: 1 }, 200, { ...SOUND, ...differing }),
    { disk: { orders: { [ORDER]: order } }, when: 'end' },
  ];
}

checkBreaches(
  ORDER_SHOWN,
  [
    ['an order shows another amount', { x: at(LATE, ...shown({ amount: 5 })) }, /with amount 5/],
    ['an order shows another key', { x: at(LATE, ...shown({ key: 'key_2' })) }, /with key key_2/],
    ['an order that waits has no page', { x: at(LATE, ...shown({ payment_url: undefined })) }, /payment_url/],
    ['an order that is over has a page', { x: at(LATE, ...shown({ status: 'expired' })) }, /payment_url/],
    ['a field is there that is none', { x: at(LATE, ...shown({ colour: 'blue' })) }, /colour blue/],
    [
      'a time is in another unit',
      { x: at(LATE, ...shown({ created_at: 1_000 * MADE_AT }, { createdAt: 1_000 * MADE_AT })) },
      /created_at/,
    ],
  ],
  [['an order is shown as it is', { x: at(LATE, ...shown({})) }]],
);

const CALL = { op: 'order', key: 0, amountDa: 500 } as const;

function refused(param: string, amountDa = 500): readonly Moment[] {
  return exchange({ ...CALL, amountDa }, 400, { error: { code: 'invalid_request', param } });
}

checkBreaches(
  ORDER_REFUSALS,
  [
    [
      'a sound order is refused for its amount',
      { x: at(LATE, ...refused('amount')) },
      /a sound order of 500 DA/,
    ],
    ['a key without orders has too many', { x: at(LATE, ...refused('key')) }, /a sound order of 500 DA/],
  ],
  [
    ['an order of too little is refused', { x: at(LATE, ...refused('amount', 1)) }],
    [
      'an order is taken',
      { x: at(LATE, ...ordered(), { disk: openOrder('awaiting_payment'), when: 'end' }) },
    ],
  ],
);
