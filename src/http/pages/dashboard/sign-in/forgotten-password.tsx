/** A person who forgot the password asks for a link. The answer tells nothing about the address. */
import { isUserName } from '../../../../actors/people/user-names.js';
import type { PageAnswer } from '../../page.js';
import { type DashboardPage, show } from '../requests/dashboard-page.js';
import type { DashboardRequest } from '../requests/dashboard-request.js';
import { SIGN_IN } from '../texts/sign-in-texts.js';
import { FORGOTTEN, SIGN_UP } from '../texts/sign-up-texts.js';
import { showTrouble } from '../trouble/show-trouble.js';
import { AskPage, type AskPageProps } from './ask-page.js';
import { MessagePage } from './choose-password-page.js';
import { insecure } from './sign-in.js';

/** Without a mail server there is no such page: the sign-in page says who helps then. */
export const forgottenPassword: DashboardPage = {
  isFor: 'everybody',
  get(request, { people }) {
    if (!people.forgotten.isByMail) return showTrouble(request, 'notFound');
    return request.origin.maySignIn ? form(request, 200, { name: '' }) : insecure(request);
  },
  post(request, sent, { people }) {
    if (!people.forgotten.isByMail) return showTrouble(request, 'notFound');
    if (!request.origin.maySignIn) return insecure(request);
    const { language } = request;
    const name = (sent.get('name') ?? '').trim();
    if (!isUserName(name)) return form(request, 400, { name, addressError: SIGN_UP.address[language] });
    if (!people.forgotten.ask(name, language, request))
      return form(request, 429, { name, notice: SIGN_IN.tooMany[language] });
    const page = <MessagePage title={SIGN_UP.sent[language]} hint={FORGOTTEN.sentHint[language]} />;
    return show(request, page);
  },
};

function form(
  request: DashboardRequest,
  status: number,
  props: Pick<AskPageProps, 'name' | 'notice' | 'addressError'>,
): PageAnswer {
  const { language } = request;
  const page = (
    <AskPage
      title={FORGOTTEN.title[language]}
      lead={FORGOTTEN.lead[language]}
      action="/forgotten-password"
      submit={SIGN_UP.submitMail[language]}
      asksPassword={false}
      {...props}
    />
  );
  return show(request, page, { status });
}
