/**
 * The page of one order, which is the address that its payment service sends the person back to.
 *
 * That person may have no session any more, or never have had one: then the page tells how the order is and
 * nothing else. The same is told to somebody of another account, who may have paid it.
 */
import { readLedgerEntry } from '../../../../actors/keys/key-lists.js';
import type { OrderState } from '../../../../actors/orders/order-messages.js';
import { mayManage } from '../../../../actors/people/rights.js';
import { findOrder } from '../../../operations/find-in-reach.js';
import { ORDER_ID } from '../../../schemas/identifiers.js';
import { type DashboardPage, type DashboardParts, show } from '../requests/dashboard-page.js';
import type { DashboardRequest } from '../requests/dashboard-request.js';
import { looksAgain } from '../requests/look-again.js';
import { showTrouble } from '../trouble/show-trouble.js';
import { OrderPage, type OrderPageProps } from './order-page.js';
import { OrderStatusPage } from './order-status-page.js';

export const showOrder: DashboardPage = {
  isFor: 'everybody',
  get(request, parts) {
    const { deps } = parts;
    const { rest, signedIn } = request;
    const order = ORDER_ID.test(rest) ? deps.system.view(deps.order, rest) : undefined;
    if (order === undefined) return showTrouble(request, 'notFound');
    if (order.status !== 'paid') deps.orders.notice(order.id);
    const isAwaited = order.status === 'made' || order.status === 'awaiting_payment';
    const refresh = isAwaited ? looksAgain(`/top-up/${order.id}`, request.query) : undefined;
    if (signedIn === undefined || findOrder(signedIn, order.id, deps) === undefined)
      return show(request, <OrderStatusPage order={order} refresh={refresh} />);
    return show(request, <OrderPage {...shown(order, request, parts)} refresh={refresh} />);
  },
};

function shown(
  order: OrderState,
  { signedIn, baseUrl }: DashboardRequest,
  { deps }: DashboardParts,
): Omit<OrderPageProps, 'refresh'> {
  const { system } = deps;
  const { key, account, paid } = order;
  return {
    order,
    keyName: system.view(deps.apiKey, key)?.name ?? null,
    accountName: system.view(deps.account, account)?.name ?? null,
    entry: paid === null ? undefined : readLedgerEntry(system.records, key, paid.entry),
    mayPay: signedIn !== undefined && mayManage(signedIn, account),
    isOperator: signedIn?.role === 'operator',
    issuer: baseUrl,
  };
}
