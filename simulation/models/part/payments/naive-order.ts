/**
 * The life of an order as it is promised.
 *
 * A checkout is called for until there is one, or the service refuses, or the order's hour is over. Then the
 * order waits for its payment, and is looked at now and then, and at its hour. If it is over without a
 * payment, it is looked at each day of a week. Then it gives back its room. It is paid once its checkout was.
 */
import type { OrderEventType } from '../../../../src/machines/order-events.js';

type Status = 'made' | 'awaiting_payment' | 'failed' | 'canceled' | 'expired' | 'paid';

const DAILY_LOOKS = 7;
const ENDS: Partial<Record<OrderEventType, Status>> = {
  FAILED: 'failed',
  CANCELED: 'canceled',
  EXPIRED: 'expired',
};

export class NaiveOrder {
  status: Status = 'made';
  /** Calls for its checkout. */
  attempt = 1;
  dailyLooks = 0;
  hasCheckout = false;
  hasRefusal = false;
  /** The last thing that was found, and is not believed. */
  finding: string | undefined;
  /** Whether its room was given back. */
  isClosed = false;

  /** @returns what is to be done about it */
  meet(event: OrderEventType, finding: string): readonly string[] {
    switch (this.status) {
      case 'paid':
        return [];
      case 'made':
        return this.#calledFor(event);
      case 'awaiting_payment':
        return this.#found(event, finding) ?? this.#awaited(event);
      default:
        return this.#found(event, finding) ?? this.#watched(event);
    }
  }

  #calledFor(event: OrderEventType): readonly string[] {
    switch (event) {
      case 'CHECKOUT_CREATED':
        this.status = 'awaiting_payment';
        this.hasCheckout = true;
        return ['lookSoon'];
      case 'CHECKOUT_REFUSED':
        this.hasRefusal = true;
        return this.#close('failed');
      case 'CHECKOUT_NOT_CREATED':
        this.attempt += 1;
        return ['createLater'];
      case 'CALL_DUE':
      case 'RESUMED':
        return ['createCheckout'];
      case 'DEADLINE':
        return this.#close('expired');
      default:
        return event === 'VOIDED' ? this.#close('canceled') : [];
    }
  }

  /** Told of once for each kind in a row; whatever it is, the payment of a checkout counts. */
  #found(event: OrderEventType, finding: string): readonly string[] | undefined {
    if (event === 'PAID' && this.hasCheckout) {
      this.status = 'paid';
      this.finding = undefined;
      return ['credit'];
    }
    if (event === 'NOTICED') return this.hasCheckout ? ['look'] : [];
    if (event !== 'MISMATCHED') return undefined;
    if (this.finding === finding) return [];
    this.finding = finding;
    return ['setAside'];
  }

  #awaited(event: OrderEventType): readonly string[] {
    if (event === 'CALL_DUE') return ['look', 'lookSoon'];
    if (event === 'VOIDED') return this.#close('canceled');
    const end = event === 'DEADLINE' ? 'expired' : ENDS[event];
    if (end === undefined) return [];
    this.status = end;
    return event === 'DEADLINE' ? ['look', 'lookTomorrow'] : ['lookTomorrow'];
  }

  #watched(event: OrderEventType): readonly string[] {
    if (this.isClosed) return [];
    if (event === 'VOIDED') return this.#close(this.status);
    if (event !== 'CALL_DUE') return [];
    if (this.dailyLooks === DAILY_LOOKS) return this.#close(this.status);
    this.dailyLooks += 1;
    return ['look', 'lookTomorrow'];
  }

  #close(status: Status): readonly string[] {
    this.status = status;
    this.isClosed = true;
    return ['giveBackRoom'];
  }
}
