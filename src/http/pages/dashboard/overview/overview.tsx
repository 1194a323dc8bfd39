import { listAccountKeys } from '../../../../actors/keys/key-lists.js';
import { NO_TOTALS } from '../../../../actors/money/totals.js';
import { listSetAsideOrders } from '../../../../actors/orders/order-lists.js';
import { mayManage } from '../../../../actors/people/rights.js';
import { type DashboardPage, type DashboardParts, show } from '../requests/dashboard-page.js';
import { looksAgain } from '../requests/look-again.js';
import { isUnderWay } from './first-steps.js';
import { newcomerOf } from './newcomer.js';
import type { NodeStanding } from './node-troubles.js';
import { OverviewPage } from './overview-page.js';
import { standingOf } from './standing.js';

const KEYS_SHOWN = 5;

export const overview: DashboardPage = {
  isFor: 'signed_in',
  async get(request, parts) {
    const { deps } = parts;
    const { account } = request.signedIn;
    const totals = deps.system.view(deps.account, account)?.totals ?? NO_TOTALS;
    const unreadable = (error: unknown) => deps.system.reportDefect('record', error);
    const keys = listAccountKeys(deps.system.records, account, {
      limit: KEYS_SHOWN,
      after: undefined,
      unreadable,
    });
    const isOwn = mayManage(request.signedIn, account);
    const newcomer = isOwn ? await newcomerOf(request, keys, parts) : undefined;
    const isWaiting = newcomer !== undefined && isUnderWay(newcomer);
    return show(
      request,
      <OverviewPage
        totals={totals}
        standing={standingOf(account, keys.items, deps)}
        node={request.signedIn.role === 'operator' ? nodeStanding(parts) : undefined}
        newcomer={newcomer}
        baseUrl={request.baseUrl}
        refresh={isWaiting ? looksAgain('/', request.query) : undefined}
      />,
    );
  },
};

function nodeStanding({ deps: { system }, nodeFrame }: DashboardParts): NodeStanding {
  const unreadable = (error: unknown) => system.reportDefect('record', error);
  const { items } = listSetAsideOrders(system.records, { limit: 1, after: undefined, unreadable });
  return { frame: nodeFrame(), hasOrdersSetAside: items.length > 0 };
}
