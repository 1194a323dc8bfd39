/** Defects of how the words of a payment service are read. */
import type { Mutant } from '../mutant.js';

const CHARGILY = 'src/payments/chargily/chargily.ts';

export const PAYMENT_GARBAGE_MUTANTS: readonly Mutant[] = [
  {
    name: 'page-of-a-proxy-refuses-an-order',
    breaks: 'An order fails if a page with the status of a refusal comes in the place of its checkout.',
    edits: [
      {
        file: CHARGILY,
        find: "message !== '' ? message.slice(0, MESSAGE_CHARACTERS_MAX) : undefined;",
        replace: "message !== '' ? message.slice(0, MESSAGE_CHARACTERS_MAX) : '';",
      },
    ],
    caughtBy: ['payment-words'],
  },
  {
    name: 'processing-checkout-has-failed',
    breaks: 'A checkout whose bank has yet to answer counts as one that failed.',
    edits: [{ file: CHARGILY, find: "processing: 'open'", replace: "processing: 'failed'" }],
    caughtBy: ['service-words', 'payment-words'],
  },
  {
    name: 'notice-has-to-be-json',
    breaks: 'A genuine notice with a body that is no JSON has no answer.',
    edits: [
      {
        file: 'src/http/pages/payment-pages.ts',
        find: 'const isGenuine = orders.takeNotice(',
        replace: 'JSON.parse(Buffer.from(body).toString());\n        const isGenuine = orders.takeNotice(',
      },
    ],
    caughtBy: ['order-notices'],
  },
  {
    name: 'odd-status-of-a-checkout-is-open',
    breaks: 'A status that nobody knows of counts as one of a checkout that may still be paid.',
    edits: [{ file: CHARGILY, find: "status: known ?? 'unknown'", replace: "status: known ?? 'open'" }],
    faults: 'none',
    caughtBy: ['service-words'],
  },
  {
    name: 'busy-payment-service-forgets-a-checkout',
    breaks: 'A checkout counts as unknown to the service if a look at it is answered 429 or 401.',
    edits: [
      {
        file: CHARGILY,
        find: 'if (status === 404 && messageOf',
        replace: 'if (status >= 400 && status < 500 && messageOf',
      },
    ],
    faults: 'none',
    caughtBy: ['service-words'],
  },
  {
    name: 'people-are-sent-to-any-page',
    breaks: 'The page of a checkout may be one of any scheme.',
    edits: [{ file: CHARGILY, find: '|| !mayFollow(url, base)', replace: '|| !URL.canParse(url, base)' }],
    faults: 'none',
    caughtBy: ['service-words'],
  },
  {
    name: 'checkout-of-another-amount-is-taken',
    breaks: 'A checkout is taken that was made for less, or for more, than was asked for.',
    edits: [{ file: CHARGILY, find: 'seen.amount !== amount || currency', replace: 'currency' }],
    faults: 'none',
    caughtBy: ['service-words'],
  },
];
