/** Credit is ordered here, and the orders are listed: those of the account; for an operator, of all. */
import { listAccountKeys } from '../../../../actors/keys/key-lists.js';
import { roomLeft } from '../../../../actors/keys/order-room.js';
import type { CreateOrder } from '../../../../actors/orders/order-messages.js';
import { mayManage } from '../../../../actors/people/rights.js';
import { microDa } from '../../../../money/micro-da.js';
import type { GatewayDeps } from '../../../operation.js';
import { findKey } from '../../../operations/find-in-reach.js';
import { parseIdempotency } from '../../../operations/idempotency-key.js';
import type { PageAnswer } from '../../page.js';
import type { SignedIn } from '../people.js';
import { type DashboardPage, type DashboardParts, goTo, show } from '../requests/dashboard-page.js';
import type { SignedInRequest } from '../requests/dashboard-request.js';
import { newOnce } from '../requests/once.js';
import { byOf } from '../requests/rights.js';
import { showTrouble } from '../trouble/show-trouble.js';
import { makeOrder } from './make-order.js';
import { amountOf, filledForm, type OrderForm, readOrderForm } from './order-form.js';
import type { NewOrderProps, Trouble } from './order-form-card.js';
import { ordersOf } from './orders.js';
import { pathIn, type Scope, scopeOf } from './scope.js';
import { TopUpPage } from './top-up-page.js';

const MICRO_DA_PER_DA = 1_000_000;
/** Keys that are looked at for those that can be credited: an account has at most as many of these. */
const KEYS_MAX = 500;

const TROUBLES = {
  no_such_key: 'keyWanted',
  too_many_orders: 'tooMany',
  over_lifetime_credit: 'noRoom',
  idempotency_key_reused: 'used',
} as const satisfies Record<string, Trouble>;

export const topUp: DashboardPage = {
  isFor: 'signed_in',
  get(request, parts) {
    const scope = scopeOf(request, parts);
    const form = filledForm(scope.key?.id ?? '', request.query.get('amount'), parts.deps.settings);
    return topUpPage(request, parts, scope, form);
  },
  async post(request, sent, parts) {
    const { deps } = parts;
    const { signedIn } = request;
    const form = readOrderForm(sent);
    const key = findKey(signedIn, form.key, deps);
    if (!mayManage(signedIn, key?.account ?? signedIn.account)) return showTrouble(request, 'notYours');
    const again = (trouble?: Trouble) =>
      topUpPage(request, parts, { ...scopeOf(request, parts), key }, form, trouble);
    const { service } = deps.orders;
    if (service === undefined) return again();
    const amountDa = amountOf(form, deps.settings);
    if (amountDa === undefined) return again('amountWanted');
    const idempotency = parseIdempotency(sent.get('once') ?? '', () => ({ key: form.key, amountDa }));
    if (!idempotency.ok) return again('used');
    if (key === undefined) return again('keyWanted');
    const message: CreateOrder = {
      type: 'create',
      account: key.account,
      key: key.id,
      amount: microDa(amountDa * MICRO_DA_PER_DA),
      service: { kind: service.kind, isLive: service.isLive },
      by: byOf(request),
      idempotency: idempotency.value,
    };
    const outcome = await makeOrder(message, deps);
    if (!outcome.ok) return showTrouble(request, 'unavailable');
    const { reply } = outcome;
    switch (reply.outcome) {
      case 'created':
        return goTo(`/top-up/${reply.order.id}`);
      case 'replayed':
        return goTo(`/top-up/${reply.orderId}`);
      case 'no_such_key':
      case 'too_many_orders':
      case 'over_lifetime_credit':
      case 'idempotency_key_reused':
        return again(TROUBLES[reply.outcome]);
      default:
        return showTrouble(request, 'unavailable');
    }
  },
};

function topUpPage(
  request: SignedInRequest,
  { deps }: DashboardParts,
  scope: Scope,
  form: OrderForm,
  trouble?: Trouble,
): PageAnswer {
  const { signedIn } = request;
  const isOperator = signedIn.role === 'operator';
  const { service } = deps.orders;
  const account = scope.account ?? signedIn.account;
  const mayOrder = mayManage(signedIn, account);
  const keys = service !== undefined && mayOrder ? keysOf(account, scope, deps) : [];
  const newOrder: NewOrderProps = {
    action: pathIn(scope, isOperator),
    keys,
    bounds: deps.settings,
    form,
    once: newOnce(deps),
    trouble,
    without: withoutKeys(scope, signedIn),
  };
  const page = (
    <TopUpPage
      service={service}
      mayOrder={mayOrder}
      isOperator={isOperator}
      newOrder={newOrder}
      scope={scope}
      orders={ordersOf(request, scope, deps)}
      totals={scope.account === undefined ? undefined : deps.system.view(deps.account, scope.account)?.totals}
    />
  );
  return show(request, page, { status: trouble === undefined ? 200 : 400 });
}

function withoutKeys({ account }: Scope, { role, account: own }: SignedIn): NewOrderProps['without'] {
  if (role === 'operator' && account === undefined) return 'find';
  return account === own ? 'create' : 'none';
}

/** Those that can be credited, the newest first, with the room that is left in the life of each. */
function keysOf(account: string, { key }: Scope, { system }: GatewayDeps): NewOrderProps['keys'] {
  const { records } = system;
  const unreadable = (error: unknown) => system.reportDefect('record', error);
  const { items } = listAccountKeys(records, account, { limit: KEYS_MAX, after: undefined, unreadable });
  const isListed = key === undefined || items.some(({ id }) => id === key.id);
  return (isListed ? items : [key, ...items])
    .filter(({ isRevoked }) => !isRevoked)
    .map((each) => ({ key: each, room: roomLeft(records, each) }));
}
