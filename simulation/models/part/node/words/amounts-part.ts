/** Amounts as clients write them and are shown them, and prices, held against products that are exact. */
import {
  type MicroDa,
  parseDa,
  priceOfLength,
  priceOfTokens,
  printDa,
} from '../../../../../src/money/micro-da.js';
import type { Random } from '../../../../world/random.js';
import type { Part } from '../../part.js';
import type { Trial } from '../../trial.js';

type AmountsAct =
  | { readonly do: 'read'; readonly value: string | number }
  | { readonly do: 'print'; readonly digits: string }
  | { readonly do: 'length'; readonly price: number; readonly ms: number }
  | {
      readonly do: 'tokens';
      readonly prices: readonly [number, number];
      readonly tokens: readonly [number, number];
    };

const MOST = 10n ** 15n;
const WHOLES = [
  '0',
  '1',
  '7',
  '12',
  '999999999',
  '1000000000',
  '1000000001',
  '00',
  '',
  '10000000000000000000',
];
const FRACTIONS = [
  '',
  '.',
  '.0',
  '.1',
  '.000001',
  '.0000001',
  '.1234560',
  '.12345600',
  '.999999',
  '.9999999',
  '.50',
];
const ODD = ['-1', '+1', '1e3', ' 1', '1 ', '1,5', '0x1', 'NaN', '1.1.1', '٣', 'Infinity'];
const NUMBERS = [
  0,
  0.1,
  0.3,
  1e-6,
  1.5e-6,
  1e-7,
  1e21,
  123456.789012,
  1e9,
  1e9 + 1e-6,
  0.1 + 0.2,
  -1,
  1000000000.5,
];
const PRICES = [0, 1, 333_333, 500_000, 10 ** 9, 10 ** 15];
const COUNTS = [0, 1, 999, 1_000, 1_001, 999_999, 1_000_000, 1_000_001, 2 ** 31];

export function amountsPart(): Part<undefined, AmountsAct> {
  return {
    name: 'amounts',
    limits: () => undefined,
    act: amountsAct,
    pauseMs: () => 0,
    begin: (trial) => ({
      take(act) {
        if (act.do === 'read') read(trial, act.value);
        else if (act.do === 'print') print(trial, BigInt(act.digits));
        else if (act.do === 'length') {
          const price = priceOfLength(act.price as MicroDa, act.ms);
          roundedUp(trial, price, BigInt(act.price) * BigInt(act.ms), 1_000n);
        } else {
          const [[input, output], [prompt, completion]] = [act.prices, act.tokens];
          const prices = { input: input as MicroDa, output: output as MicroDa };
          const product = BigInt(input) * BigInt(prompt) + BigInt(output) * BigInt(completion);
          roundedUp(trial, priceOfTokens(prices, prompt, completion), product, 1_000_000n);
        }
      },
      compare() {},
    }),
  };
}

function amountsAct(random: Random): AmountsAct {
  const price = () => random.pick([...PRICES, random.below(10 ** 6)]);
  const count = () => random.pick([...COUNTS, random.below(10 ** 5)]);
  const digits = String(
    random.pick([0, 1, 9, 10, 500_000, 999_999, 10 ** 6, 10 ** 15, random.below(10 ** 9)]),
  );
  return random.weighted<() => AmountsAct>([
    [4, () => ({ do: 'read', value: random.pick(WHOLES) + random.pick(FRACTIONS) })],
    [1, () => ({ do: 'read', value: random.pick([...ODD, ...NUMBERS]) })],
    [2, () => ({ do: 'print', digits: random.chance(0.2) ? `${digits}000000000` : digits })],
    [2, () => ({ do: 'length', price: price(), ms: count() })],
    [2, () => ({ do: 'tokens', prices: [price(), price()], tokens: [count(), count()] })],
  ])();
}

/** Digits, and after a point at most six that count. */
function read(trial: Trial, value: string | number): void {
  const [whole = '', fraction = '0', ...more] = String(value).split('.');
  const isDigits = [whole, fraction].every((part) => part !== '' && [...part].every(isDigit));
  const kept = fraction.slice(0, 6).padEnd(6, '0');
  const isExact = [...fraction.slice(6)].every((digit) => digit === '0');
  const isAmount = isDigits && more.length === 0 && isExact && BigInt(whole + kept) <= MOST;
  const parsed = parseDa(value);
  const told = parsed.ok ? Number(parsed.amount) : 'none';
  trial.same('read', [value, told], [value, isAmount ? Number(BigInt(whole + kept)) : 'none']);
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}

/** A JSON number without an exponent and without zeros at its end, which is the amount again. */
function print(trial: Trial, amount: bigint): void {
  const text = printDa(amount <= MOST ? (Number(amount) as MicroDa) : amount);
  const [whole = '', fraction = ''] = text.split('.');
  if (!/^(?:0|[1-9]\d*)(?:\.\d{0,5}[1-9])?$/.test(text))
    trial.broke('printed', `${amount} is printed as ${text}`);
  else trial.same('printed', String(BigInt(whole + fraction.padEnd(6, '0'))), String(amount));
}

/** The least whole amount that is not below the product; none if no key can hold it. */
function roundedUp(trial: Trial, price: MicroDa | undefined, product: bigint, by: bigint): void {
  if (price === undefined) {
    if (product <= MOST * by) trial.broke('price', `${product} / ${by} has no price`);
    return;
  }
  const above = BigInt(price) * by - product;
  if (above < 0n || above >= by || BigInt(price) > MOST)
    trial.broke('price', `${product} / ${by} is rounded to ${price}`);
}
