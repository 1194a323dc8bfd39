/** The fields of a form by which a person chooses a password. */
import { isPassword } from '../../../../people/password-check.js';
import type { PasswordTrouble } from './choose-password-page.js';

export function readPassword(form: URLSearchParams): {
  readonly password: string;
  readonly trouble: PasswordTrouble;
} {
  const password = form.get('password') ?? '';
  if (!isPassword(password)) return { password, trouble: 'length' };
  return { password, trouble: password === (form.get('again') ?? '') ? undefined : 'differs' };
}
