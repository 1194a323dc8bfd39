/** A person's own new password. */
import { isPassword } from '../../../../people/password-check.js';
import { type DashboardPage, goTo, show } from '../requests/dashboard-page.js';
import type { SignedInRequest } from '../requests/dashboard-request.js';
import { deviceOf } from '../requests/session-cookies.js';
import { showTrouble } from '../trouble/show-trouble.js';
import { PasswordPage, type PasswordPageProps } from './password-page.js';

type Trouble = NonNullable<PasswordPageProps['trouble']>;

const STATUS: Readonly<Record<Trouble, number>> = { wrong: 400, length: 400, differs: 400, tooMany: 429 };

export const password: DashboardPage = {
  isFor: 'signed_in',
  get: (request) => show(request, <PasswordPage />),
  async post(request, form, { people }) {
    const next = form.get('next') ?? '';
    if (!isPassword(next)) return again(request, 'length');
    if (next !== form.get('again')) return again(request, 'differs');
    const tried = { password: form.get('current') ?? '', next, device: deviceOf(request) };
    const { outcome } = await people.changePassword(request.signedIn, tried, request);
    switch (outcome) {
      case 'changed':
        return goTo('/sessions?changed');
      case 'wrong':
        return again(request, 'wrong');
      case 'bad_password':
        return again(request, 'length');
      case 'too_many_guesses':
        return again(request, 'tooMany');
      case 'unable':
        return showTrouble(request, 'unavailable');
    }
  },
};

function again(request: SignedInRequest, trouble: Trouble) {
  return show(request, <PasswordPage trouble={trouble} />, { status: STATUS[trouble] });
}
