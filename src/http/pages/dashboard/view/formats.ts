/** Amounts, numbers and times as each language writes them. */
import { type MicroDa, printDa } from '../../../../money/micro-da.js';
import { type Language, LOCALES, type Text } from '../texts/language.js';

const UNIT: Text = { en: 'DA', fr: 'DA', ar: 'د.ج' };

interface Formats {
  readonly amount: Intl.NumberFormat;
  readonly count: Intl.NumberFormat;
  readonly day: Intl.DateTimeFormat;
  readonly time: Intl.DateTimeFormat;
}

const DAY: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
};

const TIME: Intl.DateTimeFormatOptions = {
  ...DAY,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
};

const made = new Map<Language, Formats>();

/** Made once for each language: to make them takes longer than to render a page. */
function formatsOf(language: Language): Formats {
  const known = made.get(language);
  if (known !== undefined) return known;
  const locale = LOCALES[language];
  const formats = {
    amount: new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 6 }),
    count: new Intl.NumberFormat(locale),
    day: new Intl.DateTimeFormat(locale, DAY),
    time: new Intl.DateTimeFormat(locale, TIME),
  };
  made.set(language, formats);
  return formats;
}

/** In DA, to the micro-DA, without the unit. */
export function formatAmount(language: Language, amount: MicroDa | bigint): string {
  return formatsOf(language).amount.format(printDa(amount) as `${number}`);
}

export function unitOf(language: Language): string {
  return UNIT[language];
}

export function formatCount(language: Language, count: number): string {
  return formatsOf(language).count.format(count);
}

/** @param atS Unix seconds */
export function formatTime(language: Language, atS: number): string {
  return formatsOf(language).time.format(atS * 1_000);
}

/** @param atS Unix seconds */
export function formatDay(language: Language, atS: number): string {
  return formatsOf(language).day.format(atS * 1_000);
}

/** A text that keeps its own direction amid others, for an option of a list, which holds no elements. */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

/** A label before its value, with the colon as the language sets it. */
export function labelled(language: Language, label: string): string {
  return `${label}${language === 'fr' ? '\u00a0:' : ':'}`;
}
