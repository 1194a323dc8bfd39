/**
 * Makes orders that are followed to their ends, one view after the other: people come back from a payment
 * that failed and was made after all, the service tells something that does not go with the order before it
 * tells the truth, and amounts are asked for at their bounds.
 */
import type { FaultLevel } from '../../model.js';
import type { Random } from '../../world/random.js';
import { edgeStep, richKey } from '../edges/edge-steps.js';
import type { NodeStep, PaymentSetup } from '../node-history.js';
import { FALSE_FINDINGS, type PaymentScript } from '../payment-script.js';

interface ReturnFacts {
  readonly faults: FaultLevel;
  /** Absent if there is no payment service. */
  readonly payments: PaymentSetup | undefined;
  readonly durationMs: number;
}

const ARRANGED_CHANCE = 0.4;
/** No other step has keys of these numbers, an order of such an amount, or such a name. */
const [KEY, BOUNDS_KEY, FIRST_DA, FIRST_STEP] = [36_000, 36_001, 36_000, -206_000];
/** The usual bounds, and the amounts next to them. */
const AMOUNTS_DA = [99, 100, 1_000_000, 1_000_001];
const ORDERS = 3;
const FALSE_LOOKS = 6;

export function generateReturns(
  random: Random,
  { faults, payments, durationMs }: ReturnFacts,
): readonly NodeStep[] {
  if (payments === undefined || !random.chance(ARRANGED_CHANCE)) return [];
  const from = random.between(0, durationMs);
  const bounds = AMOUNTS_DA.map((amountDa, n) =>
    edgeStep(from + 300 + n * 40, { op: 'order', key: BOUNDS_KEY, amountDa }),
  );
  const isSeen = payments.isOwn !== true;
  const orders = Array.from({ length: isSeen ? ORDERS : 0 }, (_, n): readonly NodeStep[] => {
    const order = FIRST_STEP - n;
    const at = from + 500 + n * 60;
    const script = n === 0 || faults === 'none' ? paidAfterAll(random) : foundFalse(random);
    const call = { op: 'order', key: KEY, amountDa: FIRST_DA + n, script } as const;
    const views = [1_000, 9_000, 60_000].map((afterMs) =>
      edgeStep(at + afterMs + random.between(0, 900), { op: 'show_order', order }),
    );
    return [{ ...edgeStep(at, call), id: order }, ...views];
  });
  const keys = [KEY, BOUNDS_KEY].map((key) => edgeStep(from, richKey(key, 1_000_000)));
  return [...keys, ...bounds, ...orders.flat()];
}

/** Each time the person comes back, or a notice tells of it. */
function paidAfterAll(random: Random): PaymentScript {
  const status = random.pick(['failed', 'canceled'] as const);
  const how = random.pick(['return', 'return', 'genuine'] as const);
  return {
    creates: [],
    looks: [],
    ends: [
      { afterMs: 1_000, status },
      { afterMs: random.pick([3_000, 9_000, 60_000]), status: 'paid' },
    ],
    notices: [{ afterMs: random.pick([0, 300]), how }],
  };
}

/** Each look but the last, which notices bring, tells something that does not go with the order. */
function foundFalse(random: Random): PaymentScript {
  const looks = Array.from({ length: FALSE_LOOKS }, () => {
    const isOfAmount = random.chance(0.35);
    return { do: isOfAmount ? ('amount' as const) : random.pick(FALSE_FINDINGS), delayMs: 20 };
  });
  const notices = Array.from({ length: FALSE_LOOKS + 1 }, (_, n) => {
    const how = n === 0 ? 'genuine' : random.pick(['genuine', 'return'] as const);
    return { afterMs: n * 1_500, how };
  });
  return { creates: [], looks, ends: [{ afterMs: 1_000, status: 'paid' }], notices };
}
