/** Defects of orders, their pages and payments, of those who watch, and of the tokens of a text. */
import type { Mutant } from '../mutant.js';

const ORDER = 'src/machines/order.ts';
const CALLS = 'src/payments/payment-calls.ts';
const TOP_UP = 'src/http/pages/dashboard/top-up';

export const PAYMENT_PART_MUTANTS: readonly Mutant[] = [
  {
    name: 'order-without-a-checkout-is-looked-at',
    breaks: 'A notice of an order that never got its checkout has that looked at.',
    edits: [
      {
        file: ORDER,
        find: "NOTICED: { guard: 'hasCheckout', actions: 'look' },",
        replace: "NOTICED: { actions: 'look' },",
      },
    ],
    model: 'part',
    caughtBy: ['order-effects'],
  },
  {
    name: 'one-finding-is-told-of',
    breaks: 'A finding is told of only if nothing was found about the order before.',
    edits: [
      {
        file: ORDER,
        find: 'context.mismatch?.kind !== mismatch.kind,',
        replace: 'context.mismatch === null && mismatch.kind !== undefined,',
      },
    ],
    model: 'part',
    caughtBy: ['order-effects', 'order-finding'],
  },
  {
    name: 'two-calls-of-an-order-at-a-time',
    breaks: 'A look that is asked for during another one of its order begins at once.',
    edits: [{ file: CALLS, find: '      if (this.#underWay.has(orderId)) continue;\n', replace: '' }],
    model: 'part',
    caughtBy: ['payments-open', 'payments-told', 'payments-counts'],
  },
  {
    name: 'call-that-was-given-up-is-told-of-twice',
    breaks: 'A call whose time was up is told of once more when it ends.',
    edits: [{ file: CALLS, find: '      if (isOver) return;\n', replace: '' }],
    model: 'part',
    caughtBy: ['payments-told', 'payments-counts', 'payments-open'],
  },
  {
    name: 'pages-of-orders-leave-their-account',
    breaks: "An operator's pages of the orders of one account lead to those of all.",
    edits: [
      {
        file: `${TOP_UP}/scope.ts`,
        find: '...(isOperator && account ? { account } : {}), ',
        replace: '...(isOperator && account && Object.keys(more).length === 0 ? { account } : {}), ',
      },
    ],
    model: 'part',
    caughtBy: ['order-pages-list'],
  },
  {
    name: 'receipt-for-whoever-is-signed-in',
    breaks: 'The page of an order shows all of it to people of other accounts, too.',
    edits: [
      {
        file: `${TOP_UP}/show-order.tsx`,
        find: 'if (signedIn === undefined || findOrder(signedIn, order.id, deps) === undefined)',
        replace: 'if (signedIn === undefined)',
      },
    ],
    model: 'part',
    caughtBy: ['order-pages-order'],
  },
  {
    name: 'least-order-is-refused-by-its-form',
    breaks: 'The form takes no order of the least amount that there may be.',
    edits: [
      {
        file: `${TOP_UP}/order-form.ts`,
        find: 'return amount >= topUpMin && amount <= topUpMax ? amount : undefined;',
        replace: 'return amount > topUpMin && amount <= topUpMax ? amount : undefined;',
      },
    ],
    model: 'part',
    caughtBy: ['order-pages-ordered', 'order-pages-asked'],
  },
  {
    name: 'watchers-of-the-node-take-places-of-pages',
    breaks: 'Those who watch the node count among those who watch their accounts.',
    edits: [
      {
        file: 'src/http/live/live-hub.ts',
        find: 'this.#watchers.size - ofNode >= accountWatchers',
        replace: 'this.#watchers.size >= accountWatchers',
      },
    ],
    model: 'part',
    caughtBy: ['watchers-told', 'watchers-refusal', 'watchers-count'],
  },
  {
    name: 'frames-have-texts-among-jobs',
    breaks: 'Texts that are open count as unfinished jobs in the frames of pages.',
    edits: [
      {
        file: 'src/node/live/account-frame.ts',
        find: 'unfinished_jobs: key.open.video_job,',
        replace: 'unfinished_jobs: key.open.video_job + key.open.generation,',
      },
    ],
    model: 'part',
    caughtBy: ['account-frames-keys'],
  },
  {
    name: 'estimate-counts-what-was-reported',
    breaks: 'The tokens of a text that broke off after a report are counted twice up to there.',
    edits: [
      {
        file: 'src/routing/text/token-count.ts',
        find: '(this.#reported?.completionTokens ?? 0) + since;',
        replace: '(this.#reported?.completionTokens ?? 0) + this.#estimated;',
      },
    ],
    model: 'part',
    caughtBy: ['progress-broken'],
  },
  {
    name: 'finding-does-not-count-again',
    breaks: 'The sum of findings of a kind does not move with a finding.',
    edits: [
      {
        file: 'src/actors/orders/set-aside.ts',
        find: '  tallyMismatch(turn, mismatch.kind);\n',
        replace: '',
      },
    ],
    model: 'part',
    caughtBy: ['orders-sums'],
  },
  {
    name: 'order-that-is-over-has-a-call-due',
    breaks: 'An order that gives its room back keeps the reminder of its next call.',
    edits: [
      { file: 'src/actors/orders/open-order.ts', find: '  turn.forget(CALL_REMINDER);\n', replace: '' },
    ],
    model: 'part',
    caughtBy: ['orders-reminders'],
  },
  {
    name: 'checkout-is-called-for-half-as-soon',
    breaks: 'The wait before another call for a checkout is twice as long.',
    edits: [{ file: ORDER, find: '2 ** (attempt - 2)', replace: '2 ** (attempt - 1)' }],
    model: 'part',
    caughtBy: ['orders-reminders', 'orders-calls', 'orders-context'],
  },
  {
    name: 'credit-may-fill-what-orders-hold',
    breaks: 'Credit is taken into the room in the life of a key that its orders hold.',
    edits: [
      {
        file: 'src/actors/keys/order-room.ts',
        find: 'microDa(creditRoom(balances) - orderRoom(records, id).amount)',
        replace: 'microDa(creditRoom(balances) - orderRoom(records, id).amount * 0)',
      },
    ],
    model: 'part',
    caughtBy: ['orders-grant', 'orders-order', 'orders-defect', 'orders-throws', 'orders-status'],
  },
];
