/** The word of a payment service about a checkout, held against the order that it is of. */
import type { PaymentAnswered } from '../../history/observation.js';

/** A checkout as it was asked for. */
export interface AskedCheckout {
  readonly amountDa: number;
  readonly isLive: boolean;
}

const CURRENCY = 'dzd';
const KNOWN_STATUSES: readonly string[] = ['open', 'paid', 'failed', 'canceled', 'expired'];
/** A call that takes so long is given up: its answer need not be heard. */
export const CALL_LIMIT_MS = 20_000;

/** The kind of finding that an answer to a look is; undefined if it goes with the order, or says nothing. */
export function flawOf(
  answer: PaymentAnswered['answer'],
  asked: string,
  known: AskedCheckout,
): string | undefined {
  if (answer.kind === 'unknown') return 'unknown_checkout';
  if (answer.kind !== 'seen') return undefined;
  if (answer.checkout !== asked) return 'checkout';
  if (answer.isLive !== known.isLive) return 'livemode';
  if (answer.currency !== CURRENCY) return 'currency';
  if (answer.amountDa !== known.amountDa) return 'amount';
  return KNOWN_STATUSES.includes(answer.status) ? undefined : 'unknown_status';
}
