/** Defects of the moments at which the payment service is asked about an order. */
import type { Mutant } from '../mutant.js';

const ORDER = 'src/actors/orders/order.ts';
const CALLS = 'src/payments/payment-calls.ts';
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
    name: 'call-to-the-payment-service-never-ends',
    breaks: 'A call that the payment service never answers goes on for ever, and no other one follows.',
    edits: [
      {
        file: CALLS,
        find: "    stopTimer = world.after(limitMs, () => stop(new Error('no answer within the time limit')));\n",
        replace: '    void world, void limitMs;\n',
      },
    ],
    caughtBy: ['order-looks'],
  },
  {
    name: 'order-looked-at-every-two-minutes',
    breaks: 'An order that waits for its payment is looked at every two minutes.',
    edits: [{ file: ORDER, find: 'LOOK_EVERY_MS = 35_000;', replace: 'LOOK_EVERY_MS = 120_000;' }],
    caughtBy: ['order-looks'],
  },
  {
    name: 'order-not-looked-at-at-its-hour',
    breaks: 'An order expires without a last look.',
    edits: [
      {
        file: 'src/machines/order.ts',
        find: "DEADLINE: { target: 'expired', actions: 'look' },",
        replace: "DEADLINE: 'expired',",
      },
    ],
    model: 'part',
    caughtBy: ['order-effects'],
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
  {
    name: 'return-to-an-order-that-is-over-is-no-news',
    breaks: 'An order that failed is not looked at when the person comes back.',
    edits: [
      {
        file: 'src/http/pages/dashboard/top-up/show-order.tsx',
        find: "if (order.status !== 'paid') deps",
        replace: "if (order.status === 'made' || order.status === 'awaiting_payment') deps",
      },
    ],
    faults: 'light',
    caughtBy: ['order-news'],
  },
];
