/** Defects of the calls to services. */
import type { Mutant } from '../mutant.js';

const REQUESTS = 'src/outward/requests.ts';
const REMOTE_FILE = 'src/outward/remote-file.ts';
const JSON_ANSWER = 'src/outward/json-answer.ts';

export const OUTWARD_MUTANTS: readonly Mutant[] = [
  {
    name: 'waits-longer-than-a-day',
    breaks: 'A service that says to come back in ten days is believed.',
    edits: [{ file: JSON_ANSWER, find: 'Math.min(Math.max(0, ms), DAY_MS)', replace: 'Math.max(0, ms)' }],
    model: 'outward',
    caughtBy: ['told'],
  },
  {
    name: 'four-redirects-are-followed',
    breaks: 'A read follows one redirect more than it may.',
    edits: [{ file: REQUESTS, find: 'REDIRECTS_MAX = 3', replace: 'REDIRECTS_MAX = 4' }],
    model: 'outward',
    caughtBy: ['told', 'asked'],
  },
  {
    name: 'changes-follow-redirects',
    breaks: 'A call that changes something is sent again to wherever the service says.',
    edits: [{ file: REQUESTS, find: "sent.method !== 'GET' || ", replace: '' }],
    model: 'outward',
    caughtBy: ['told', 'asked'],
  },
  {
    name: 'key-goes-with-every-file',
    breaks: 'The key is sent for files that need none.',
    edits: [
      {
        file: REQUESTS,
        find: '(withSecret && url.origin === this.origin ?',
        replace: '(url.origin === this.origin ?',
      },
    ],
    model: 'outward',
    caughtBy: ['asked'],
  },
  {
    name: 'escapes-hide-the-key',
    breaks: 'A key that is written in escapes of JSON goes on to the client.',
    edits: [
      {
        file: 'src/outward/secrets.ts',
        find: "return !text.includes('\\\\') && !this.#texts",
        replace: 'return !this.#texts',
      },
    ],
    model: 'outward',
    caughtBy: ['told'],
  },
  {
    name: 'one-public-address-is-enough',
    breaks: 'A name is called that leads to a private address, too.',
    edits: [
      {
        file: 'src/outward/connections.ts',
        find: '!addresses.every(({ address })',
        replace: '!addresses.some(({ address })',
      },
    ],
    model: 'outward',
    caughtBy: ['forbidden'],
  },
  {
    name: 'half-a-range-is-taken-for-it',
    breaks: 'A file ends where the service ended a part of a range.',
    edits: [
      {
        file: REMOTE_FILE,
        find: 'if (isWhole || to === undefined) return;',
        replace: 'if (at > from) return;',
      },
    ],
    model: 'outward',
    caughtBy: ['told'],
  },
  {
    name: 'broken-stream-ends-in-order',
    breaks: 'A stream of events that breaks off is taken for a whole one.',
    edits: [{ file: 'src/outward/answer.ts', find: '    this.#failure = failure;\n', replace: '' }],
    model: 'outward',
    caughtBy: ['told'],
  },
  {
    name: 'another-range-is-taken',
    breaks: 'A partial answer is taken for the range that was asked for, whichever one it is.',
    edits: [
      {
        file: 'src/outward/remote-file.ts',
        find: "rangeIn(headers['content-range'])?.from === at",
        replace: "rangeIn(headers['content-range']) !== undefined",
      },
    ],
    model: 'outward',
    caughtBy: ['told'],
  },
  {
    name: 'private-address-within-6to4',
    breaks: 'An address of IPv6 that leads to a private network is called.',
    edits: [
      {
        file: 'src/outward/public-address.ts',
        find: '16 + Number(bits)',
        replace: '96 + Number(bits)',
      },
    ],
    model: 'outward',
    caughtBy: ['forbidden'],
  },
  {
    name: 'busy-service-counted-as-broken',
    breaks: 'A call that a service puts off by 503 counts as one that it failed.',
    edits: [
      {
        file: 'src/outward/traffic.ts',
        find: 'status === 429 || status === 503',
        replace: 'status === 429',
      },
    ],
    model: 'outward',
    caughtBy: ['numbers'],
  },
  {
    name: 'base64-hides-the-key',
    breaks: 'A key that a service repeats in Base64 is told on.',
    edits: [
      {
        file: 'src/outward/secrets.ts',
        find: 'encodeURIComponent(text), ...inBase64(text)]',
        replace: 'encodeURIComponent(text)]',
      },
    ],
    model: 'outward',
    caughtBy: ['told'],
  },
  {
    name: 'answer-taken-for-events',
    breaks: 'An answer in JSON to a request for events is read as events.',
    edits: [
      {
        file: 'src/outward/service.ts',
        find: 'statusCode < 300 && String(',
        replace: 'statusCode < 300 || String(',
      },
    ],
    model: 'outward',
    caughtBy: ['told'],
  },
  {
    name: 'date-in-the-past-is-no-time',
    breaks: 'A service that says to come back at a time that is over has calls wait for less than nothing.',
    edits: [
      { file: JSON_ANSWER, find: 'Math.min(Math.max(0, ms), DAY_MS)', replace: 'Math.min(ms, DAY_MS)' },
    ],
    model: 'outward',
    caughtBy: ['told'],
  },
];
