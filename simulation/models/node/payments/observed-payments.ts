/**
 * The payment service as a simulated process reaches it: every call and answer is observed, and ends with the
 * process.
 */
import type { CreateAnswer, LookAnswer, PaymentProvider } from '../../../../src/payments/payment-provider.js';
import type { PaymentAnswered, PaymentCalled } from '../../../history/observation.js';
import type { Configured } from '../../../history/texts/text-observation.js';

type Heard = PaymentAnswered['answer'];
type About = Omit<PaymentCalled, 'what' | 'call'>;

export interface PaymentWatch {
  /** Whether the process that calls is still there. */
  readonly isAlive: () => boolean;
  /** May end the process before or after a call. */
  readonly host: {
    occasion(side: 'before' | 'after', on: 'provider_call'): void;
    nextCall(): number;
  };
  /** That it was made for. */
  readonly reading: Configured;
  see(seen: PaymentCalled | PaymentAnswered): void;
}

export function observedPayments(provider: PaymentProvider, watch: PaymentWatch): PaymentProvider {
  /** The way of a call, from leaving to answer. A process that has ended hears no more. */
  function call<Answer>(
    about: About,
    reach: () => Promise<Answer>,
    read: (answer: Answer) => Heard,
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (watch.isAlive()) watch.host.occasion('before', 'provider_call');
      if (!watch.isAlive()) return;
      const number = watch.host.nextCall();
      watch.see({ what: 'payment_called', call: number, ...about, ...watch.reading });
      const reached = reach();
      watch.host.occasion('after', 'provider_call');
      reached.then(
        (answer) => {
          if (!watch.isAlive()) return;
          watch.see({ what: 'payment_answered', call: number, answer: read(answer) });
          resolve(answer);
        },
        (error: unknown) => {
          if (!watch.isAlive()) return;
          watch.see({ what: 'payment_answered', call: number, answer: { kind: 'error' } });
          reject(error);
        },
      );
    });
  }

  return {
    ...provider,
    createCheckout: (request, signal) =>
      call(
        { kind: 'create', order: request.orderId, checkout: '' },
        () => provider.createCheckout(request, signal),
        heardCreate,
      ),
    look: (checkout, signal) =>
      call({ kind: 'look', order: '', checkout }, () => provider.look(checkout, signal), heardLook),
  };
}

function heardCreate(answer: CreateAnswer): Heard {
  return answer.outcome === 'created'
    ? { kind: 'created', checkout: answer.checkout.id }
    : { kind: 'refused', message: answer.message };
}

function heardLook(answer: LookAnswer): Heard {
  if (answer.outcome === 'unknown') return { kind: 'unknown' };
  const { id, status, amount, currency, isLive } = answer.checkout;
  return { kind: 'seen', checkout: id, status, amountDa: amount, currency, isLive };
}
