/** Payment services that do as a history wants, and what they were asked. */
import { createHmac } from 'node:crypto';
import type { PaymentService } from '../../../../src/actors/orders/effects.js';
import { isSignedBy } from '../../../../src/payments/notice-signature.js';
import type {
  CheckoutRequest,
  CreateAnswer,
  LookAnswer,
  PaymentProvider,
  SeenCheckout,
} from '../../../../src/payments/payment-provider.js';

export const MAKINGS = ['makes', 'makes_the_same', 'refuses', 'fails', 'hangs'] as const;
export type Making = (typeof MAKINGS)[number];

export const SAYINGS = [
  'open',
  'paid',
  'failed',
  'canceled',
  'expired',
  'odd',
  'other_checkout',
  'other_mode',
  'other_currency',
  'other_amount',
  'not_known',
] as const;
export type Saying = (typeof SAYINGS)[number];

export const REFUSAL = 'The service does not want it.';
/** The payment page of a checkout. */
export const pageOf = (checkout: string) => `https://pay.test/${checkout}`;

interface Checkout extends Pick<SeenCheckout, 'amount' | 'isLive'> {
  readonly says: Saying;
}

const SECRET = 'The secret of the service.';

export class ScriptedBank {
  making: Making = 'makes';
  /** It answers no look. */
  isDown = false;
  readonly checkouts = new Map<string, Checkout>();
  /** All that was asked of it, or of the gateway's own desk. */
  readonly calls: string[] = [];
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The checkout that it makes for an order by now. */
  checkoutOf(order: string): string {
    return this.making === 'makes_the_same' ? 'checkout_same' : `checkout_${order}`;
  }

  turns(checkout: string, says: Saying): void {
    const known = this.checkouts.get(checkout);
    if (known !== undefined) this.checkouts.set(checkout, { ...known, says });
  }

  /** Undefined if it knows no such checkout. */
  seen(id: string): SeenCheckout | undefined {
    const { says = 'not_known', amount = 0, isLive = false } = this.checkouts.get(id) ?? {};
    if (says === 'not_known') return undefined;
    const isOdd = says === 'odd';
    return {
      id: says === 'other_checkout' ? 'checkout_other' : id,
      status: isOdd ? 'unknown' : says.startsWith('other_') ? 'paid' : (says as SeenCheckout['status']),
      statusText: says,
      amount: says === 'other_amount' ? amount + 1 : amount,
      currency: says === 'other_currency' ? 'eur' : 'dzd',
      isLive: says === 'other_mode' ? !isLive : isLive,
    };
  }

  signatureOf(body: Uint8Array): string {
    return createHmac('sha256', SECRET).update(body).digest('hex');
  }

  /** The service in a mode of it. */
  provider({ kind, isLive }: PaymentService): PaymentProvider {
    return this.listened({
      kind,
      isLive,
      createCheckout: (request) => this.#create(request, isLive),
      look: (checkout) => this.#look(checkout),
      isGenuine: (body, signature) => isSignedBy(SECRET, body, signature),
    });
  }

  /** That service, whose calls are noted. */
  listened(provider: PaymentProvider): PaymentProvider {
    return {
      ...provider,
      createCheckout: (request, signal) => {
        this.#called('create', request.orderId, request.amount, request.returnUrl, request.noticeUrl);
        return provider.createCheckout(request, signal);
      },
      look: (checkout, signal) => {
        this.#called('look', checkout);
        return provider.look(checkout, signal);
      },
    };
  }

  async #create({ orderId, amount }: CheckoutRequest, isLive: boolean): Promise<CreateAnswer> {
    if (this.making === 'refuses') return { outcome: 'refused', message: REFUSAL };
    if (this.making === 'fails') throw new Error('the service is not there');
    if (this.making === 'hangs') return new Promise(() => {});
    const id = this.checkoutOf(orderId);
    this.make(id, amount, isLive);
    return { outcome: 'created', checkout: { id, url: pageOf(id) } };
  }

  make(id: string, amount: number, isLive: boolean): void {
    if (!this.checkouts.has(id)) this.checkouts.set(id, { amount, isLive, says: 'open' });
  }

  async #look(id: string): Promise<LookAnswer> {
    if (this.isDown) throw new Error('the service is not there');
    const checkout = this.seen(id);
    return checkout === undefined ? { outcome: 'unknown' } : { outcome: 'seen', checkout };
  }

  #called(...words: readonly (string | number)[]): void {
    this.calls.push([this.#now(), ...words].join(' '));
  }
}
