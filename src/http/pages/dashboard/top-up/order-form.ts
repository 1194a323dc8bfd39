/** The fields of the form that orders credit. */
import type { GatewaySettings } from '../../../operation.js';

/** Whole DA. */
const USUAL = [500, 1_000, 2_000, 5_000, 10_000];
/** The choice of an amount that is none of the usual ones. */
export const OTHER = 'other';

export interface OrderForm {
  /** As sent. */
  readonly key: string;
  /** A usual amount, or `OTHER`. */
  readonly choice: string;
  /** As typed beside `OTHER`. */
  readonly other: string;
}

type Bounds = Pick<GatewaySettings, 'topUpMin' | 'topUpMax'>;

/** The usual amounts that may be ordered, in whole DA. */
export function usualAmounts({ topUpMin, topUpMax }: Bounds): readonly number[] {
  return USUAL.filter((amount) => amount >= topUpMin && amount <= topUpMax);
}

export function readOrderForm(form: URLSearchParams): OrderForm {
  return {
    key: form.get('key') ?? '',
    choice: form.get('choice') ?? OTHER,
    other: (form.get('amount') ?? '').trim(),
  };
}

/** A form with this amount in it; with the first usual one if the text is none. */
export function filledForm(key: string, amount: string | null, bounds: Bounds): OrderForm {
  const usual = usualAmounts(bounds).map(String);
  if (amount !== null && /^\d{1,10}$/.test(amount))
    return usual.includes(amount)
      ? { key, choice: amount, other: '' }
      : { key, choice: OTHER, other: amount };
  return { key, choice: usual[0] ?? OTHER, other: '' };
}

/** In whole DA; undefined if it is none, or out of bounds. */
export function amountOf({ choice, other }: OrderForm, { topUpMin, topUpMax }: Bounds): number | undefined {
  const text = choice === OTHER ? other : choice;
  const amount = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  return amount >= topUpMin && amount <= topUpMax ? amount : undefined;
}
