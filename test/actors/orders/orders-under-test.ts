/** Orders of one key on a disk that fails on demand, with the payment service left to the test. */

import { BY_THE_NODE } from '../../../src/actors/audit/audit-trail.js';
import type { NodeEffect } from '../../../src/actors/effects.js';
import type {
  CreateOrder,
  OrderMessage,
  OrderReply,
  OrderState,
} from '../../../src/actors/orders/order-messages.js';
import { audit } from '../../../src/audit/records/audit.js';
import { microDa } from '../../../src/money/micro-da.js';
import type { SeenCheckout } from '../../../src/payments/payment-provider.js';
import { ACCOUNTS, ActorsUnderTest, createKey } from '../actors-under-test.js';

export const KEY = 'key_1';
export const ORDER = 'order_1';
export const AMOUNT_DA = 2_500;
export const CHECKOUT = { id: 'c-1', url: 'https://pay.example/c-1' };

const ORDER_TABLES = new Set([
  'orders',
  'account_orders',
  'open_orders',
  'set_aside_orders',
  'order_rooms',
  'reminders',
]);

export class OrdersUnderTest {
  readonly actors: ActorsUnderTest;

  private constructor(actors: ActorsUnderTest) {
    this.actors = actors;
  }

  static async open(credits = 0): Promise<OrdersUnderTest> {
    const actors = await ActorsUnderTest.open();
    await actors.toldKey(KEY, createKey(KEY, ACCOUNTS[0], credits));
    return new OrdersUnderTest(actors);
  }

  get effects(): readonly NodeEffect[] {
    return this.actors.effects;
  }

  /** The types of the effects since the last time. */
  takeEffects(): readonly NodeEffect[] {
    return this.actors.effects.splice(0);
  }

  tell(id: string, message: OrderMessage): OrderReply[] {
    const replies: OrderReply[] = [];
    const { system, order } = this.actors.actors;
    system.ask(order, id, message, (outcome) => {
      if (outcome.ok && system === this.actors.actors.system) replies.push(outcome.reply);
    });
    return replies;
  }

  async told(message: OrderMessage, id = ORDER): Promise<OrderReply | undefined> {
    const replies = this.tell(id, message);
    await this.actors.world.settle();
    return replies[0];
  }

  async make(given: Partial<CreateOrder> & { readonly id?: string } = {}): Promise<OrderReply | undefined> {
    const { id = ORDER, ...changed } = given;
    return this.told(
      {
        type: 'create',
        account: ACCOUNTS[0],
        key: KEY,
        amount: microDa(AMOUNT_DA * 1_000_000),
        service: { kind: 'chargily', isLive: true },
        by: BY_THE_NODE,
        idempotency: undefined,
        ...changed,
      },
      id,
    );
  }

  async created(): Promise<void> {
    await this.told({ type: 'report', report: { about: 'create', outcome: 'created', checkout: CHECKOUT } });
  }

  async seen(status: SeenCheckout['status'], differing: Partial<SeenCheckout> = {}): Promise<void> {
    await this.told({ type: 'report', report: seenReport(status, differing) });
  }

  view(id = ORDER): OrderState | undefined {
    const { system, order } = this.actors.actors;
    return system.view(order, id);
  }

  /** Micro-DA that the key has received. */
  get credited(): number {
    const { system, apiKey } = this.actors.actors;
    return system.view(apiKey, KEY)?.balances.credited ?? 0;
  }

  get reminders(): readonly string[] {
    return [...this.actors.store.range('reminders', {})].map(({ key }) => key);
  }

  /** As `tollgate verify` would say of orders. */
  get findings(): readonly string[] {
    const found: string[] = [];
    audit(this.actors.store, {
      report: ({ table, what }) => {
        if (ORDER_TABLES.has(table)) found.push(what);
      },
    });
    return found;
  }
}

export function seenReport(status: SeenCheckout['status'], differing: Partial<SeenCheckout> = {}) {
  const checkout: SeenCheckout = {
    id: CHECKOUT.id,
    status,
    statusText: status,
    amount: AMOUNT_DA,
    currency: 'dzd',
    isLive: true,
    ...differing,
  };
  return { about: 'look', outcome: 'seen', checkout } as const;
}
