/** The words of a payment service about a checkout. */
import type { CheckoutRequest, SeenCheckout } from '../../../../src/payments/payment-provider.js';
import type { CheckoutStatus } from '../../../history/observation.js';
import type { LookMove } from '../../../history/payment-script.js';

interface ToldCheckout {
  readonly id: string;
  readonly status: CheckoutStatus;
  readonly request: CheckoutRequest;
  readonly isLive: boolean;
  /** How often it was looked at. */
  readonly looks: number;
}

const CURRENCY = 'dzd';
const [LESS, HUNDREDTHS, FEES] = [-1, 100, 50];

/** A checkout as it is told of; with a flaw, mostly as one that is paid; each look has other values. */
export function shown(
  { id, status, request, isLive, looks }: ToldCheckout,
  move: LookMove['do'],
): SeenCheckout {
  const nth = Number(/\d+$/.exec(id)?.[0]) + looks;
  const { amount } = request;
  const seen: SeenCheckout = {
    id,
    status: status === 'open' ? 'open' : status,
    statusText: status,
    amount,
    currency: CURRENCY,
    isLive,
  };
  const over = nth % 3 === 2 ? 'failed' : 'paid';
  const flawed = { ...seen, status: over, statusText: over } as const;
  const amounts = [amount + LESS, amount + 1, amount * HUNDREDTHS, amount + FEES];
  switch (move) {
    case 'stale':
      return { ...seen, status: 'open', statusText: 'open' };
    case 'checkout':
      return { ...flawed, id: `${id}-of-another` };
    case 'amount':
      return { ...flawed, amount: amounts[nth % amounts.length] ?? 0 };
    case 'currency':
      return { ...flawed, currency: nth % 2 === 0 ? 'eur' : 'usd' };
    case 'livemode':
      return { ...flawed, isLive: !isLive };
    case 'unknown_status':
      return { ...seen, status: 'unknown', statusText: 'on holiday' };
    default:
      return seen;
  }
}
