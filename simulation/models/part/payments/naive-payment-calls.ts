/**
 * The calls to a payment service as they are promised: all that was asked for, in its order.
 *
 * A call waits while others of its order are under way, or as many as may be. An order has one call that
 * waits; while its checkout is made, none is called for. Each that began is told of once: by its answer, when
 * its time is up, or when the service is another one.
 */
export interface PaymentCallsLimits {
  readonly callsMax: number;
  readonly waitingMax: number;
  readonly limitMs: number;
}

export type About = 'create' | 'look';

interface NaiveCall {
  readonly order: string;
  readonly about: About;
}

interface NaiveCallUnderWay extends NaiveCall {
  /** When it is given up. */
  readonly endsAt: number;
}

export class NaivePaymentCalls {
  readonly #limits: PaymentCallsLimits;
  #waiting: readonly NaiveCall[] = [];
  underWay: readonly NaiveCallUnderWay[] = [];
  readonly counts = { create: 0, look: 0, failed: 0, dropped: 0 };
  /** Undefined if there is none. */
  #service: string | undefined;
  #isClosed = false;
  /** All that was told, since the list was emptied. */
  readonly told: string[] = [];

  constructor(limits: PaymentCallsLimits) {
    this.#limits = limits;
  }

  ask(order: string, about: About, now: number): void {
    const waits = this.#waiting.some((one) => one.order === order);
    const isUnderWay = this.underWay.some((one) => one.order === order);
    if (this.#isClosed || waits || (about === 'create' && isUnderWay)) return;
    if (this.#waiting.length >= this.#limits.waitingMax) this.counts.dropped += 1;
    else this.#waiting = [...this.#waiting, { order, about }];
    this.#begin(now);
  }

  /** @param outcome that its answer tells */
  end(call: NaiveCall, outcome: string, now: number): void {
    this.underWay = this.underWay.filter((one) => one !== call);
    if (outcome === 'failed') this.counts.failed += 1;
    this.told.push(`${call.about} ${call.order} ${outcome}`);
    this.#begin(now);
  }

  configure(service: string | undefined, now: number): void {
    const isAnother = service !== this.#service;
    this.#service = service;
    if (!isAnother) return;
    this.#waiting = [];
    for (const call of this.underWay) this.end(call, 'failed', now);
  }

  close(): void {
    this.#isClosed = true;
    this.#waiting = [];
    this.underWay = [];
  }

  /** The calls whose time is up by now, and those of a service that is not there, have failed. */
  pass(now: number): void {
    for (;;) {
      const [next] = this.underWay.toSorted((a, b) => a.endsAt - b.endsAt);
      if (next === undefined) return;
      if (this.#service === undefined) this.end(next, 'failed', now);
      else if (next.endsAt <= now) this.end(next, 'failed', next.endsAt);
      else return;
    }
  }

  #begin(now: number): void {
    for (const call of this.#waiting) {
      if (this.underWay.length >= this.#limits.callsMax) return;
      if (this.underWay.some(({ order }) => order === call.order)) continue;
      this.#waiting = this.#waiting.filter((one) => one !== call);
      this.underWay = [...this.underWay, { ...call, endsAt: now + this.#limits.limitMs }];
      this.counts[call.about] += 1;
    }
  }
}
