/** Makes an order out of its form. */

import type { CreateOrder, OrderReply } from '../../../../actors/orders/order-messages.js';
import { asked } from '../../../../actors/partition.js';
import type { Outcome } from '../../../../actors/runtime/behavior.js';
import type { GatewayDeps } from '../../../operation.js';

const ATTEMPTS_MAX = 40;
const WAIT_MS = 50;

/** The second of two clicks waits until the order of the first one is on disk, and is led to that. */
export async function makeOrder(message: CreateOrder, deps: GatewayDeps): Promise<Outcome<OrderReply>> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await asked(deps, deps.order, deps.ids.next('order'), message);
    const isInUse = outcome.ok && outcome.reply.outcome === 'idempotency_key_in_use';
    if (!isInUse || attempt === ATTEMPTS_MAX) return outcome;
    await new Promise<void>((resolve) => void deps.world.after(WAIT_MS, resolve));
  }
}
