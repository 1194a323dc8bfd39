/**
 * An invitation, or the link for a forgotten password. Looking at it uses nothing up, for link scanners look
 * at it, too; its form does.
 */
import type { PageAnswer } from '../../page.js';
import { type DashboardPage, goTo, show } from '../requests/dashboard-page.js';
import type { DashboardRequest } from '../requests/dashboard-request.js';
import { cookiesOf } from '../requests/session-cookies.js';
import { INVITATION } from '../texts/sign-in-texts.js';
import { FORGOTTEN } from '../texts/sign-up-texts.js';
import { showTrouble } from '../trouble/show-trouble.js';
import { ChoosePasswordPage, MessagePage, type PasswordTrouble } from './choose-password-page.js';
import { readPassword } from './password-fields.js';
import { insecure } from './sign-in.js';

interface Invited {
  readonly name: string;
  readonly resets: object | undefined;
}

export const invitation: DashboardPage = {
  isFor: 'everybody',
  get(request, { people }) {
    if (!request.origin.maySignIn) return insecure(request);
    const invited = people.invitationOf(request.rest);
    return invited === undefined ? over(request) : form(request, invited);
  },
  async post(request, sent, { people }) {
    if (!request.origin.maySignIn) return insecure(request);
    const token = request.rest;
    const invited = people.invitationOf(token);
    if (invited === undefined) return over(request);
    const { password, trouble } = readPassword(sent);
    if (trouble !== undefined) return form(request, invited, trouble);
    const tried = await people.acceptInvitation(token, password, request);
    if (tried.outcome === 'signed_in') return goTo('/', cookiesOf(tried, request.origin));
    return tried.outcome === 'unable' ? showTrouble(request, 'unavailable') : over(request);
  },
};

function form(request: DashboardRequest, { name, resets }: Invited, trouble?: PasswordTrouble): PageAnswer {
  const { language, rest } = request;
  const [title, lead] =
    resets === undefined ? [INVITATION.title, INVITATION.lead] : [FORGOTTEN.title, FORGOTTEN.resetLead];
  const page = (
    <ChoosePasswordPage
      title={title[language]}
      lead={lead[language]}
      action={`/invitation/${rest}`}
      name={name}
      trouble={trouble}
    />
  );
  return show(request, page, { status: trouble === undefined ? 200 : 400 });
}

function over(request: DashboardRequest): PageAnswer {
  const { language } = request;
  const page = <MessagePage title={INVITATION.over[language]} hint={INVITATION.overHint[language]} />;
  return show(request, page, { status: 410 });
}
