/** The lists of orders, from committed records, newest first: an account's, and the operator's of all. */
import type { StoreReader } from '../../store/store.js';
import { existing, idsUnder, type Page, type PageRequest, takePage } from '../storage/page.js';
import type { OrderState } from './order-messages.js';
import { accountOrdersKey, readOrder } from './order-records.js';

export function listAccountOrders(
  records: StoreReader,
  account: string,
  request: PageRequest,
): Page<OrderState> {
  return pageOf(
    records,
    idsUnder(records, 'account_orders', accountOrdersKey(account, ''), request),
    request,
  );
}

export function listAllOrders(records: StoreReader, request: PageRequest): Page<OrderState> {
  return pageOf(records, idsUnder(records, 'orders', 'order_', request, 'order_'), request);
}

/** Of all accounts: those whose payment service told something that was not believed. */
export function listSetAsideOrders(records: StoreReader, request: PageRequest): Page<OrderState> {
  return pageOf(records, idsUnder(records, 'set_aside_orders', 'order_', request, 'order_'), request);
}

function pageOf(records: StoreReader, ids: Iterable<string>, request: PageRequest): Page<OrderState> {
  return takePage(
    existing('orders', ids, (id) => readOrder(id, records), request),
    request.limit,
  );
}
