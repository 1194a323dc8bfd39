/** Defects of orders and their payments. */
import type { Mutant } from '../mutant.js';

const ORDER = 'src/actors/orders/order.ts';
const SET_ASIDE = 'src/actors/orders/set-aside.ts';
const CREDIT = 'src/actors/orders/order-credit.ts';
const MACHINE = 'src/machines/order.ts';
const SEEN = 'src/actors/orders/seen-checkout.ts';
const DISPATCHER = 'src/routing/order-dispatcher.ts';
const KEY_MONEY = 'src/actors/keys/key-money.ts';

export const ORDER_MUTANTS: readonly Mutant[] = [
  {
    name: 'amount-of-a-payment-not-compared',
    breaks: 'A payment of another amount closes an order.',
    edits: [
      {
        file: SEEN,
        find: "    differs('amount', checkout.amount, amountInDa(order)) ??\n",
        replace: '',
      },
    ],
    caughtBy: ['order-credit', 'order-mismatch'],
  },
  {
    name: 'test-payment-taken-for-live',
    breaks: 'A payment of the test mode closes a live order.',
    edits: [
      {
        file: SEEN,
        find: "    differs('livemode', checkout.isLive, order.service.isLive) ??\n",
        replace: '',
      },
    ],
    caughtBy: ['order-credit', 'order-mismatch'],
  },
  {
    name: 'payment-of-another-checkout',
    breaks: 'An order is closed by the payment of another one.',
    edits: [{ file: SEEN, find: "    differs('checkout', checkout.id, id) ??\n", replace: '' }],
    caughtBy: ['order-credit', 'order-mismatch'],
  },
  {
    name: 'room-of-a-paid-order-kept',
    breaks: 'The credit of an order uses room of the key beside the room that the order holds.',
    edits: [
      { file: KEY_MONEY, find: '  if (holdsRoom) giveBackRoom(turn, turn.id, amount);\n', replace: '' },
    ],
    caughtBy: ['order-room'],
  },
  {
    name: 'room-of-an-order-not-given-back',
    breaks: 'An order that is over for good keeps room in the life of its key.',
    edits: [
      {
        file: ORDER,
        find: "        turn.call(apiKey, order.key, { type: 'give_back_room', amount: order.amount });\n",
        replace: '',
      },
    ],
    caughtBy: ['order-room'],
  },
  {
    name: 'credit-under-another-reference',
    breaks: 'The credit of an order names another checkout than the one that was paid.',
    edits: [
      {
        file: CREDIT,
        find: 'machine.context.checkout?.id}`;',
        replace: 'machine.context.checkout?.id}`.slice(0, -1);',
      },
    ],
    caughtBy: ['order-credit'],
  },
  {
    name: 'failed-call-fails-the-order',
    breaks: 'An order ends at the first call for its checkout that brings nothing.',
    edits: [
      {
        file: MACHINE,
        find: "        CHECKOUT_NOT_CREATED: { actions: ['countAttempt', 'createLater'] },",
        replace: "        CHECKOUT_NOT_CREATED: '#order.failed.over',",
      },
    ],
    caughtBy: ['order-ends'],
  },
  {
    name: 'mismatch-not-told',
    breaks: 'A finding about a payment that was not believed is told to nobody.',
    edits: [
      {
        file: DISPATCHER,
        find: '      onSetAside(effect);\n',
        replace: '      void onSetAside;\n',
      },
    ],
    caughtBy: ['order-mismatch'],
  },
  {
    name: 'start-tells-of-no-mismatch',
    breaks: 'A finding whose word a crash swallowed is told to nobody, ever.',
    edits: [
      {
        file: DISPATCHER,
        find: "      if (mismatch) onSetAside({ type: 'set_aside', orderId: key, mismatch });\n",
        replace: '      void mismatch, onSetAside;\n',
      },
    ],
    caughtBy: ['order-mismatch'],
  },
  {
    name: 'settled-order-stays-set-aside',
    breaks: 'An order that is paid after all stays in the list of those that were set aside.',
    edits: [
      {
        file: SET_ASIDE,
        find: "    turn.remove('set_aside_orders', order.id);\n",
        replace: '',
      },
    ],
    caughtBy: ['order-mismatch'],
  },
  {
    name: 'order-not-listed-as-set-aside',
    breaks: 'The list of orders that were set aside leaves out one whose finding came once it was over.',
    edits: [
      {
        file: SET_ASIDE,
        find: 'if (isSetAside(order) && !isSetAside(before)) {',
        replace: "if (isSetAside(order) && !isSetAside(before) && order.status === 'awaiting_payment') {",
      },
    ],
    caughtBy: ['order-mismatch'],
  },
  {
    name: 'refused-order-is-canceled',
    breaks: 'An order whose checkout is refused stands as canceled.',
    edits: [
      {
        file: MACHINE,
        find: "          target: '#order.failed.over',",
        replace: "          target: '#order.canceled.over',",
      },
    ],
    model: 'part',
    caughtBy: ['order-status'],
  },
  {
    name: 'look-without-answer-fails-the-order',
    breaks: 'An order ends at the first look that brings no answer.',
    edits: [
      {
        file: SEEN,
        find: "  if (report.outcome === 'failed') return undefined;",
        replace: "  if (report.outcome === 'failed') return { type: 'FAILED' };",
      },
    ],
    caughtBy: ['order-ends'],
  },
  {
    name: 'currency-of-a-payment-not-compared',
    breaks: 'A payment in another currency closes an order.',
    edits: [{ file: SEEN, find: "    differs('currency', checkout.currency, CURRENCY) ??\n", replace: '' }],
    runsMax: 1_200,
    caughtBy: ['order-credit', 'order-mismatch'],
  },
  {
    name: 'looked-at-on-notice-only',
    breaks: 'Nobody looks for a payment of which no notice came.',
    edits: [
      {
        file: MACHINE,
        find: "        CALL_DUE: { actions: ['look', 'lookSoon'] },",
        replace: "        CALL_DUE: { actions: 'lookSoon' },",
      },
      {
        file: MACHINE,
        find: "        DEADLINE: { target: 'expired', actions: 'look' },",
        replace: "        DEADLINE: 'expired',",
      },
      {
        file: MACHINE,
        find: "actions: ['countLook', 'look', 'lookTomorrow'] },",
        replace: "actions: ['countLook', 'lookTomorrow'] },",
      },
    ],
    model: 'part',
    caughtBy: ['order-effects'],
  },
  {
    name: 'notice-of-anybody-believed',
    breaks: 'A notice is taken whoever sent it.',
    edits: [
      {
        file: DISPATCHER,
        find: '    if (!this.#options.calls.isGenuine(body, signature)) return false;\n',
        replace: '    void body, signature;\n',
      },
    ],
    caughtBy: ['order-notices'],
  },
  {
    name: 'failed-payment-cancels-the-order',
    breaks: 'An order whose payment failed stands as canceled.',
    edits: [
      { file: SEEN, find: "  failed: { type: 'FAILED' },", replace: "  failed: { type: 'CANCELED' }," },
    ],
    caughtBy: ['order-ends'],
  },
  {
    name: 'canceled-payment-fails-the-order',
    breaks: 'An order whose payment was canceled stands as failed.',
    edits: [
      { file: SEEN, find: "  canceled: { type: 'CANCELED' },", replace: "  canceled: { type: 'FAILED' }," },
    ],
    caughtBy: ['order-ends'],
  },
  {
    name: 'a-payment-of-less-is-enough',
    breaks: 'A payment of less than the order says closes it.',
    edits: [
      {
        file: SEEN,
        find: "differs('amount', checkout.amount, amountInDa(order))",
        replace: "differs('amount', Math.max(checkout.amount, amountInDa(order)), amountInDa(order))",
      },
    ],
    faults: 'light',
    caughtBy: ['order-ends', 'order-mismatch'],
  },
  {
    name: 'only-payments-are-compared-with-their-orders',
    breaks: 'An order ends as the service says of another checkout, or of another amount.',
    edits: [
      {
        file: SEEN,
        find: 'if (mismatch !== undefined) return',
        replace:
          "if (mismatch !== undefined && (report.outcome === 'unknown' || report.checkout.status === 'paid')) return",
      },
    ],
    faults: 'light',
    caughtBy: ['order-ends', 'order-mismatch'],
  },
];
