/** The languages of the dashboard, and the form of its texts: one that lacks a language does not compile. */

export const LANGUAGES = ['en', 'fr', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A text, or a function that makes one of what it tells of. */
export type Text<T = string> = Readonly<Record<Language, T>>;

/** Each language by its own name. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  fr: 'Français',
  ar: 'العربية',
};

/** As spoken in Algeria: digits are the Western ones in Arabic, too. */
export const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', fr: 'fr-DZ', ar: 'ar-DZ' };

/** As the attribute `dir` of HTML has it. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}

export function isLanguage(text: string | undefined): text is Language {
  return LANGUAGES.some((language) => language === text);
}

/** No two parts of it take the same character: a range of any length is read in one go. */
const RANGE = /^\s*([a-z]{2,3})(?:-[a-z\d-]*)?\s*(?:;\s*q=([\d.]+)\s*)?$/;

/** @param acceptLanguage the Accept-Language field (RFC 9110, 12.5.4); English if it names none of ours */
export function preferredLanguage(acceptLanguage: string): Language {
  let best: Language = 'en';
  let weightOfBest = 0;
  for (const range of acceptLanguage.toLowerCase().split(',')) {
    const [, language, weight = '1'] = RANGE.exec(range) ?? [];
    if (!isLanguage(language) || !(Number(weight) > weightOfBest)) continue;
    best = language;
    weightOfBest = Number(weight);
  }
  return best;
}
