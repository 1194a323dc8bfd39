/** Amounts in DA as bodies may say them, and texts that are no amounts. */
import type { Random } from '../../world/random.js';
import type { AmountText } from '../client-call.js';

/** The most that a key receives in its life, in micro-DA (contract: "Money"). */
export const LIFETIME_MICRO_DA = 1_000_000_000_000_000;

/** Signs, exponents in strings, too many decimals, too much, no numbers: refused for new keys, too. */
const NO_AMOUNTS: readonly AmountText[] = [
  '-1',
  '"-1"',
  '"+1"',
  '0.0000001',
  '"0.0000001"',
  '1.0000001',
  '"2.9999999"',
  '999999999.9999999',
  '"1e3"',
  '1e-7',
  '1e30',
  '"Infinity"',
  '1000000000.000001',
  '"1000000000.000001"',
  '"10000000000000000000000"',
  '""',
  '" 1"',
  '"1,5"',
  '"0x10"',
  'true',
  'null',
  '[1]',
  '{}',
];

export interface WrittenAmount {
  readonly amountMicroDa: number;
  readonly amountText?: AmountText;
}

/** As many digits as there may be, in one of the notations for it; seldom none. */
export function writtenAmount(random: Random): WrittenAmount {
  if (random.chance(0.15)) return { amountMicroDa: 0, amountText: random.pick(NO_AMOUNTS) };
  if (random.chance(0.15)) return { amountMicroDa: 0, amountText: withSevenDecimals(random) };
  return inWords(random, anAmount(random));
}

export function inWords(random: Random, amountMicroDa: number): WrittenAmount {
  const shortest = shortestDa(amountMicroDa);
  const zeros = '0'.repeat(random.between(1, 9));
  const longer = shortest.includes('.') ? `${shortest}${zeros}` : `${shortest}.${zeros}`;
  const amountText = random.weighted<AmountText | undefined>([
    [3, undefined],
    [3, shortest],
    [2, `"${shortest}"`],
    [1, longer],
    [2, `"${longer}"`],
    // A number with an exponent is the same number.
    [1, amountMicroDa >= 1_000_000 ? `${amountMicroDa}e-6` : shortest],
  ]);
  return amountText === undefined ? { amountMicroDa } : { amountMicroDa, amountText };
}

function withSevenDecimals(random: Random): AmountText {
  const text = `${random.below(100)}.${random.between(100_000, 999_999)}${random.between(1, 9)}`;
  return random.chance(0.75) ? text : `"${text}"`;
}

function anAmount(random: Random): number {
  return random.weighted<() => number>([
    [2, () => 1],
    [4, () => 1 + random.below(10 ** random.between(1, 9))],
    [2, () => 1 + random.below(10 ** 6) + 10 ** 6 * random.below(10 ** random.between(1, 8))],
    [1, () => 1_000_000 * random.between(1, 2_000)],
    [1, () => LIFETIME_MICRO_DA - random.pick([0, 1, 999_999])],
  ])();
}

/** In DA, without zeros that say nothing. */
function shortestDa(microDa: number): string {
  const digits = String(microDa).padStart(7, '0');
  const part = digits.slice(-6).replace(/0+$/, '');
  return part === '' ? digits.slice(0, -6) : `${digits.slice(0, -6)}.${part}`;
}
