/** An invitation: looking at it uses nothing up, for link scanners look at it, too. Its form does. */
import { isPassword } from '../../../../people/password-check.js';
import type { PageAnswer } from '../../page.js';
import { type DashboardPage, goTo, show } from '../requests/dashboard-page.js';
import type { DashboardRequest } from '../requests/dashboard-request.js';
import { cookiesOf } from '../requests/session-cookies.js';
import { showTrouble } from '../trouble/show-trouble.js';
import { InvitationOverPage, InvitationPage, type InvitationPageProps } from './invitation-page.js';
import { insecure } from './sign-in.js';

export const invitation: DashboardPage = {
  isFor: 'everybody',
  get(request, { people }) {
    if (!request.origin.maySignIn) return insecure(request);
    const invited = people.invitationOf(request.rest);
    return invited === undefined ? over(request) : form(request, invited.name);
  },
  async post(request, sent, { people }) {
    if (!request.origin.maySignIn) return insecure(request);
    const token = request.rest;
    const invited = people.invitationOf(token);
    if (invited === undefined) return over(request);
    const password = sent.get('password') ?? '';
    const trouble = troubleOf(password, sent.get('again') ?? '');
    if (trouble !== undefined) return form(request, invited.name, trouble);
    const tried = await people.acceptInvitation(token, password, request);
    if (tried.outcome === 'signed_in') return goTo('/', cookiesOf(tried, request.origin));
    return tried.outcome === 'unable' ? showTrouble(request, 'unavailable') : over(request);
  },
};

function troubleOf(password: string, again: string): InvitationPageProps['trouble'] {
  if (!isPassword(password)) return 'length';
  return password === again ? undefined : 'differs';
}

function form(request: DashboardRequest, name: string, trouble?: InvitationPageProps['trouble']): PageAnswer {
  return show(request, <InvitationPage token={request.rest} name={name} trouble={trouble} />, {
    status: trouble === undefined ? 200 : 400,
    hasSecretAddress: true,
  });
}

function over(request: DashboardRequest): PageAnswer {
  return show(request, <InvitationOverPage />, { status: 410, hasSecretAddress: true });
}
