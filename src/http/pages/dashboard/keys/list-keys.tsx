import { listAllKeys } from '../../../../actors/across-accounts/operator-lists.js';
import { listAccountKeys } from '../../../../actors/keys/key-lists.js';
import { mayManage } from '../../../../actors/people/rights.js';
import { API_KEY_ID } from '../../../schemas/identifiers.js';
import { type DashboardPage, show } from '../requests/dashboard-page.js';
import { KeysPage } from './keys-page.js';

const PAGE_LENGTH = 25;

/** An operator's list has the keys of every account. */
export const listKeys: DashboardPage = {
  isFor: 'signed_in',
  get(request, { deps }) {
    const { role, account } = request.signedIn;
    const sent = request.query.get('after');
    const after = sent !== null && API_KEY_ID.test(sent) ? sent : undefined;
    const unreadable = (error: unknown) => deps.system.reportDefect('record', error);
    const wanted = { limit: PAGE_LENGTH, after, unreadable };
    const { records } = deps.system;
    const { items, hasMore } =
      role === 'operator' ? listAllKeys(records, wanted) : listAccountKeys(records, account, wanted);
    return show(
      request,
      <KeysPage
        keys={items}
        mayCreate={mayManage(request.signedIn, account)}
        isFirst={after === undefined}
        next={hasMore ? items.at(-1)?.id : undefined}
      />,
    );
  },
};
