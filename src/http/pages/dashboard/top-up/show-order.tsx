/**
 * The page of one order, which is the address that its payment service sends the person back to.
 *
 * That person may have no session any more, or never have had one: then the page tells how the order is and
 * nothing else. The same is told to somebody of another account, who may have paid it.
 */
import { readLedgerEntry } from '../../../../actors/keys/key-lists.js';
import type { OrderState } from '../../../../actors/orders/order-messages.js';
import { asked } from '../../../../actors/partition.js';
import { mayManage } from '../../../../actors/people/rights.js';
import { MISMATCHES } from '../../../../machines/order-context.js';
import { findOrder } from '../../../operations/find-in-reach.js';
import { ORDER_ID } from '../../../schemas/identifiers.js';
import { type DashboardPage, type DashboardParts, goTo, show } from '../requests/dashboard-page.js';
import type { DashboardRequest } from '../requests/dashboard-request.js';
import { looksAgain } from '../requests/look-again.js';
import { byOf } from '../requests/rights.js';
import { showTrouble } from '../trouble/show-trouble.js';
import { NOTE_CHARACTERS_MAX, type RefusedNote } from './finding.js';
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
  async post(request, form, parts) {
    const { deps } = parts;
    const { rest, signedIn } = request;
    if (signedIn === undefined) return goTo('/sign-in');
    const order = signedIn.role === 'operator' ? findOrder(signedIn, rest, deps) : undefined;
    if (order === undefined) return showTrouble(request, 'notFound');
    const note = (form.get('note') ?? '').trim();
    const again = (now: OrderState, error: RefusedNote['error']) =>
      show(
        request,
        <OrderPage {...shown(now, request, parts)} refused={{ note, error }} refresh={undefined} />,
        { status: 400 },
      );
    if (note === '' || note.length > NOTE_CHARACTERS_MAX) return again(order, 'noteWanted');
    const kind = MISMATCHES.find((one) => one === form.get('kind'));
    if (kind === undefined) return again(order, 'noteOutdated');
    const by = byOf({ ...request, signedIn });
    const outcome = await asked(deps, deps.order, order.id, { type: 'dismiss', by, kind, note });
    if (!outcome.ok || outcome.reply.outcome !== 'order') return showTrouble(request, 'unavailable');
    const { mismatch } = outcome.reply.order.machine.context;
    const isOpen = mismatch !== null && outcome.reply.order.dismissal === undefined;
    return isOpen ? again(outcome.reply.order, 'noteOutdated') : goTo(`/top-up/${order.id}`);
  },
};

function shown(
  order: OrderState,
  { signedIn, baseUrl }: DashboardRequest,
  { deps }: DashboardParts,
): Omit<OrderPageProps, 'refresh'> {
  const { system, people } = deps;
  const { key, account, paid, dismissal } = order;
  return {
    order,
    keyName: system.view(deps.apiKey, key)?.name ?? null,
    accountName: system.view(deps.account, account)?.name ?? null,
    entry: paid === null ? undefined : readLedgerEntry(system.records, key, paid.entry),
    mayPay: signedIn !== undefined && mayManage(signedIn, account),
    isOperator: signedIn?.role === 'operator',
    dismissedBy: dismissal && people.user(dismissal.by.id)?.name,
    refused: undefined,
    issuer: baseUrl,
  };
}
