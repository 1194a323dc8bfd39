import type { PageAnswer } from '../../page.js';
import { type DashboardPage, type DashboardParts, goTo, show } from '../requests/dashboard-page.js';
import type { DashboardRequest } from '../requests/dashboard-request.js';
import { localPath } from '../requests/local-path.js';
import { cookiesOf, deviceOf } from '../requests/session-cookies.js';
import { SignInPage, type SignInPageProps } from './sign-in-page.js';

const TROUBLE = { wrong: 'wrong', too_many_guesses: 'tooMany', unable: 'busy' } as const;
const STATUS = { wrong: 401, tooMany: 429, busy: 503, insecure: 403 } as const;

export const signIn: DashboardPage = {
  isFor: 'everybody',
  get(request, { people }) {
    const { query, signedIn, origin } = request;
    const next = localPath(query.get('next'));
    if (signedIn !== undefined) return goTo(next || '/');
    if (!origin.maySignIn) return insecure(request);
    return answer(request, people, { name: '', next, isFormLost: query.has('lost') });
  },
  async post(request, form, { people }) {
    const name = (form.get('name') ?? '').trim();
    const next = localPath(form.get('next'));
    if (!request.origin.maySignIn) return insecure(request);
    const password = form.get('password') ?? '';
    const tried = await people.signIn({ name, password, device: deviceOf(request) }, request);
    if (tried.outcome !== 'signed_in')
      return answer(
        request,
        people,
        { name, next, trouble: TROUBLE[tried.outcome] },
        tried.outcome === 'too_many_guesses' ? tried.retryAfterMs : undefined,
      );
    return goTo(next || '/', cookiesOf(tried, request.origin));
  },
};

/** The answer over a connection that others may read: no password is asked for. */
export function insecure(request: DashboardRequest): PageAnswer {
  return page(request, { name: '', next: '', trouble: 'insecure', isMailed: false, maySignUp: false });
}

function answer(
  request: DashboardRequest,
  { forgotten, signUp }: DashboardParts['people'],
  props: Pick<SignInPageProps, 'name' | 'next' | 'isFormLost' | 'trouble'>,
  retryAfterMs?: number,
): PageAnswer {
  return page(request, { ...props, isMailed: forgotten.isByMail, maySignUp: signUp.isOpen }, retryAfterMs);
}

function page(request: DashboardRequest, props: SignInPageProps, retryAfterMs?: number): PageAnswer {
  const { trouble } = props;
  const status = trouble === undefined ? 200 : STATUS[trouble];
  return show(request, <SignInPage {...props} />, { status, retryAfterMs });
}
