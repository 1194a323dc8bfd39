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

/**
 * Micro-DA of an amount as the JSON text of a body says it, judged on its shortest decimal form; undefined if
 * it is to be refused.
 */
export function microDaAsked(json: string): bigint | undefined {
  const value: unknown = JSON.parse(json);
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const [, whole, part = ''] = ASKED.exec(String(value)) ?? [];
  if (whole === undefined) return undefined;
  const decimals = part.replace(/0+$/, '');
  return decimals.length > 6 ? undefined : BigInt(whole + decimals.padEnd(6, '0'));
}

const ASKED = /^(\d+)(?:\.(\d+))?$/;

/** The numbers under these names in a JSON text that are not printed as the contract prints amounts in DA. */
export function misprinted(json: string): readonly string[] {
  const wrong: string[] = [];
  for (const [text, value = ''] of json.matchAll(SHOWN)) {
    if (microDaIn(value) === undefined) wrong.push(text);
  }
  return wrong;
}

const SHOWN =
  /"(?:amount|balance|balance_after|reserved|reserved_after|total_credits|total_usage|cost|required|price_per_second)":(-?[\d.][^,}\]]*)/g;
