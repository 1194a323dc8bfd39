/**
 * The page on which a simulated payment is made. It knows nobody: the link of the order is all it takes.
 *
 * A card is used once, whatever is sent twice: the second press of a button leads to the order as the first.
 */
import type { OrderState } from '../../../../actors/orders/order-messages.js';
import { mayUseCard } from '../../../../actors/orders/simulated-card.js';
import { asked } from '../../../../actors/partition.js';
import type { CardUse } from '../../../../payments/simulated/cards.js';
import type { GatewayDeps } from '../../../operation.js';
import { ORDER_ID } from '../../../schemas/identifiers.js';
import type { PageAnswer } from '../../page.js';
import { type DashboardPage, goTo, show } from '../requests/dashboard-page.js';
import type { DashboardRequest } from '../requests/dashboard-request.js';
import { showTrouble } from '../trouble/show-trouble.js';
import { CardPage, isCard, PaymentOverPage } from './card-page.js';

export const simulatedPayment: DashboardPage = {
  isFor: 'everybody',
  get(request, { deps }) {
    const order = orderOf(request, deps);
    if (order === undefined) return showTrouble(alone(request), 'notFound');
    return mayUseCard(order) ? cards(request, order, false) : over(request, order);
  },
  async post(request, sent, { deps }) {
    const order = orderOf(request, deps);
    if (order === undefined) return showTrouble(alone(request), 'notFound');
    const use = useIn(sent);
    if (use === undefined) return mayUseCard(order) ? cards(request, order, true) : over(request, order);
    if (use === 'abandoned') return goTo(orderPath(order));
    const outcome = await asked(deps, deps.order, order.id, { type: 'use_card', use });
    return outcome.ok ? goTo(orderPath(order)) : showTrouble(alone(request), 'unavailable');
  },
};

function useIn(sent: URLSearchParams): CardUse | 'abandoned' | undefined {
  if (sent.get('act') === 'cancel') return 'canceled';
  const card = sent.get('card') ?? '';
  return isCard(card) ? card : undefined;
}

function orderOf({ rest }: DashboardRequest, { system, order }: GatewayDeps): OrderState | undefined {
  const found = ORDER_ID.test(rest) ? system.view(order, rest) : undefined;
  return found?.service.kind === 'simulated' ? found : undefined;
}

function orderPath({ id }: OrderState): string {
  return `/top-up/${id}`;
}

function cards(request: DashboardRequest, { amount }: OrderState, isNoneChosen: boolean): PageAnswer {
  return show(alone(request), <CardPage amount={amount} isNoneChosen={isNoneChosen} />, {
    status: isNoneChosen ? 400 : 200,
  });
}

function over(request: DashboardRequest, order: OrderState): PageAnswer {
  return show(alone(request), <PaymentOverPage orderPath={orderPath(order)} />);
}

/** As anybody sees it who has the link: it is no page of the account. */
function alone(request: DashboardRequest): DashboardRequest {
  return { ...request, signedIn: undefined };
}
