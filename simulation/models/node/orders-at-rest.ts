/**
 * The end of a history with orders: waits until each of them is over, and then for payments that are found
 * out late.
 */
import type { Computer } from '../../world/computer.js';
import type { PaymentDesk } from './payments/payment-desk.js';
import type { SimulatedNode } from './simulated-node.js';

interface RestParts {
  readonly computer: Computer;
  readonly node: SimulatedNode;
  readonly payments: PaymentDesk;
  readonly untilUp: () => Promise<void>;
}

const DAY_MS = 86_400_000;
/** Of daily looks; nobody finds out about a later payment but by a notice. */
const WEEK_MS = 7 * DAY_MS;
/** So long the node runs on while orders are not over; then it is stopped for an hour, a few times. */
const AWAKE_FOR_ORDERS_MS = 100_000;
const ORDER_NAP_MS = 3_660_000;
const NAPS_FOR_ORDERS = 3;
/** Calls to the payment service that are due at a start have been answered by then. */
const AFTER_NAP_MS = 5_000;

export async function ordersAtRest(watchedDays: number, parts: RestParts): Promise<void> {
  const { computer, node, payments } = parts;
  const isUnrest = () => payments.isBusy || hasUnpaid(node);
  const until = computer.nowMs + AWAKE_FOR_ORDERS_MS;
  while (computer.nowMs < until && isUnrest()) await computer.world.advance(5_000);
  for (let count = 0; count < NAPS_FOR_ORDERS && isUnrest(); count++) await nap(ORDER_NAP_MS, parts);
  if (watchedDays === 0) payments.tellAgain(0);
  for (let day = 0; day < watchedDays; day++) await nap(DAY_MS, parts);
  payments.tellAgain(WEEK_MS);
  await computer.world.advance(AFTER_NAP_MS);
}

/** The node is stopped for so long, which costs nothing: a process is woken four times a second. */
async function nap(ms: number, { computer: { world }, node, untilUp }: RestParts): Promise<void> {
  node.stop();
  while (node.isRunning) await world.advance(100);
  await world.advance(ms);
  node.start();
  await untilUp();
  await world.advance(AFTER_NAP_MS);
}

/** Whether an order may still be paid and has no end. */
function hasUnpaid({ records }: SimulatedNode): boolean {
  for (const { value } of records.range('orders', {})) {
    if (/"status":"(made|awaiting_payment)"/.test(value)) return true;
  }
  return false;
}
