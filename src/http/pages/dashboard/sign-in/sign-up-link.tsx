/** The link that a stranger is mailed: looking at it changes nothing, its form opens the account. */
import type { PageAnswer } from '../../page.js';
import { type DashboardPage, goTo, show } from '../requests/dashboard-page.js';
import type { DashboardRequest } from '../requests/dashboard-request.js';
import { cookiesOf } from '../requests/session-cookies.js';
import { INVITATION } from '../texts/sign-in-texts.js';
import { SIGN_UP } from '../texts/sign-up-texts.js';
import { showTrouble } from '../trouble/show-trouble.js';
import { ChoosePasswordPage, MessagePage, type PasswordTrouble } from './choose-password-page.js';
import { readPassword } from './password-fields.js';
import { insecure } from './sign-in.js';

export const signUpLink: DashboardPage = {
  isFor: 'everybody',
  get(request, { people }) {
    if (!request.origin.maySignIn) return insecure(request);
    const name = people.signUp.nameOf(request.rest);
    return name === undefined ? over(request) : form(request, name);
  },
  async post(request, sent, { people }) {
    if (!request.origin.maySignIn) return insecure(request);
    const name = people.signUp.nameOf(request.rest);
    if (name === undefined) return over(request);
    const { password, trouble } = readPassword(sent);
    if (trouble !== undefined) return form(request, name, trouble);
    const tried = await people.signUp.accept(request.rest, password, request);
    if (tried.outcome === 'signed_in') return goTo('/', cookiesOf(tried, request.origin));
    return tried.outcome === 'unable' ? showTrouble(request, 'unavailable') : over(request);
  },
};

function form(request: DashboardRequest, name: string, trouble?: PasswordTrouble): PageAnswer {
  const { language, rest } = request;
  const page = (
    <ChoosePasswordPage
      title={SIGN_UP.title[language]}
      lead={INVITATION.lead[language]}
      action={`/sign-up/${rest}`}
      name={name}
      trouble={trouble}
    />
  );
  return show(request, page, { status: trouble === undefined ? 200 : 400 });
}

function over(request: DashboardRequest): PageAnswer {
  const { language } = request;
  const page = <MessagePage title={SIGN_UP.over[language]} hint={SIGN_UP.overHint[language]} />;
  return show(request, page, { status: 410 });
}
