import { type DashboardPage, goTo, show } from '../requests/dashboard-page.js';
import { withoutSession } from '../requests/session-cookies.js';
import { showTrouble } from '../trouble/show-trouble.js';
import { SessionsPage } from './sessions-page.js';

export const sessions: DashboardPage = {
  isFor: 'signed_in',
  get(request, { people }) {
    const { signedIn, query } = request;
    return show(
      request,
      <SessionsPage
        sessions={people.sessionsOf(signedIn)}
        current={signedIn.session}
        hasNewPassword={query.has('changed')}
      />,
    );
  },
  async post(request, form, { people }) {
    const { signedIn, origin } = request;
    const isAll = form.get('act') === 'end_all';
    const outcome = await (isAll
      ? people.signOutEverywhere(signedIn)
      : people.signOut(signedIn, form.get('session') ?? ''));
    if (!outcome.ok) return showTrouble(request, 'unavailable');
    return isAll ? goTo('/sign-in', withoutSession(origin)) : goTo('/sessions');
  },
};

/** The browser forgets its session even if that cannot be ended now: nobody else has its token. */
export const signOut: DashboardPage = {
  isFor: 'everybody',
  async post({ signedIn, origin }, _form, { people }) {
    if (signedIn !== undefined) await people.signOut(signedIn);
    return goTo('/sign-in', withoutSession(origin));
  },
};
