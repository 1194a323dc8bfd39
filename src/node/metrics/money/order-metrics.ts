/** Orders of credit and the calls to the payment service. */
import { ORDER_STATUSES } from '../../../actors/orders/order-messages.js';
import { mismatchTally, ordersTally, SET_ASIDE_ORDERS } from '../../../actors/orders/tallies.js';
import type { Tallies } from '../../../actors/runtime/tallies.js';
import { MISMATCHES } from '../../../machines/order-context.js';
import type { PaymentCalls } from '../../../payments/payment-calls.js';
import { counter, gauge } from '../definition.js';
import type { MetricsPage } from '../page.js';

export const ORDER_METRICS = {
  orders: gauge('tollgate_orders', 'Orders of credit on disk, by state. They are kept for ever.', ['state']),
  setAside: gauge(
    'tollgate_orders_set_aside',
    'Orders that are set aside now: an operator has not dealt with what the payment service told.',
  ),
  findings: counter(
    'tollgate_orders_set_aside_total',
    'Findings about payments that were not believed, by kind. Goes on across restarts.',
    ['kind'],
  ),
  calls: counter(
    'tollgate_payment_calls_total',
    'Calls to the payment service, by what they ask (create, look).',
    ['about'],
  ),
  failed: counter(
    'tollgate_payment_calls_failed_total',
    'Calls to the payment service that brought no answer that makes sense.',
  ),
};

export function addOrderMetrics(page: MetricsPage, tallies: Tallies, { counts }: PaymentCalls): void {
  const sum = (name: string) => String(tallies.get(name) ?? 0);
  for (const state of ORDER_STATUSES) page.add(ORDER_METRICS.orders, sum(ordersTally(state)), { state });
  page.add(ORDER_METRICS.setAside, sum(SET_ASIDE_ORDERS));
  for (const kind of MISMATCHES) page.add(ORDER_METRICS.findings, sum(mismatchTally(kind)), { kind });
  for (const about of ['create', 'look'] as const) {
    page.add(ORDER_METRICS.calls, String(counts[about]), { about });
  }
  page.add(ORDER_METRICS.failed, String(counts.failed));
}
