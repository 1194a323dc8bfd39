import { mayManage } from '../../../../actors/people/rights.js';
import { type DashboardPage, show } from '../requests/dashboard-page.js';
import { usableKeys } from '../requests/usable-keys.js';
import { ChatPage } from './chat-page.js';

export const showChat: DashboardPage = {
  isFor: 'signed_in',
  get(request, { deps }) {
    const { signedIn, baseUrl } = request;
    return show(
      request,
      <ChatPage
        user={signedIn.user}
        models={deps.textCatalogue.list()}
        keys={usableKeys(signedIn, deps)}
        mayCreateKeys={mayManage(signedIn, signedIn.account)}
        baseUrl={baseUrl}
      />,
    );
  },
};
