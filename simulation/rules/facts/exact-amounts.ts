/** Amounts, lengths and prices in arithmetic of their own: on decimal digits and whole numbers alone. */

const SECONDS = /^(\d+)(?:\.(\d{1,3}))?$/;

/** Whole ms of a number of seconds as a request says it; undefined if it is none with three decimals. */
export function millisecondsIn(seconds: number | string): bigint | undefined {
  const [, whole, part = ''] = SECONDS.exec(String(seconds)) ?? [];
  return whole === undefined ? undefined : BigInt(whole + part.padEnd(3, '0'));
}

/** Price of a second times a length, rounded up to a whole micro-DA. */
export function costOfLength(perSecondMicroDa: bigint, lengthMs: bigint): bigint {
  return dividedUp(perSecondMicroDa * lengthMs, 1_000n);
}

/** Prices of a million tokens times tokens, rounded up to a whole micro-DA. */
export function costOfTokens(
  prices: { readonly input: number; readonly output: number },
  tokens: { readonly prompt: number; readonly completion: number },
): bigint {
  const product =
    BigInt(prices.input) * BigInt(tokens.prompt) + BigInt(prices.output) * BigInt(tokens.completion);
  return dividedUp(product, 1_000_000n);
}

function dividedUp(dividend: bigint, divisor: bigint): bigint {
  return dividend / divisor + (dividend % divisor === 0n ? 0n : 1n);
}

/**
 * The amounts in DA that stand under `name` in a JSON text, in whole micro-DA, as the text has them: a number
 * that was parsed may be another. `undefined` for one that the contract does not print so.
 */
export function amountsUnder(name: string, json: string): readonly (bigint | undefined)[] {
  const pattern = new RegExp(`"${name}":([^,}\\]]+)`, 'g');
  return [...json.matchAll(pattern)].map(([, text = '']) => microDaIn(text));
}

const AMOUNT = /^(0|[1-9]\d*)(?:\.(\d{0,5}[1-9]))?$/;

function microDaIn(text: string): bigint | undefined {
  const [, whole, part = ''] = AMOUNT.exec(text) ?? [];
  return whole === undefined ? undefined : BigInt(whole + part.padEnd(6, '0'));
}
