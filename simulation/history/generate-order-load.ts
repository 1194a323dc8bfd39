/** Makes histories of many orders, with all that befalls them and little else. */
import type { FaultLevel } from '../model.js';
import { Random } from '../world/random.js';
import { generatePayments, ordersIn, withOrders } from './accounts/generate-orders.js';
import { generateNodeHistory } from './generate.js';
import { generateFaults } from './generate-faults.js';
import type { NodeHistory, NodeStep } from './node-history.js';

const DURATION_MS = 120_000;

export function generateOrderLoad(seed: number, faults: FaultLevel, orders: number): NodeHistory {
  const random = new Random(seed);
  // With a write in each commit, a hundred orders would take longer than any rule waits.
  const {
    setup: { limits: _, ...setup },
    ...history
  } = generateNodeHistory(seed, faults);
  const hasRealProvider = setup.settings.kept !== undefined;
  const payments = generatePayments(random.fork('payments'), hasRealProvider);
  const facts = { faults, keys: setup.keys.length, durationMs: DURATION_MS, hasRealProvider };
  const asked = ordersIn(random.fork('orders'), facts, payments, orders);
  const troubles = generateFaults(random.fork('faults'), faults, DURATION_MS);
  const steps = [...asked, ...troubles]
    .sort((a, b) => a.at - b.at)
    .map((step, index): NodeStep => ({ ...step, id: index + 1 }));
  return {
    ...history,
    setup: { ...setup, payments },
    steps: withOrders(steps, random.fork('views')),
  };
}
