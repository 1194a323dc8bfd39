/** Makes orders that are repeated under their key once a reload has put their amount out of bounds. */
import type { Random } from '../../world/random.js';
import { edgeStep } from '../edges/edge-steps.js';
import type { NodeStep, PaymentSetup, ReloadStep } from '../node-history.js';

const REPLAYED_CHANCE = 0.3;
/** No other order has this amount. */
const AMOUNT_DA = 2_700;
const OUT_OF_BOUNDS = [{ topUpMin: AMOUNT_DA + 100 }, { topUpMax: AMOUNT_DA - 100 }];
const USUAL = { topUpMin: 100, topUpMax: 1_000_000 };

export function generateReplayedOrders(
  random: Random,
  payments: PaymentSetup | undefined,
  durationMs: number,
): readonly NodeStep[] {
  if (payments === undefined || !random.chance(REPLAYED_CHANCE)) return [];
  const from = random.between(0, durationMs);
  const order = (afterMs: number) =>
    edgeStep(from + afterMs, { op: 'order', key: 0, amountDa: AMOUNT_DA, idempotencyKey: 'replayed' });
  const reload = (afterMs: number, options: NonNullable<ReloadStep['options']>): ReloadStep => {
    return { id: 0, at: from + afterMs, do: 'reload', isMistaken: false, options };
  };
  return [
    order(0),
    reload(1_000, random.pick(OUT_OF_BOUNDS)),
    order(1_000 + random.between(0, 200)),
    order(2_500),
    reload(4_000, USUAL),
    order(5_000),
  ];
}
