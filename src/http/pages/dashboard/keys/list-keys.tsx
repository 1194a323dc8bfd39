import { listAllKeys } from '../../../../actors/across-accounts/operator-lists.js';
import { listAccountKeys } from '../../../../actors/keys/key-lists.js';
import { mayManage } from '../../../../actors/people/rights.js';
import { API_KEY_ID } from '../../../schemas/identifiers.js';
import { accountAsked, pathOn } from '../requests/account-asked.js';
import { type DashboardPage, show } from '../requests/dashboard-page.js';
import { showTrouble } from '../trouble/show-trouble.js';
import { KeysPage } from './keys-page.js';

const PAGE_LENGTH = 25;

/** An operator's list has the keys of every account, or of the one that is asked for. */
export const listKeys: DashboardPage = {
  isFor: 'signed_in',
  get(request, { deps }) {
    const { signedIn, query } = request;
    const { system, account: accounts } = deps;
    const account = accountAsked(request, deps);
    if (account === undefined) return showTrouble(request, 'notFound');
    const isAll = signedIn.role === 'operator' && !query.has('account');
    const sent = query.get('after');
    const after = sent !== null && API_KEY_ID.test(sent) ? sent : undefined;
    const unreadable = (error: unknown) => system.reportDefect('record', error);
    const wanted = { limit: PAGE_LENGTH, after, unreadable };
    const { items, hasMore } = isAll
      ? listAllKeys(system.records, wanted)
      : listAccountKeys(system.records, account.id, wanted);
    const last = hasMore ? items.at(-1)?.id : undefined;
    const accountNames = isAll
      ? new Map(items.map((key) => [key.account, system.view(accounts, key.account)?.name ?? key.account]))
      : undefined;
    // Without it an operator's list has the keys of every account.
    const asked = query.has('account') ? { account: account.id } : {};
    const path = (more?: Readonly<Record<string, string>>) =>
      pathOn(signedIn.account, '/keys', request, { ...asked, ...more });
    const isManager = mayManage(signedIn, account.id);
    const toManage = (to: string) => (isManager ? pathOn(account.id, to, request) : undefined);
    return show(
      request,
      <KeysPage
        keys={items}
        accountNames={accountNames}
        of={!isAll && account.id !== signedIn.account ? account : undefined}
        create={toManage('/keys/new')}
        management={toManage('/keys/management')}
        newest={after === undefined ? undefined : path()}
        older={last && path({ after: last })}
      />,
    );
  },
};
