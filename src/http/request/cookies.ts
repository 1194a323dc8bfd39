/** The Cookie field (RFC 6265, 4.2). */

const PAIR = /^[ \t]*([!#$%&'*+.^_`|~\w-]+)=("?)([!#-+\--:<-[\]-~]*)\2[ \t]*$/;

/**
 * Cookies by name; of one sent twice the first counts, which is the one of the narrower path. Broken ones are
 * ignored.
 */
export function readCookies(field: string): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of field.split(';')) {
    const [, name, , value] = PAIR.exec(pair) ?? [];
    if (name !== undefined && value !== undefined && !cookies.has(name)) cookies.set(name, value);
  }
  return cookies;
}
