import type { FormCall } from '../../../../simulation/history/forms/form-call.js';
import { ORDER_DISMISSAL } from '../../../../simulation/rules/orders/order-dismissal.js';
import { checkBreaches } from '../check-breaches.js';
import { at, exchange, type Moment, type Run, sent } from '../told-history.js';
import { ORDER, ordered, orderRecord } from './made-orders.js';

const LATE = 900_000;
const NOTE = 'Refunded';
const DONE = { location: `/orders/${ORDER}?saved` };

type Dismissal = Partial<Extract<FormCall, { readonly act: 'dismiss' }>>;

const found = (kind = 'amount'): Moment => ({ what: 'set_aside', order: ORDER, kind });
const call = (more: Dismissal): FormCall => {
  return { op: 'form', act: 'dismiss', session: 1, order: 0, kind: 'amount', note: NOTE, ...more };
};

function dismisses(status = 303, more: Dismissal = {}): readonly Moment[] {
  return exchange(call(more), status, {}, status === 303 ? DONE : {});
}

/** The order as it stands, with its finding, and so many entries of its dismissal in the trail. */
function stands(entries: number, note?: string, { kind = 'amount', status = 'expired' } = {}): Moment {
  const order = orderRecord(status, {
    machine: { value: status, context: { checkout: null, mismatch: { kind }, refusal: null } },
    ...(note === undefined ? {} : { dismissal: { note } }),
  });
  const acts = Array.from({ length: entries }, (_, n) => [
    `a/${n}`,
    { act: 'order_dismissed', about: ORDER },
  ]);
  const others = {
    'a/x': { act: 'order_dismissed', about: 'order_2' },
    'a/y': { act: 'order_paid', about: ORDER },
  };
  const audit = { ...others, ...Object.fromEntries(acts) };
  return { disk: { orders: { [ORDER]: order }, audit }, when: 'end' };
}

function after(...moments: readonly (Moment | readonly Moment[])[]): Run {
  return { x: at(LATE, ...ordered(), ...moments.flat()) };
}

checkBreaches(
  ORDER_DISMISSAL,
  [
    [
      'a finding is not dismissed',
      after(found(), dismisses(400)),
      /has the finding amount, and its dismissal/,
    ],
    ['nobody dismissed it', after(found(), stands(1, NOTE)), /is dismissed with "Refunded", and nobody/],
    [
      'it is dismissed with another note',
      after(found(), dismisses(), stands(1, 'Paid out')),
      /is dismissed with "Paid out", and nobody/,
    ],
    [
      'another finding of it is dismissed',
      after(found(), dismisses(), stands(1, NOTE, { kind: 'currency' })),
      /is dismissed with "Refunded", and nobody/,
    ],
    [
      'it is dismissed by a form that was refused',
      after(dismisses(400), stands(1, NOTE)),
      /is dismissed with "Refunded", and nobody/,
    ],
    ['it is dismissed no more', after(found(), dismisses(), stands(1)), /was dismissed and is not any more/],
    ['the trail has it twice', after(found(), dismisses(), stands(2, NOTE)), /has 2 dismissals of order_1/],
    ['the trail has it, and it is refused', after(dismisses(400), stands(1)), /has 1 dismissals of order_1/],
    [
      'the trail does not have it',
      after(found(), dismisses(), stands(0, NOTE)),
      /has 0 dismissals of order_1/,
    ],
  ],
  [
    ['it is dismissed', after(found(), dismisses(), stands(1, NOTE))],
    ['it is dismissed twice', after(found(), dismisses(), dismisses(), stands(2, NOTE))],
    ['it has no finding to dismiss', after(dismisses(400), stands(0))],
    ['a dismissal without a note is refused', after(found(), dismisses(400, { note: '' }), stands(0))],
    ['that of another finding is refused', after(found(), found('currency'), dismisses(400), stands(0))],
    [
      'that of a finding that is told of meanwhile is refused',
      after(sent(call({}), { request: 9_001 }), found(), {
        what: 'answered',
        request: 9_001,
        status: 400,
        headers: {},
        body: '',
        wallMs: 0,
      }),
    ],
    ['no answer tells of it, and it was dismissed', after(found(), sent(call({})), stands(1, NOTE))],
    ['no answer tells of it, and it was not', after(found(), sent(call({})), stands(0))],
    ['the node could not say, and it was not', after(found(), dismisses(503), stands(0))],
    [
      'its session was none',
      after(found(), exchange(call({}), 303, {}, { location: '/sign-in' }), stands(0)),
    ],
    ['it is paid since', after(found(), dismisses(), stands(1, undefined, { status: 'paid' }))],
    ['it has another finding since', after(found(), dismisses(), stands(1, undefined, { kind: 'currency' }))],
    ['it has the finding again', after(found(), dismisses(), found(), stands(1))],
    ['its finding was told of later', after(dismisses(), found(), stands(1))],
  ],
);
