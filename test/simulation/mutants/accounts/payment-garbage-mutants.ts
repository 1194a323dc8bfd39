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
];
