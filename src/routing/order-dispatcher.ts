/**
 * Between orders and the payment service: carries out the effects of orders, and brings the reports of the
 * service back to them, each until its order has taken it.
 *
 * Invariants
 *  1. A call leaves the dispatcher only as the effect of a turn that is on disk.
 *  2. An order is paid at the service that it was made for, in its mode, and no other one is asked for it.
 *  3. Each start tells of the orders that are set aside: a process may end between the commit and its word.
 */
import { takeUp } from '../actors/across-accounts/take-up.js';
import type { NodeEffect } from '../actors/effects.js';
import type { OrderEffect, PaymentService, SetAside } from '../actors/orders/effects.js';
import type { OrderBehavior, OrderMessage, OrderReply, OrderState } from '../actors/orders/order-messages.js';
import { type OpenOrderRecord, readOrder } from '../actors/orders/order-records.js';
import type { PartitionOf } from '../actors/partition.js';
import type { ActorSystem } from '../actors/runtime/system.js';
import { ID_PREFIXES } from '../actors/storage/ids.js';
import type { Limits } from '../limits/limits.js';
import type { PaymentCalls } from '../payments/payment-calls.js';
import type { PaymentReport } from '../payments/payment-report.js';
import type { World } from '../time/world.js';
import { ActorMail } from './actor-mail.js';

export interface OrderDispatcherOptions {
  readonly world: World;
  readonly system: ActorSystem<NodeEffect>;
  /** The usual ones if left out. */
  readonly limits?: Limits;
  readonly partitionOf: PartitionOf;
  readonly order: OrderBehavior;
  readonly calls: PaymentCalls;
  /** The gateway's own addresses for an order, in full. */
  readonly addressesOf: (orderId: string) => { readonly returnUrl: string; readonly noticeUrl: string };
  /** Told of each finding that was not believed. Must not throw. */
  readonly onSetAside: (finding: SetAside) => void;
}

/** The part of the dispatcher that those who meet people and notices know. */
export interface OrderDesk {
  /** The payment service that new orders are made for; undefined if none is configured. */
  readonly service: PaymentService | undefined;
  /** Has the order looked at, if there is one: the person says that there is news. */
  notice(orderId: string): void;
  /**
   * Has an order looked at if the payment service itself sent these bytes.
   *
   * @param orderId undefined if the notice is of no order
   * @returns whether the service sent them
   */
  takeNotice(orderId: string | undefined, body: Uint8Array, signature: string): boolean;
}

export class OrderDispatcher implements OrderDesk {
  readonly #options: OrderDispatcherOptions;
  readonly #mail: ActorMail<OrderState, OrderMessage, OrderReply>;

  constructor(options: OrderDispatcherOptions) {
    this.#options = options;
    this.#mail = new ActorMail(options, options.order);
  }

  get service(): PaymentService | undefined {
    return this.#options.calls.service;
  }

  perform(effect: OrderEffect): void {
    const { calls, addressesOf, onSetAside } = this.#options;
    if (effect.type === 'set_aside') {
      onSetAside(effect);
      return;
    }
    const { orderId } = effect;
    if (!this.#isServed(effect.service)) {
      const message = 'the payment service of this order is not configured';
      if (effect.type === 'create_checkout')
        this.report(orderId, { about: 'create', outcome: 'failed', message });
      return;
    }
    if (effect.type === 'look_at_checkout') calls.look(orderId, effect.checkoutId);
    else if (effect.type === 'send_notices') this.#sendNotices(orderId);
    else calls.create({ orderId, amount: effect.amountDa, ...addressesOf(orderId) });
  }

  /**
   * Wakes the orders of the runs before that had a call for a checkout under way, some at a time, and tells
   * of those that are set aside. All others go on by their reminders. To be called once, at start.
   *
   * @param before an id that every order of this run is later than
   */
  resume(before: string): void {
    takeUp(this.#options, 'open_orders', { after: ID_PREFIXES.order, before }, ({ key, value }) => {
      const { resume } = JSON.parse(value) as OpenOrderRecord;
      if (resume) this.#mail.deliver(key, { type: 'resume' });
    });
    const { system, onSetAside } = this.#options;
    takeUp(this.#options, 'set_aside_orders', { after: ID_PREFIXES.order, before }, ({ key }) => {
      const mismatch = readOrder(key, system.records)?.machine.context.mismatch;
      if (mismatch) onSetAside({ type: 'set_aside', orderId: key, mismatch });
    });
  }

  /** Brings a report of `PaymentCalls` to its order. */
  report(orderId: string, report: PaymentReport): void {
    this.#mail.deliver(orderId, { type: 'report', report });
  }

  takeNotice(orderId: string | undefined, body: Uint8Array, signature: string): boolean {
    if (!this.#options.calls.isGenuine(body, signature)) return false;
    if (orderId !== undefined) this.notice(orderId);
    return true;
  }

  notice(orderId: string): void {
    const { system, order } = this.#options;
    system.ask(order, orderId, { type: 'notice' });
  }

  /** They come in as those of a service outside do. */
  #sendNotices(orderId: string): void {
    const { calls, world } = this.#options;
    for (const { afterMs, body, signature } of calls.noticesOf(orderId))
      world.after(afterMs, () => void this.takeNotice(orderId, body, signature));
  }

  #isServed({ kind, isLive }: PaymentService): boolean {
    const { service } = this;
    return service?.kind === kind && service.isLive === isLive;
  }
}
