import { listAccounts as listAllAccounts } from '../../../../actors/across-accounts/operator-lists.js';
import { ACCOUNT_ID } from '../../../schemas/identifiers.js';
import { show } from '../requests/dashboard-page.js';
import { AccountsPage } from './accounts-page.js';
import { forOperators } from './for-operators.js';

const PAGE_LENGTH = 25;

export const listAccounts = forOperators({
  get(request, { deps }) {
    const { system } = deps;
    const sent = request.query.get('after');
    const after = sent !== null && ACCOUNT_ID.test(sent) ? sent : undefined;
    const unreadable = (error: unknown) => system.reportDefect('record', error);
    const { items, hasMore } = listAllAccounts(system.records, { limit: PAGE_LENGTH, after, unreadable });
    const last = hasMore ? items.at(-1)?.id : undefined;
    return show(
      request,
      <AccountsPage
        accounts={items}
        newest={after === undefined ? undefined : '/accounts'}
        older={last && `/accounts?after=${last}`}
      />,
    );
  },
});
