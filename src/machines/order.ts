/**
 * The life of an order: credit for a key, paid for at a payment service.
 *
 *     made ──created──▶ awaiting_payment ──▶ failed ─┐
 *      │                      │        ├───▶ canceled ┼──▶ paid
 *      │                      │        └───▶ expired ─┘     ▲
 *      │                      └─────────────────────────────┘
 *      └──refused, deadline──▶ failed, expired
 *
 * An order that is over without a payment is *watched* for a week, for a payment may turn out to have
 * happened. Then the room that it holds in its key's life is given back.
 *
 * The machine is pure: it calls nobody and owns no timer. It names its effects; the actor that hosts it
 * commits the new state, and only then carries out `createCheckout` and `look`. `credit` and `giveBackRoom`
 * are part of the same commit, and so are the reminders that `createLater`, `lookSoon` and `lookTomorrow`
 * ask for.
 *
 * Invariants
 *  1. Nothing leaves `paid`, and `credit` happens exactly once, on entering it.
 *  2. Each state in which a checkout is known leads to `paid`; PAID is met in no other.
 *  3. `giveBackRoom` happens at most once, and never after `credit`.
 *  4. The status of an order that is over changes to `paid` only.
 *  5. A mismatch moves no order, and is told of once for each kind in a row.
 */
import { assign, setup } from 'xstate';
import { FIRST_ORDER_CONTEXT, type Mismatch, type OrderContext } from './order-context.js';
import type { OrderEvent } from './order-events.js';

/** Bumped when a stored snapshot of the previous machine could be misread by this one. */
export const ORDER_MACHINE_VERSION = 1;

export const DAILY_LOOKS_MAX = 7;
const RETRY_FIRST_MS = 500;
const RETRY_MAX_MS = 30_000;

const MISMATCHED = {
  guard: { type: 'isNews', params: ({ event }: { event: { mismatch: Mismatch } }) => event },
  actions: [
    { type: 'keepMismatch', params: ({ event }: { event: { mismatch: Mismatch } }) => event },
    'setAside',
  ],
} as const;

/** A state of an order that is over without a payment. */
function unpaid<Status extends 'failed' | 'canceled' | 'expired'>(status: Status) {
  return {
    tags: status,
    initial: 'watched',
    states: {
      watched: {
        entry: 'lookTomorrow',
        on: {
          CALL_DUE: [
            { guard: 'mayLookAgain', actions: ['countLook', 'look', 'lookTomorrow'] },
            { target: 'over' },
          ],
          VOIDED: 'over',
        },
      },
      over: { entry: 'giveBackRoom' },
    },
    on: {
      PAID: { guard: 'hasCheckout', target: 'paid' },
      MISMATCHED,
      NOTICED: { guard: 'hasCheckout', actions: 'look' },
    },
  } as const;
}

export const orderMachine = setup({
  types: {
    context: {} as OrderContext,
    events: {} as OrderEvent,
    tags: {} as 'made' | 'awaiting_payment' | 'paid' | 'failed' | 'canceled' | 'expired' | 'calling',
  },
  actions: {
    // Effects: carried out by the hosting actor, which gets their names from the step.
    createCheckout: () => {},
    createLater: () => {},
    look: () => {},
    lookSoon: () => {},
    lookTomorrow: () => {},
    setAside: () => {},
    giveBackRoom: () => {},
    credit: () => {},
    countAttempt: assign({ attempt: ({ context }) => context.attempt + 1 }),
    countLook: assign({ dailyLooks: ({ context }) => context.dailyLooks + 1 }),
    keepCheckout: assign({
      checkout: (_, { checkout }: { checkout: OrderContext['checkout'] }) => checkout,
    }),
    keepRefusal: assign({ refusal: (_, { message }: { message: string }) => message }),
    keepMismatch: assign({ mismatch: (_, { mismatch }: { mismatch: Mismatch }) => mismatch }),
    forgetMismatch: assign({ mismatch: null }),
  },
  guards: {
    mayLookAgain: ({ context }) => context.dailyLooks < DAILY_LOOKS_MAX,
    hasCheckout: ({ context }) => context.checkout !== null,
    isNews: ({ context }, { mismatch }: { mismatch: Mismatch }) => context.mismatch?.kind !== mismatch.kind,
  },
}).createMachine({
  id: 'order',
  context: FIRST_ORDER_CONTEXT,
  initial: 'made',
  states: {
    made: {
      tags: ['made', 'calling'],
      entry: 'createCheckout',
      on: {
        CHECKOUT_CREATED: {
          target: 'awaiting_payment',
          actions: { type: 'keepCheckout', params: ({ event }) => event },
        },
        CHECKOUT_REFUSED: {
          target: '#order.failed.over',
          actions: { type: 'keepRefusal', params: ({ event }) => event },
        },
        CHECKOUT_NOT_CREATED: { actions: ['countAttempt', 'createLater'] },
        CALL_DUE: { actions: 'createCheckout' },
        RESUMED: { actions: 'createCheckout' },
        DEADLINE: '#order.expired.over',
        VOIDED: '#order.canceled.over',
      },
    },
    awaiting_payment: {
      tags: 'awaiting_payment',
      entry: 'lookSoon',
      on: {
        PAID: 'paid',
        FAILED: 'failed',
        CANCELED: 'canceled',
        EXPIRED: 'expired',
        MISMATCHED,
        NOTICED: { actions: 'look' },
        CALL_DUE: { actions: ['look', 'lookSoon'] },
        DEADLINE: { target: 'expired', actions: 'look' },
        VOIDED: '#order.canceled.over',
      },
    },
    failed: unpaid('failed'),
    canceled: unpaid('canceled'),
    expired: unpaid('expired'),
    paid: { type: 'final', tags: 'paid', entry: ['forgetMismatch', 'credit'] },
  },
});

/** How long to wait before call number `attempt` for a checkout, in ms. */
export function checkoutBackOffMs(attempt: number): number {
  return attempt <= 1 ? 0 : Math.min(RETRY_FIRST_MS * 2 ** (attempt - 2), RETRY_MAX_MS);
}
