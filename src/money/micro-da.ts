/**
 * Amounts of money.
 *
 * The unit is the DA; 1 DA = 1,000,000 micro-DA. Inside the program and on disk every amount is an
 * integer number of micro-DA held in a `MicroDa`; DA exists at the edge only. An amount that belongs to
 * one key is at most `KEY_CREDIT_MAX_MICRO_DA` and therefore exact as a JavaScript number; sums over
 * keys are `bigint`.
 *
 * Invariants
 *  1. A `MicroDa` is an integer from 0 to 10^15.
 *  2. No function here computes with fractions: products go through `bigint` and round up.
 */

declare const microDaBrand: unique symbol;

/** A whole number of micro-DA, 0 to 10^15. */
export type MicroDa = number & { readonly [microDaBrand]: true };

const MICRO_DA_PER_DA = 1_000_000;

/** The most that one key may receive in its life, in micro-DA (contract: 10^15). */
export const KEY_CREDIT_MAX_MICRO_DA = 1_000_000_000_000_000 as MicroDa;

export const ZERO_MICRO_DA = 0 as MicroDa;

/** Asserts invariant 1. Throws `RangeError`: an amount outside the bounds is a defect, never an outcome. */
export function microDa(amount: number): MicroDa {
  if (!Number.isSafeInteger(amount) || amount < 0 || amount > KEY_CREDIT_MAX_MICRO_DA) {
    throw new RangeError(`not an amount in micro-DA: ${amount}`);
  }
  return amount as MicroDa;
}

/**
 * The price of a length of video: `pricePerSecond × lengthMs / 1000`, rounded up to a whole micro-DA.
 *
 * @param pricePerSecondMicroDa price of one second, in micro-DA
 * @param lengthMs length in whole milliseconds, 0 or more
 * @returns the price, or undefined if it is more than a key can ever hold
 */
export function priceOfLength(pricePerSecondMicroDa: MicroDa, lengthMs: number): MicroDa | undefined {
  const product = BigInt(pricePerSecondMicroDa) * BigInt(lengthMs);
  const roundedUp = (product + 999n) / 1000n;
  return roundedUp > BigInt(KEY_CREDIT_MAX_MICRO_DA) ? undefined : (Number(roundedUp) as MicroDa);
}

/** Prices in micro-DA for a million tokens. */
export interface TokenPrices {
  readonly input: MicroDa;
  readonly output: MicroDa;
}

/**
 * The price of a text: input tokens × input price + output tokens × output price, rounded up to a whole
 * micro-DA.
 *
 * @param inputTokens a whole number, 0 or more, as is `outputTokens`
 * @returns the price, or undefined if it is more than a key can ever hold
 */
export function priceOfTokens(
  { input, output }: TokenPrices,
  inputTokens: number,
  outputTokens: number,
): MicroDa | undefined {
  const product = BigInt(input) * BigInt(inputTokens) + BigInt(output) * BigInt(outputTokens);
  const roundedUp = (product + 999_999n) / 1_000_000n;
  return roundedUp > BigInt(KEY_CREDIT_MAX_MICRO_DA) ? undefined : (Number(roundedUp) as MicroDa);
}

/**
 * Prints an amount in DA as a JSON number: no exponent, at most six decimals, no trailing zeros.
 *
 * @param amountMicroDa micro-DA; a `bigint` for sums over keys
 */
export function printDa(amountMicroDa: MicroDa | bigint): string {
  const digits = String(amountMicroDa).padStart(7, '0');
  const whole = digits.slice(0, -6);
  const fraction = digits.slice(-6).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

export type ParsedDa =
  | { readonly ok: true; readonly amount: MicroDa }
  | { readonly ok: false; readonly why: string };

const DA_DECIMAL = /^(\d+)(?:\.(\d+))?$/;

/**
 * Reads an amount in DA as a client sends it: a JSON number or a string of digits.
 *
 * It is read in its shortest decimal form (what `String(number)` prints), so `0.1` is exactly
 * 100,000 micro-DA. More than six decimals, a sign, an exponent, or more than 10^15 micro-DA are refused.
 */
export function parseDa(value: unknown): ParsedDa {
  if (typeof value !== 'number' && typeof value !== 'string') {
    return { ok: false, why: 'must be a number, or a string of digits, in DA' };
  }
  const text = String(value);
  const match = DA_DECIMAL.exec(text);
  if (match === null || text.length > 64) {
    return {
      ok: false,
      why: 'must be a decimal amount in DA with at most six decimals, without sign or exponent',
    };
  }
  const fraction = (match[2] ?? '').replace(/0+$/, '');
  if (fraction.length > 6)
    return { ok: false, why: 'must have at most six decimals (1 DA = 1,000,000 micro-DA)' };
  const amount = BigInt(match[1] ?? '0') * BigInt(MICRO_DA_PER_DA) + BigInt(fraction.padEnd(6, '0'));
  if (amount > BigInt(KEY_CREDIT_MAX_MICRO_DA)) {
    return { ok: false, why: 'must be at most 1000000000 DA' };
  }
  return { ok: true, amount: Number(amount) as MicroDa };
}
