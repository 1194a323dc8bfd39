/** Defects in the reading of requests and the writing of answers that few clients would meet. */
import type { Mutant } from '../mutant.js';

export const REQUEST_PART_MUTANTS: readonly Mutant[] = [
  {
    name: 'networks-end-within-a-group',
    breaks: 'A /17 of IPv4 trusts its first half alone.',
    edits: [
      {
        file: 'src/http/request/ip-address.ts',
        find: 'Math.min(16, Math.max(0, network.bits - index * 16))',
        replace: 'Math.min(16, Math.max(0, network.bits + (network.bits % 2) - index * 16))',
      },
    ],
    model: 'part',
    caughtBy: ['clients-address'],
  },
  {
    name: 'client-is-counted-by-less-of-its-network',
    breaks: 'Clients of IPv6 are counted by /48.',
    edits: [
      { file: 'src/http/request/ip-address.ts', find: '.slice(0, 4)', replace: '.slice(0, 3).concat(0)' },
    ],
    model: 'part',
    caughtBy: ['clients-counted'],
  },
  {
    name: 'word-of-any-peer-about-the-host',
    breaks: 'If some proxy is trusted, any peer may say which host links lead to.',
    edits: [
      {
        file: 'src/http/request/client-address.ts',
        find: 'return this.trusts(exchange.remoteAddress()) ? { proto, host } : undefined;',
        replace: 'return { proto, host };',
      },
    ],
    model: 'part',
    caughtBy: ['clients-base'],
  },
  {
    name: 'characters-outside-of-the-plane-count-twice',
    breaks: 'A text is refused for its length if it has more UTF-16 units than it may have characters.',
    edits: [
      {
        file: 'src/http/schemas/text.ts',
        find: 'value.length > 2 * max',
        replace: 'value.length > max',
      },
    ],
    model: 'part',
    caughtBy: ['fields-taken'],
  },
  {
    name: 'grace-of-an-hour-at-most',
    breaks: 'A rotation takes no grace of more than an hour.',
    edits: [
      {
        file: 'src/http/schemas/management-requests.ts',
        find: 'const GRACE_SECONDS_MAX = 86_400;',
        replace: 'const GRACE_SECONDS_MAX = 3_600;',
      },
    ],
    model: 'part',
    caughtBy: ['fields-taken'],
  },
  {
    name: 'quotes-of-a-key-are-its-length',
    breaks: 'A quoted Idempotency-Key may have 253 characters.',
    edits: [
      {
        file: 'src/http/operations/idempotency-key.ts',
        find: '!PRINTABLE.test(key)',
        replace: '!PRINTABLE.test(header)',
      },
    ],
    model: 'part',
    caughtBy: ['fields-key'],
  },
  {
    name: 'refusal-names-the-field-of-before',
    breaks: 'An error in the words of the one before it names the same field.',
    edits: [
      {
        file: 'src/http/response/error-answer.ts',
        find: 'message !== this.#message || param !== this.#param ||',
        replace: 'message !== this.#message ||',
      },
    ],
    model: 'part',
    caughtBy: ['replies-body'],
  },
  {
    name: 'last-bytes-begin-before-the-first',
    breaks: 'The last bytes of a result that has fewer begin below zero.',
    edits: [
      {
        file: 'src/http/request/byte-range.ts',
        find: 'from: Math.max(0, size - length)',
        replace: 'from: size - length',
      },
    ],
    model: 'part',
    caughtBy: ['replies-part', 'replies-fields'],
  },
  {
    name: 'objects-within-share-their-names',
    breaks: 'A name that comes in an object and in one around it is refused as twice there.',
    edits: [
      {
        file: 'src/http/request/json-text.ts',
        find: '=== OPEN_OBJECT ? new Set() : undefined);',
        replace: '=== OPEN_OBJECT ? (open.at(-1) ?? new Set()) : undefined);',
      },
    ],
    model: 'part',
    caughtBy: ['bodies-json'],
  },
  {
    name: 'file-of-another-alphabet-is-a-field',
    breaks: 'A form may send a file whose name is told in UTF-8 alone.',
    edits: [
      {
        file: 'src/http/request/multipart.ts',
        find: " || parameters.has('filename*')",
        replace: '',
      },
    ],
    model: 'part',
    caughtBy: ['bodies-form'],
  },
  {
    name: 'body-that-is-over-keeps-its-room',
    breaks: 'Bodies of several chunks never give back their memory.',
    edits: [
      {
        file: 'src/http/request/request-body.ts',
        find: '    collection.giveBack();\n',
        replace: '',
      },
    ],
    model: 'part',
    caughtBy: ['bodies-held', 'bodies-outcome'],
  },
  {
    name: 'length-beside-chunks-is-taken',
    breaks: 'A request that has a Content-Length and comes in chunks is acted on.',
    edits: [
      {
        file: 'src/http/request/request-head.ts',
        find: 'if (head.contentLengthFields > 0) return',
        replace: 'if (head.contentLengthFields > 1) return',
      },
    ],
    model: 'part',
    caughtBy: ['heads-malformed'],
  },
  {
    name: 'late-body-keeps-its-connection',
    breaks: 'The connection is kept of a client whose body did not come in time.',
    edits: [
      {
        file: 'src/http/pipeline/operation-calls.ts',
        find: "outcome.kind === 'late'",
        replace: "outcome.kind === 'too_large'",
      },
    ],
    model: 'part',
    caughtBy: ['gateway-connection'],
  },
  {
    name: 'time-limit-aborts-nothing',
    breaks: 'An operation that was overtaken by its time limit is not told to stop.',
    edits: [
      {
        file: 'src/http/pipeline/operation-calls.ts',
        find: 'TOOK_TOO_LONG);\n      call.abort();',
        replace: 'TOOK_TOO_LONG);',
      },
    ],
    model: 'part',
    caughtBy: ['gateway-aborted'],
  },
  {
    name: 'malformed-keeps-its-connection',
    breaks: 'The connection of a malformed request is kept.',
    edits: [
      {
        file: 'src/http/pipeline/gateway.ts',
        find: 'context.mustClose = true;',
        replace: 'context.mustClose = false;',
      },
    ],
    model: 'part',
    caughtBy: ['gateway-connection'],
  },
];
