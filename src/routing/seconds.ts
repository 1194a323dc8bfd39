/**
 * Lengths of video: seconds towards clients and in the configuration, whole milliseconds inside.
 *
 * A length is read from its shortest decimal form, as an amount of money is: `0.1` is exactly 100 ms, and no
 * floating-point product decides anything.
 */

/** A length as text. */
export const DECIMAL_SECONDS = /^(\d+)(?:\.(\d+))?$/;

/**
 * A longer one is cut to this: it is far outside every model's bounds, and says so after the checks that
 * come before the bounds.
 */
const LENGTH_MAX_MS = Number.MAX_SAFE_INTEGER;
const WHOLE_DIGITS_MAX = 12;

/** Milliseconds of a length as a client sends it; undefined if it is none. */
export function parseSeconds(value: unknown): number | undefined {
  if (typeof value === 'number' && value >= 10 ** WHOLE_DIGITS_MAX) {
    return Number.isFinite(value) ? LENGTH_MAX_MS : undefined;
  }
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const match = DECIMAL_SECONDS.exec(String(value));
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
