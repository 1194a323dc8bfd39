/** Seeds orders that were paid at the simulated payment service: each is credited to its key. */
import { BY_THE_NODE } from '../../src/actors/audit/audit-trail.js';
import type { OrderMessage, OrderReply } from '../../src/actors/orders/order-messages.js';
import type { IdMaker } from '../../src/actors/storage/ids.js';
import { microDa } from '../../src/money/micro-da.js';
import type { Actors } from '../../src/node/assembly/actors.js';
import type { SeedingHost } from './seeding-host.js';

const AMOUNT_DA = 100;
const SERVICE = { kind: 'simulated', isLive: false } as const;
/** An order is made, has its checkout and is paid. */
export const TURNS_PER_ORDER = 3;

export interface OrdersOfKey {
  readonly account: string;
  readonly key: string;
  readonly count: number;
}

export async function seedOrders(
  { host, actors, ids, pass }: OrderSeeding,
  { account, key, count }: OrdersOfKey,
): Promise<void> {
  for (let n = 0; n < count; n++) {
    const id = ids.next('order');
    const checkoutId = `seeded-${id}`;
    const tell = (message: OrderMessage): OrderReply => {
      pass();
      return host.ask(actors.order, id, message);
    };
    tell({
      type: 'create',
      account,
      key,
      amount: microDa(AMOUNT_DA * 1_000_000),
      service: SERVICE,
      by: BY_THE_NODE,
      idempotency: undefined,
    });
    const checkout = { id: checkoutId, url: `/card/${id}` };
    tell({ type: 'report', report: { about: 'create', outcome: 'created', checkout } });
    const seen = { id: checkoutId, status: 'paid', statusText: 'paid', amount: AMOUNT_DA, currency: 'dzd' };
    const reply = tell({
      type: 'report',
      report: { about: 'look', outcome: 'seen', checkout: { ...seen, status: 'paid', isLive: false } },
    });
    if (reply.outcome !== 'order' || reply.order.status !== 'paid')
      throw new Error(`an order was answered ${reply.outcome}`);
    await host.commitSome();
  }
}

export interface OrderSeeding {
  readonly host: SeedingHost;
  readonly actors: Actors;
  readonly ids: IdMaker;
  /** Lets the time of a turn pass. */
  readonly pass: () => void;
}
