/** The meaning of what the payment service says, as words; and the signature of its notices. */
import { createHmac } from 'node:crypto';
import type { CreateAnswer, LookAnswer } from '../../../../src/payments/payment-provider.js';
import { SERVICE_KEY } from '../../../history/provider-kinds.js';

/** Of an answer that says nothing of the order. */
export const LATER_MEANS = 'asked again';

export function meaningOf(answer: CreateAnswer | LookAnswer): string {
  switch (answer.outcome) {
    case 'created':
      return `created, ${answer.checkout.id} at ${answer.checkout.url}`;
    case 'seen': {
      const { id, status, amount, currency, isLive } = answer.checkout;
      return `${status}, ${id} of ${amount} ${currency}, ${isLive ? 'live' : 'not live'}`;
    }
    case 'refused':
      return `refused, ${answer.message}`;
    case 'unknown':
      return 'no such checkout';
  }
}

export function signatureOf(body: string, secret = SERVICE_KEY): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}
