/** The comparison of an order with what its payment service says of the checkout. */
import type { Mismatch } from '../../machines/order-context.js';
import type { OrderEvent } from '../../machines/order-events.js';
import type { LookAnswer, SeenCheckout } from '../../payments/payment-provider.js';
import type { PaymentReport } from '../../payments/payment-report.js';
import type { OrderState } from './order-messages.js';

const CURRENCY = 'dzd';
const MICRO_DA_PER_DA = 1_000_000;

/** Whole DA. */
export function amountInDa({ amount }: Pick<OrderState, 'amount'>): number {
  return amount / MICRO_DA_PER_DA;
}

/** The event of the order's machine that a report stands for; undefined if it is no news. */
export function eventOf(order: OrderState, report: PaymentReport): OrderEvent | undefined {
  if (report.about === 'create') {
    if (report.outcome === 'created') return { type: 'CHECKOUT_CREATED', checkout: report.checkout };
    if (report.outcome === 'refused') return { type: 'CHECKOUT_REFUSED', message: report.message };
    return { type: 'CHECKOUT_NOT_CREATED' };
  }
  if (report.outcome === 'failed') return undefined;
  const mismatch = mismatchOf(order, report);
  if (mismatch !== undefined) return { type: 'MISMATCHED', mismatch };
  return report.outcome === 'seen' ? EVENTS[report.checkout.status] : undefined;
}

const EVENTS: Readonly<Record<SeenCheckout['status'], OrderEvent | undefined>> = {
  open: undefined,
  unknown: undefined,
  paid: { type: 'PAID' },
  failed: { type: 'FAILED' },
  canceled: { type: 'CANCELED' },
  expired: { type: 'EXPIRED' },
};

function mismatchOf(order: OrderState, answer: LookAnswer): Mismatch | undefined {
  const id = order.machine.context.checkout?.id;
  if (answer.outcome === 'unknown') {
    return { kind: 'unknown_checkout', message: `the payment service does not know checkout ${id}` };
  }
  const { checkout } = answer;
  const differs = (kind: Mismatch['kind'], seen: unknown, expected: unknown): Mismatch | undefined =>
    seen === expected
      ? undefined
      : { kind, message: `${kind} is ${seen} at the payment service, and ${expected} in the order` };
  return (
    differs('checkout', checkout.id, id) ??
    differs('livemode', checkout.isLive, order.service.isLive) ??
    differs('currency', checkout.currency, CURRENCY) ??
    differs('amount', checkout.amount, amountInDa(order)) ??
    (checkout.status === 'unknown'
      ? { kind: 'unknown_status', message: `the payment service says ${checkout.statusText}` }
      : undefined)
  );
}
