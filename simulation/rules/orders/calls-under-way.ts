/** The calls to the payment service: each with its order and its checkout, and whether there are too many. */
import type { NodeSetup } from '../../history/node-history.js';
import type { Observation } from '../../history/observation.js';
import { type AskedCheckout, CALL_LIMIT_MS } from '../facts/payment-findings.js';

export interface KnownCall {
  readonly order: string;
  readonly checkout: string;
  /** Undefined if it is for a checkout. */
  readonly known: AskedCheckout | undefined;
  readonly at: number;
}

export class CallsUnderWay {
  /** Until then calls may have to wait for others. */
  crowdedUntil = Number.NEGATIVE_INFINITY;
  readonly #checkouts = new Map<string, AskedCheckout & { readonly order: string }>();
  readonly #calls = new Map<number, KnownCall>();
  readonly #open = new Map<number, number>();
  /** So many are made at a time; others wait. */
  readonly #atATime: number;

  constructor({ limits }: NodeSetup) {
    this.#atATime = limits?.paymentCalls ?? 16;
  }

  /** Undefined if the call is about a checkout that nobody made. */
  of(call: number): KnownCall | undefined {
    return this.#calls.get(call);
  }

  observe(seen: Observation): void {
    switch (seen.what) {
      case 'checkout_made':
        this.#checkouts.set(seen.checkout, seen);
        return;
      case 'payment_called': {
        const { call, checkout, at } = seen;
        const made = this.#checkouts.get(checkout);
        const order = seen.kind === 'create' ? seen.order : made?.order;
        if (order !== undefined) this.#calls.set(call, { order, checkout, known: made, at });
        this.#open.set(call, at);
        for (const [other, since] of this.#open) if (at - since > CALL_LIMIT_MS) this.#open.delete(other);
        if (this.#open.size >= this.#atATime) this.crowdedUntil = at + CALL_LIMIT_MS;
        return;
      }
      case 'payment_answered':
        this.#open.delete(seen.call);
        return;
      case 'crashed':
      case 'stopped':
        this.#open.clear();
    }
  }
}
