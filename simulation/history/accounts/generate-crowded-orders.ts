/**
 * Makes more orders for a key than it may have at a time: some histories have a small number of that. One is
 * paid soon, which makes room for another. Some of these nodes call the payment service one at a time.
 */
import type { Random } from '../../world/random.js';
import { edgeStep, richKey } from '../edges/edge-steps.js';
import type { SmallLimits } from '../limits/small-limits.js';
import type { NodeStep, PaymentSetup } from '../node-history.js';
import type { PaymentScript } from '../payment-script.js';

interface Crowded {
  readonly limits?: SmallLimits;
  readonly steps: readonly NodeStep[];
}

const CROWDED_CHANCE = 0.2;
/** No other step has a key of this number, an order of such an amount, or such a name. */
const [KEY, FIRST_DA, FIRST_ORDER] = [9_500, 2_500, -164_000];
const PAID: PaymentScript = { creates: [], looks: [], ends: [{ afterMs: 300, status: 'paid' }], notices: [] };
const NOBODY: PaymentScript = { ...PAID, ends: [] };

export function generateCrowdedOrders(
  random: Random,
  payments: PaymentSetup | undefined,
  durationMs: number,
): Crowded {
  if (payments === undefined || !random.chance(CROWDED_CHANCE)) return { steps: [] };
  const openOrders = random.between(1, 3);
  const at = random.between(0, durationMs);
  const orders = Array.from({ length: openOrders + 2 }, (_, nth): readonly NodeStep[] => {
    const isLast = nth === openOrders + 1;
    const madeAt = at + 500 + (isLast ? 60_000 : nth * random.pick([0, 20, 400]));
    const order = FIRST_ORDER - nth;
    const call = {
      op: 'order',
      key: KEY,
      amountDa: FIRST_DA + nth,
      script: nth === 0 ? PAID : NOBODY,
    } as const;
    const show = (afterMs: number) => edgeStep(madeAt + afterMs, { op: 'show_order', order });
    const card = edgeStep(madeAt + 3_000, { op: 'use_card', order, card: 'pays' });
    const paid = nth === 0 && payments.isOwn === true ? [card] : [];
    return [{ ...edgeStep(madeAt, call), id: order }, show(2_000), ...paid, show(50_000)];
  });
  const list = edgeStep(at + 5_000, { op: 'list_orders', limit: 100 });
  const calls = random.fork('calls').chance(0.4) ? { paymentCalls: 1 } : {};
  return {
    limits: { openOrders, ...calls },
    steps: [edgeStep(at, richKey(KEY, 1_000_000)), ...orders.flat(), list],
  };
}
