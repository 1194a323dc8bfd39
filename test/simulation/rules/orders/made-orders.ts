/** Moments of an order that is paid, for rules of orders to check. */
import type { ClientCall } from '../../../../simulation/history/client-call.js';
import type { Observation } from '../../../../simulation/history/observation.js';
import { exchange, KEY, type Moment } from '../told-history.js';

export const ORDER = 'order_1';
export const CHECKOUT = 'checkout-1';
const AMOUNT_DA = 500;
const AMOUNT = 500_000_000;

type Answer = Extract<Observation, { readonly what: 'payment_answered' }>['answer'];

const CALL: ClientCall = {
  op: 'order',
  key: 0,
  amountDa: AMOUNT_DA,
  script: { creates: [], looks: [], ends: [], notices: [] },
};

/** The order is asked for and acknowledged, and its checkout is made. */
export function ordered(): readonly Moment[] {
  return [
    ...exchange(CALL, 201, { id: ORDER, status: 'made' }),
    { what: 'payment_called', call: 900, kind: 'create', order: ORDER, checkout: '' },
    { what: 'checkout_made', checkout: CHECKOUT, order: ORDER, amountDa: AMOUNT_DA, isLive: true },
    { what: 'payment_answered', call: 900, answer: { kind: 'created', checkout: CHECKOUT } },
  ];
}

export function paid(): Moment {
  return { what: 'checkout_ended', checkout: CHECKOUT, status: 'paid' };
}

/** A look, and what the service says. */
export function looked(
  status: string,
  differing: Partial<Extract<Answer, { readonly kind: 'seen' }>> = {},
  call = 901,
): readonly Moment[] {
  const seen = {
    kind: 'seen',
    checkout: CHECKOUT,
    status,
    amountDa: AMOUNT_DA,
    currency: 'dzd',
    isLive: true,
  } as const;
  return [
    { what: 'payment_called', call, kind: 'look', order: '', checkout: CHECKOUT },
    { what: 'payment_answered', call, answer: { ...seen, ...differing } },
  ];
}

export function orderRecord(status: string, more: object = {}): object {
  const checkout = { id: CHECKOUT, url: 'https://pay.example/checkout-1' };
  const context = { checkout, mismatch: null, refusal: null };
  const paidAs = status === 'paid' ? { at: 1, entry: 1 } : null;
  return {
    account: 'a',
    key: KEY,
    amount: AMOUNT,
    service: { kind: 'chargily', isLive: true },
    status,
    machine: { value: status, context },
    paid: paidAs,
    ...more,
  };
}

/** Records of an order that still holds room. */
export function openOrder(
  status: string,
): Readonly<Record<'orders' | 'open_orders' | 'order_rooms', Record<string, object>>> {
  return {
    orders: { [ORDER]: orderRecord(status) },
    open_orders: { [ORDER]: { key: KEY, amount: AMOUNT } },
    order_rooms: { [KEY]: { orders: 1, amount: AMOUNT } },
  };
}

/** Records of an order that is paid, and of the credit that says so. */
export function paidOrder(amount = AMOUNT) {
  const entry = {
    type: 'credit',
    amount,
    balance: amount,
    reserved: 0,
    job: null,
    reference: `chargily:${CHECKOUT}`,
  };
  return {
    orders: { [ORDER]: orderRecord('paid') },
    ledger: { [`${KEY}/000000000001`]: entry },
  };
}
