/** Strangers ask for an account here, if they may. The answer is the same whether the address has one. */
import { isUserName } from '../../../../actors/people/user-names.js';
import type { PageAnswer } from '../../page.js';
import { type DashboardPage, type DashboardParts, show } from '../requests/dashboard-page.js';
import type { DashboardRequest } from '../requests/dashboard-request.js';
import { SIGN_IN } from '../texts/sign-in-texts.js';
import { SIGN_UP } from '../texts/sign-up-texts.js';
import { showTrouble } from '../trouble/show-trouble.js';
import { AskPage, type AskPageProps } from './ask-page.js';
import { MessagePage } from './choose-password-page.js';
import { readPassword } from './password-fields.js';
import { insecure } from './sign-in.js';

export const signUp: DashboardPage = {
  isFor: 'everybody',
  get(request, parts) {
    if (!parts.people.signUp.isOpen) return showTrouble(request, 'notFound');
    return request.origin.maySignIn ? form(request, parts, 200, { name: '' }) : insecure(request);
  },
  async post(request, sent, parts) {
    const { signUp: asking } = parts.people;
    if (!asking.isOpen) return showTrouble(request, 'notFound');
    if (!request.origin.maySignIn) return insecure(request);
    const name = (sent.get('name') ?? '').trim();
    const { language } = request;
    const { password, trouble } = readPassword(sent);
    const addressError = isUserName(name) ? undefined : SIGN_UP.address[language];
    const passwordTrouble = asking.isByMail ? undefined : trouble;
    if (addressError !== undefined || passwordTrouble !== undefined)
      return form(request, parts, 400, { name, addressError, passwordTrouble });
    const { outcome } = asking.isByMail
      ? asking.ask(name, language, request)
      : await asking.askWithPassword(name, password, request);
    if (outcome === 'too_many') return form(request, parts, 429, { name, notice: SIGN_UP.tooMany[language] });
    if (outcome === 'unable') return form(request, parts, 503, { name, notice: SIGN_IN.busy[language] });
    return done(request, asking.isByMail);
  },
};

function form(
  request: DashboardRequest,
  { people }: DashboardParts,
  status: number,
  props: Pick<AskPageProps, 'name' | 'notice' | 'addressError' | 'passwordTrouble'>,
): PageAnswer {
  const { language } = request;
  const { isByMail } = people.signUp;
  const page = (
    <AskPage
      title={SIGN_UP.title[language]}
      lead={(isByMail ? SIGN_UP.byMail : SIGN_UP.byPassword)[language]}
      action="/sign-up"
      submit={(isByMail ? SIGN_UP.submitMail : SIGN_UP.title)[language]}
      asksPassword={!isByMail}
      {...props}
    />
  );
  return show(request, page, { status });
}

function done(request: DashboardRequest, isByMail: boolean): PageAnswer {
  const { language } = request;
  const [title, hint] = isByMail ? [SIGN_UP.sent, SIGN_UP.sentHint] : [SIGN_UP.made, SIGN_UP.madeHint];
  return show(request, <MessagePage title={title[language]} hint={hint[language]} />);
}
