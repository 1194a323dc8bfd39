/** Defects of the moments at which the payment service is asked about an order. */
import type { Mutant } from '../mutant.js';

const ORDER = 'src/actors/orders/order.ts';
const DISPATCHER = 'src/routing/order-dispatcher.ts';

export const ORDER_NEWS_MUTANTS: readonly Mutant[] = [
  {
    name: 'notice-has-nothing-looked-at',
    breaks: 'A genuine notice is taken, and the order waits for its next look.',
    edits: [
      {
        file: DISPATCHER,
        find: '    if (orderId !== undefined) this.notice(orderId);\n',
        replace: '    void orderId;\n',
      },
    ],
    caughtBy: ['order-news'],
  },
  {
    name: 'order-looked-at-every-two-minutes',
    breaks: 'An order that waits for its payment is looked at every two minutes.',
    edits: [{ file: ORDER, find: 'LOOK_EVERY_MS = 35_000;', replace: 'LOOK_EVERY_MS = 120_000;' }],
    caughtBy: ['order-looks'],
  },
  {
    name: 'order-that-is-over-not-looked-at',
    breaks: 'An order that is over is looked at once, after four days.',
    edits: [
      {
        file: ORDER,
        find: 'turn.remindAt(CALL_REMINDER, later(turn.now, DAY_MS));',
        replace: 'turn.remindAt(CALL_REMINDER, later(turn.now, 4 * DAY_MS));',
      },
    ],
    caughtBy: ['order-looks'],
  },
  {
    name: 'payment-in-the-last-look-is-lost',
    breaks: 'A payment of which a look of a failed or canceled order tells is taken at the next look alone.',
    edits: [
      {
        file: 'src/actors/orders/seen-checkout.ts',
        find: "  return report.outcome === 'seen' ? EVENTS[report.checkout.status] : undefined;",
        replace:
          "  if (order.machine.context.dailyLooks === 0 && order.status !== 'awaiting_payment') return undefined;\n  return report.outcome === 'seen' ? EVENTS[report.checkout.status] : undefined;",
      },
    ],
    caughtBy: ['order-news', 'order-credit'],
  },
  {
    name: 'look-behind-another-is-left-out',
    breaks: 'A notice that comes while an order is looked at brings no further look.',
    edits: [
      {
        file: 'src/payments/payment-calls.ts',
        find: "if (call.about === 'create' && this.#underWay.has(orderId)) return;",
        replace: 'if (this.#underWay.has(orderId)) return;',
      },
    ],
    caughtBy: ['order-news'],
  },
];
