/** The words of a payment service about a checkout. */
import type { CheckoutRequest, SeenCheckout } from '../../../../src/payments/payment-provider.js';
import type { CheckoutStatus } from '../../../history/observation.js';
import type { LookMove } from '../../../history/payment-script.js';

interface ToldCheckout {
  readonly id: string;
  readonly status: CheckoutStatus;
  readonly request: CheckoutRequest;
  readonly isLive: boolean;
}

const CURRENCY = 'dzd';

/** A checkout as it is told of; with a flaw, as one that is paid. */
export function shown({ id, status, request, isLive }: ToldCheckout, move: LookMove['do']): SeenCheckout {
  const seen: SeenCheckout = {
    id,
    status: status === 'open' ? 'open' : status,
    statusText: status,
    amount: request.amount,
    currency: CURRENCY,
    isLive,
  };
  const paid = { ...seen, status: 'paid', statusText: 'paid' } as const;
  switch (move) {
    case 'stale':
      return { ...seen, status: 'open', statusText: 'open' };
    case 'checkout':
      return { ...paid, id: `${id}-of-another` };
    case 'amount':
      return { ...paid, amount: request.amount + 1 };
    case 'currency':
      return { ...paid, currency: 'eur' };
    case 'livemode':
      return { ...paid, isLive: !isLive };
    case 'unknown_status':
      return { ...seen, status: 'unknown', statusText: 'on holiday' };
    default:
      return seen;
  }
}
