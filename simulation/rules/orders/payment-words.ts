/**
 * The words of the payment service, as the node's client of it reads them. Garbage tells no plausible lie, so
 * a client that makes a state, a checkout or a refusal of it is wrong. So is one that reads a refusal in a
 * word that means "later".
 */
import type { Observation, PaymentAnswered } from '../../history/observation.js';
import type { PaymentScript } from '../../history/payment-script.js';
import { type AskedCheckout, flawOf } from '../facts/payment-findings.js';
import { bodyOf } from '../facts/requests.js';
import type { Invariant, Rule } from '../invariant.js';

interface MadeCheckout extends AskedCheckout {
  readonly order: string;
  /** Each that it has had. */
  readonly statuses: Set<string>;
}

export const PAYMENT_WORDS: Rule = {
  name: 'payment-words',
  says: 'An answer of the payment service that makes no sense, or says "later", is none: no checkout is made, refused or unknown by it, and none has a status that it never had.',
  watch: (_, report) => new PaymentWords(report),
};

class PaymentWords implements Invariant {
  readonly #report: (message: string) => void;
  readonly #checkouts = new Map<string, MadeCheckout>();
  readonly #calls = new Map<number, Extract<Observation, { readonly what: 'payment_called' }>>();
  /** By amount. */
  readonly #scripts = new Map<number, readonly (PaymentScript | undefined)[]>();
  /** Of orders whose making was answered. */
  readonly #amounts = new Map<string, number>();

  constructor(report: (message: string) => void) {
    this.#report = report;
  }

  observe(...[seen, exchange]: Parameters<Invariant['observe']>): void {
    switch (seen.what) {
      case 'sent':
        if (seen.call.op === 'order') {
          const { amountDa, script } = seen.call;
          this.#scripts.set(amountDa, [...(this.#scripts.get(amountDa) ?? []), script]);
        }
        return;
      case 'answered': {
        const call = exchange?.sent.call;
        if (call?.op === 'order' && seen.status === 201)
          this.#amounts.set(String(bodyOf(seen)?.id), call.amountDa);
        return;
      }
      case 'checkout_made':
        this.#checkouts.set(seen.checkout, { ...seen, statuses: new Set(['open']) });
        return;
      case 'checkout_ended':
        this.#checkouts.get(seen.checkout)?.statuses.add(seen.status);
        return;
      case 'payment_called':
        this.#calls.set(seen.call, seen);
        return;
      case 'payment_answered':
        this.#answered(seen);
        return;
    }
  }

  #answered({ call, answer }: PaymentAnswered): void {
    const called = this.#calls.get(call);
    this.#calls.delete(call);
    if (called === undefined) return;
    const { order, checkout } = called;
    if (answer.kind === 'created' && this.#checkouts.get(answer.checkout)?.order !== order)
      this.#report(`${answer.checkout} is said to be made for ${order}, and was not`);
    if (answer.kind === 'refused' && !this.#mayBeRefused(order))
      this.#report(`a checkout is said to be refused for ${order} (${answer.message}), and none was`);
    const known = this.#checkouts.get(checkout);
    if (known === undefined) return;
    if (answer.kind === 'unknown' && !this.#mayBeUnknown(known.order))
      this.#report(`the service is said not to know ${checkout}, and it never said so`);
    if (answer.kind !== 'seen' || flawOf(answer, checkout, known) !== undefined) return;
    if (!known.statuses.has(answer.status))
      this.#report(`${checkout} is said to be ${answer.status}, and was ${[...known.statuses].join(', ')}`);
  }

  #mayBeRefused(order: string): boolean {
    return this.#scriptsOf(order).some((script) => script?.creates.some((move) => move.do === 'refuse'));
  }

  #mayBeUnknown(order: string): boolean {
    return this.#scriptsOf(order).some(
      (script) =>
        script?.atLast === 'unknown_checkout' || script?.looks.some((move) => move.do === 'unknown_checkout'),
    );
  }

  /** Of an order whose making nobody heard of the amount is out of sight. */
  #scriptsOf(order: string): readonly (PaymentScript | undefined)[] {
    const amount = this.#amounts.get(order);
    return amount === undefined ? [...this.#scripts.values()].flat() : (this.#scripts.get(amount) ?? []);
  }
}
