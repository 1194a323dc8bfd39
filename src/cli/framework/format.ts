/** How amounts, times and texts are printed. `--json` prints the answers of the API instead. */
import { digitGroups } from '../../metrics/digit-groups.js';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** Characters that move a cursor, ring, or turn the direction of text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a terminal
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text from outside on one line, as a terminal may show it. */
export function safe(text: string): string {
  return text.replace(UNSAFE, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

/** Up to the first full stop, semicolon or colon, and without it. */
export function firstSentence(text: string): string {
  return text.replace(/[.;:](\s.*)?$/s, '');
}

/** `12,345.5`: an amount in DA as the API's number, without the unit. */
export function da(amount: number): string {
  const [whole = '0', fraction] = String(amount).split('.');
  const grouped = digitGroups(whole);
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

export function count(number: number): string {
  return digitGroups(number);
}

/** `2026-11-21 14:02:11`, UTC. */
export function time(unixSeconds: number): string {
  return new Date(unixSeconds * 1_000).toISOString().slice(0, 19).replace('T', ' ');
}

/** `4 min 10 s`: the two largest units. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < MINUTE_S) return `${whole} s`;
  if (whole < HOUR_S) return `${Math.floor(whole / MINUTE_S)} min ${whole % MINUTE_S} s`;
  if (whole < DAY_S) return `${Math.floor(whole / HOUR_S)} h ${Math.floor((whole % HOUR_S) / MINUTE_S)} min`;
  return `${Math.floor(whole / DAY_S)} d ${Math.floor((whole % DAY_S) / HOUR_S)} h`;
}

/** `2026-11-21 14:02:11 UTC, 4 min 10 s ago`, or `…, in 4 min 10 s`. */
export function timeFromNow(unixSeconds: number, nowMs: number): string {
  const ago = nowMs / 1_000 - unixSeconds;
  const distance = ago >= 0 ? `${duration(ago)} ago` : `in ${duration(-ago)}`;
  return `${time(unixSeconds)} UTC, ${distance}`;
}
