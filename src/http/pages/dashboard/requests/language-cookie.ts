/** The language that a browser has chosen, or prefers. */
import type { SetCookie } from '../../../response/set-cookie.js';
import { isLanguage, type Language, preferredLanguage } from '../texts/language.js';
import type { Origin } from './origin.js';

const NAME = 'tollgate-language';
const KEPT_S = 400 * 86_400;

export function languageOf(cookies: ReadonlyMap<string, string>, acceptLanguage: string): Language {
  const chosen = cookies.get(NAME);
  return isLanguage(chosen) ? chosen : preferredLanguage(acceptLanguage);
}

export function languageCookie(language: Language, { isSecure }: Origin): SetCookie {
  return { name: NAME, value: language, maxAgeS: KEPT_S, isSecure, sameSite: 'Lax' };
}
