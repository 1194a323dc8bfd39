/**
 * The Set-Cookie field (RFC 6265, 4.1). Cookies are for the whole of this origin and for no script: they go
 * out with `Path=/` and `HttpOnly`, and never with `Domain`.
 */

export interface SetCookie {
  readonly name: string;
  readonly value: string;
  /** Seconds; 0 removes the cookie. Left out, it lasts as long as the browser runs. */
  readonly maxAgeS?: number;
  /** Sent over encrypted connections only; a name that begins with `__Host-` needs it. */
  readonly isSecure: boolean;
  readonly sameSite: 'Lax' | 'Strict';
}

const NAME = /^[!#$%&'*+.^_`|~\w-]+$/;
const VALUE = /^[!#-+\--:<-[\]-~]*$/;

/** The field's value. Throws if a browser would not keep the cookie as it is given. */
export function printSetCookie({ name, value, maxAgeS, isSecure, sameSite }: SetCookie): string {
  if (!NAME.test(name) || !VALUE.test(value))
    throw new Error(`cookie ${name} has characters that none may have`);
  if (/^__(Host|Secure)-/i.test(name) && !isSecure) throw new Error(`cookie ${name} must be secure`);
  const age = maxAgeS === undefined ? '' : `; Max-Age=${maxAgeS}`;
  return `${name}=${value}; Path=/${age}; HttpOnly${isSecure ? '; Secure' : ''}; SameSite=${sameSite}`;
}
