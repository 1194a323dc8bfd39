/** A person's own new password. */
import { isPassword } from '../../../../people/password-check.js';
import type { GatewayDeps } from '../../../operation.js';
import type { PageAnswer } from '../../page.js';
import { type DashboardPage, goTo, show } from '../requests/dashboard-page.js';
import type { SignedInRequest } from '../requests/dashboard-request.js';
import { deviceOf } from '../requests/session-cookies.js';
import { showTrouble } from '../trouble/show-trouble.js';
import { PasswordPage, type PasswordPageProps } from './password-page.js';

type Trouble = NonNullable<PasswordPageProps['trouble']>;

const STATUS: Readonly<Record<Trouble, number>> = { wrong: 400, length: 400, differs: 400, tooMany: 429 };

export const password: DashboardPage = {
  isFor: 'signed_in',
  get: (request, { deps }) => page(request, deps),
  async post(request, form, { people, deps }) {
    const again = (trouble: Trouble) => page(request, deps, trouble);
    const next = form.get('next') ?? '';
    if (!isPassword(next)) return again('length');
    if (next !== form.get('again')) return again('differs');
    const tried = { password: form.get('current') ?? '', next, device: deviceOf(request) };
    const { outcome } = await people.changePassword(request.signedIn, tried, request);
    switch (outcome) {
      case 'changed':
        return goTo('/sessions?changed');
      case 'wrong':
        return again('wrong');
      case 'bad_password':
        return again('length');
      case 'too_many_guesses':
        return again('tooMany');
      case 'unable':
        return showTrouble(request, 'unavailable');
    }
  },
};

function page(request: SignedInRequest, { people }: GatewayDeps, trouble?: Trouble): PageAnswer {
  const hasPassword = people.user(request.signedIn.user)?.passwordHash !== null;
  return show(request, <PasswordPage hasPassword={hasPassword} trouble={trouble} />, {
    status: trouble === undefined ? 200 : STATUS[trouble],
  });
}
