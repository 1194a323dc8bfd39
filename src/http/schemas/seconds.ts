/**
 * Lengths of video: seconds towards clients, whole milliseconds inside.
 *
 * A length is judged on its shortest decimal form, as an amount of money is, so `0.1` is exactly 100 ms and no
 * floating-point product decides anything.
 */
import * as z from 'zod';

const DECIMAL = /^(\d+)(?:\.(\d+))?$/;

/**
 * A longer one is cut to this: it is far outside every model's bounds, and says so after the checks that
 * come before the bounds.
 */
const LENGTH_MAX_MS = Number.MAX_SAFE_INTEGER;
const WHOLE_DIGITS_MAX = 12;

const WANTED =
  'seconds must be a number above 0 with at most three decimals, or a string like one: 8, 7.5 or "8".';

/** Milliseconds of a length as a client sends it; undefined where it is none. */
export function parseSeconds(value: unknown): number | undefined {
  if (typeof value === 'number' && value >= 10 ** WHOLE_DIGITS_MAX) {
    return Number.isFinite(value) ? LENGTH_MAX_MS : undefined;
  }
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const match = DECIMAL.exec(String(value));
  if (match === null) return undefined;
  const whole = (match[1] ?? '').replace(/^0+/, '');
  const fraction = (match[2] ?? '').replace(/0+$/, '');
  if (fraction.length > 3) return undefined;
  if (whole.length > WHOLE_DIGITS_MAX) return LENGTH_MAX_MS;
  const lengthMs = Number(`${whole}${fraction.padEnd(3, '0')}`);
  return lengthMs > 0 ? lengthMs : undefined;
}

/** A JSON number: a whole number of ms over a thousand prints as its three decimals, without exponent. */
export function printSeconds(lengthMs: number): string {
  return String(lengthMs / 1000);
}

/** Milliseconds out of seconds. */
export const SECONDS = z
  .union([z.number().meta({ exclusiveMinimum: 0 }), z.string().regex(DECIMAL, WANTED)], { error: WANTED })
  .transform((value, context): number => {
    const lengthMs = parseSeconds(value);
    if (lengthMs !== undefined) return lengthMs;
    context.addIssue(WANTED);
    return z.NEVER;
  })
  .meta({
    description:
      "Length of the video in seconds, with at most three decimals, within the model's bounds; left out, the model's default.",
  });
