import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PaymentReport } from '../../../src/payments/payment-report.js';
import { repetitions } from '../../test-set.js';
import { checkBooks } from '../books.js';
import { AMOUNT_DA, KEY, OrdersUnderTest, seenReport } from './orders-under-test.js';

const ORDERS = ['order_1', 'order_2', 'order_3'];
const AMOUNT = AMOUNT_DA * 1_000_000;
const DAY_MS = 86_400_000;

/** The payment service as it is: one checkout for each order, under the order's name. */
type Truth = Map<string, 'open' | 'paid' | 'failed' | 'canceled' | 'expired'>;

const order = fc.constantFrom(...ORDERS);
const STEP = fc.oneof(
  fc.record({ kind: fc.constant('make' as const), order }),
  fc.record({
    kind: fc.constant('pays' as const),
    order,
    end: fc.constantFrom('paid' as const, 'paid' as const, 'failed' as const, 'canceled' as const),
  }),
  /** The calls under way are answered, or some are lost, or answered twice, in any order. */
  fc.record({
    kind: fc.constant('answer' as const),
    how: fc.constantFrom('all', 'none', 'twice', 'reversed'),
  }),
  fc.record({ kind: fc.constant('notice' as const), order }),
  /** Another order's checkout, another amount, test for live. */
  fc.record({
    kind: fc.constant('forged' as const),
    order,
    differing: fc.constantFrom({ id: 'another' }, { amount: 1 }, { isLive: false }, { currency: 'eur' }),
  }),
  fc.record({
    kind: fc.constant('wait' as const),
    ms: fc.constantFrom(10, 40_000, 3_600_000, DAY_MS, 9 * DAY_MS),
  }),
  fc.record({
    kind: fc.constant('crash' as const),
    undecided: fc.constantFrom('lost' as const, 'kept' as const),
  }),
  fc.record({
    kind: fc.constant('fault' as const),
    fault: fc.constantFrom('reject' as const, 'reject_yet_visible' as const),
  }),
);

/** Answers the calls that left since the last time, as the service would. */
function answersTo(under: OrdersUnderTest, truth: Truth): (readonly [string, PaymentReport])[] {
  return under.takeEffects().flatMap((effect): (readonly [string, PaymentReport])[] => {
    if (effect.type === 'create_checkout') {
      const { orderId } = effect;
      if (!truth.has(orderId)) truth.set(orderId, 'open');
      const checkout = { id: `c-${orderId}`, url: 'https://pay.example' };
      return [[orderId, { about: 'create', outcome: 'created', checkout }]];
    }
    if (effect.type !== 'look_at_checkout') return [];
    const { orderId, checkoutId } = effect;
    return [[orderId, seenReport(truth.get(orderId) ?? 'open', { id: checkoutId })]];
  });
}

function expectSound(under: OrdersUnderTest, truth: Truth): void {
  checkBooks(under.actors.store);
  expect(under.actors.defects).toEqual([]);
  const paid = ORDERS.filter((id) => under.view(id)?.status === 'paid');
  for (const id of paid) expect(truth.get(id)).toBe('paid');
  expect(under.credited).toBe(paid.length * AMOUNT);
}

it('whatever is lost, doubled, reordered, forged or killed: each paid order is credited once, and no other', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { maxLength: 25, size: 'max' }), async (steps) => {
      const under = await OrdersUnderTest.open();
      const truth: Truth = new Map();
      const deliver = async (reports: readonly (readonly [string, PaymentReport])[]) => {
        for (const [id, report] of reports) await under.told({ type: 'report', report }, id);
      };
      for (const step of steps) {
        switch (step.kind) {
          case 'make':
            if (under.view(step.order) === undefined) await under.make({ id: step.order });
            break;
          case 'pays':
            // Nobody pays at a checkout whose link he was not given.
            if (under.view(step.order)?.machine.context.checkout && truth.get(step.order) !== 'paid') {
              truth.set(step.order, step.end);
            }
            break;
          case 'answer': {
            const answers = answersTo(under, truth);
            if (step.how === 'reversed') answers.reverse();
            if (step.how !== 'none') await deliver(answers);
            if (step.how === 'twice') await deliver(answers);
            break;
          }
          case 'notice':
            await under.told({ type: 'notice' }, step.order);
            break;
          case 'forged': {
            const id = `c-${step.order}`;
            await deliver([[step.order, seenReport('paid', { id, ...step.differing })]]);
            break;
          }
          case 'wait':
            await under.actors.world.advance(step.ms);
            break;
          case 'crash':
            under.actors.crash(step.undecided);
            await under.actors.world.settle();
            for (const id of ORDERS) await under.told({ type: 'resume' }, id);
            break;
          case 'fault':
            under.actors.faults.push(step.fault);
            break;
        }
        expectSound(under, truth);
      }
      // Calm: a notice for each, and every call is answered.
      under.actors.faults.length = 0;
      await under.actors.world.advance(10_000);
      for (const id of ORDERS) await under.told({ type: 'notice' }, id);
      await deliver(answersTo(under, truth));
      expectSound(under, truth);
      expect(under.findings).toEqual([]);
      for (const id of ORDERS) {
        if (truth.get(id) === 'paid') expect(under.view(id)?.status).toBe('paid');
      }
      expect(under.credited).toBe([...truth.values()].filter((end) => end === 'paid').length * AMOUNT);
      expect(under.actors.actors.system.view(under.actors.actors.apiKey, KEY)?.balances.charged).toBe(0);
    }),
    { numRuns: repetitions(25, 500) },
  );
});
