/** Defects of orders as they are made and shown, and of how their payment service is asked. */
import type { Mutant } from '../mutant.js';

const API_KEY = 'src/actors/keys/api-key.ts';
const PRINT = 'src/http/operations/management/orders/print-order.ts';
const CHARGILY = 'src/payments/chargily/chargily.ts';

export const MADE_ORDER_MUTANTS: readonly Mutant[] = [
  {
    name: 'order-shows-its-making-as-its-payment',
    breaks: 'An order that is paid tells when it was made for when it was paid.',
    edits: [{ file: PRINT, find: 'paid.at', replace: 'createdAt' }],
    caughtBy: ['order-shown'],
  },
  {
    name: 'order-over-keeps-its-page',
    breaks: 'An order that is over leads people to the page of its payment.',
    edits: [{ file: PRINT, find: "status === 'awaiting_payment' && checkout", replace: 'checkout' }],
    caughtBy: ['order-shown'],
  },
  {
    name: 'one-order-more-may-be-unpaid',
    breaks: 'A key has one unpaid order more than it may.',
    edits: [
      {
        file: API_KEY,
        find: 'orderRoom(turn, turn.id).orders >= ordersMax',
        replace: 'orderRoom(turn, turn.id).orders > ordersMax',
      },
    ],
    caughtBy: ['order-refusals'],
  },
  {
    name: 'last-unpaid-order-refused',
    breaks: 'A key has one unpaid order less than it may.',
    edits: [
      {
        file: API_KEY,
        find: 'orderRoom(turn, turn.id).orders >= ordersMax',
        replace: 'orderRoom(turn, turn.id).orders + 1 >= ordersMax',
      },
    ],
    caughtBy: ['order-refusals'],
  },
  {
    name: 'order-form-refuses-large-amounts',
    breaks: 'The form of a page refuses an amount that the API takes.',
    edits: [
      {
        file: 'src/http/pages/dashboard/top-up/order-form.ts',
        find: 'return amount >= topUpMin && amount <= topUpMax ? amount',
        replace: 'return amount >= topUpMin && amount * 10_000 <= topUpMax ? amount',
      },
    ],
    caughtBy: ['order-refusals'],
  },
  {
    name: 'waiting-calls-to-the-bank-go-on-with-the-next-one',
    breaks: 'A call to the payment service that has to wait is made when another order asks for one.',
    edits: [
      {
        file: 'src/payments/payment-calls.ts',
        find: 'this.#options.onReport(orderId, report);\n      this.#beginNext();',
        replace: 'this.#options.onReport(orderId, report);',
      },
    ],
    caughtBy: ['order-credit', 'order-news', 'order-looks', 'order-life'],
  },
  {
    name: 'calls-given-up-keep-their-place',
    breaks: 'A call to the payment service that was given up counts among those under way for ever.',
    edits: [
      {
        file: 'src/payments/payment-calls.ts',
        find: '      this.#underWay.delete(orderId);\n      stopTimer();',
        replace: "      if (report.outcome !== 'failed') this.#underWay.delete(orderId);\n      stopTimer();",
      },
    ],
    caughtBy: ['order-credit', 'order-news', 'order-looks', 'order-life'],
  },
  {
    name: 'person-pays-the-fees',
    breaks: 'The payment service takes its fees from the person who pays.',
    edits: [{ file: CHARGILY, find: "const FEES_ON = 'merchant';", replace: "const FEES_ON = 'customer';" }],
    caughtBy: ['service-asked'],
  },
  {
    name: 'failed-payment-leads-to-no-order',
    breaks: 'A person whose payment failed is sent to the address of notices.',
    edits: [{ file: CHARGILY, find: 'failure_url: returnUrl,', replace: 'failure_url: noticeUrl,' }],
    caughtBy: ['service-asked'],
  },
  {
    name: 'given-up-commit-counts-as-stalled',
    breaks: 'A node whose disk takes no writes is ended by its service manager.',
    edits: [
      {
        file: 'src/actors/runtime/gate.ts',
        find: 'return this.#liveInFlight() !== undefined && world',
        replace: 'return this.#inFlight !== undefined && world',
      },
    ],
    caughtBy: ['answers'],
  },
];
