/** The orders of a page, each with the name of its key. */
import {
  listAccountOrders,
  listAllOrders,
  listSetAsideOrders,
} from '../../../../actors/orders/order-lists.js';
import type { OrderState } from '../../../../actors/orders/order-messages.js';
import type { Page } from '../../../../actors/storage/page.js';
import type { GatewayDeps } from '../../../operation.js';
import { ORDER_ID } from '../../../schemas/identifiers.js';
import type { SignedInRequest } from '../requests/dashboard-request.js';
import type { Scope } from './scope.js';

const PAGE_LENGTH = 25;
/** Orders that are set aside, above the list of all. */
const SET_ASIDE_SHOWN = 5;

export interface ListedOrder {
  readonly order: OrderState;
  /** Null if it has none. */
  readonly keyName: string | null;
  /** Null if it has none, or if the list is of one account. */
  readonly accountName: string | null;
}

export interface Orders {
  readonly listed: readonly ListedOrder[];
  readonly isFirst: boolean;
  /** Id of the last order of this page; undefined if there are no more. */
  readonly next: string | undefined;
  /** The newest ones that an operator has to look into. */
  readonly setAside: Page<ListedOrder>;
  /** True if the list has none but those. */
  readonly isOfSetAside: boolean;
}

export function ordersOf(
  { query, signedIn }: SignedInRequest,
  { account }: Scope,
  { system, apiKey, account: accounts }: GatewayDeps,
): Orders {
  const { records } = system;
  const sent = query.get('after');
  const after = sent !== null && ORDER_ID.test(sent) ? sent : undefined;
  const unreadable = (error: unknown) => system.reportDefect('record', error);
  const wanted = { limit: PAGE_LENGTH, after, unreadable };
  const named = ({ items, hasMore }: Page<OrderState>): Page<ListedOrder> => ({
    items: items.map((order) => ({
      order,
      keyName: system.view(apiKey, order.key)?.name ?? null,
      accountName: account === undefined ? (system.view(accounts, order.account)?.name ?? null) : null,
    })),
    hasMore,
  });
  const isAll = signedIn.role === 'operator' && account === undefined;
  const isOfSetAside = isAll && query.has('set-aside');
  const list = isOfSetAside ? listSetAsideOrders(records, wanted) : undefined;
  const { items, hasMore } = named(
    list ??
      (account === undefined ? listAllOrders(records, wanted) : listAccountOrders(records, account, wanted)),
  );
  const hasSetAside = isAll && !isOfSetAside && after === undefined;
  return {
    listed: items,
    isFirst: after === undefined,
    next: hasMore ? items.at(-1)?.order.id : undefined,
    setAside: hasSetAside
      ? named(listSetAsideOrders(records, { limit: SET_ASIDE_SHOWN, after: undefined, unreadable }))
      : { items: [], hasMore: false },
    isOfSetAside,
  };
}
