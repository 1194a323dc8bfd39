/** Defects of how requests for texts are read, and of what is reserved for them. */
import type { Mutant } from '../mutant.js';

const CATALOGUE = 'src/routing/text/text-catalogue.ts';
const REQUEST = 'src/http/schemas/chat-request.ts';

export const TEXT_REQUEST_MUTANTS: readonly Mutant[] = [
  {
    name: 'one-message-is-reserved-for',
    breaks: 'The tokens between messages are reserved for one message, however many there are.',
    edits: [{ file: CATALOGUE, find: 'TOKENS_PER_MESSAGE * wanted.messages', replace: 'TOKENS_PER_MESSAGE' }],
    caughtBy: ['text-settlement', 'prices'],
  },
  {
    name: 'first-route-is-reserved-for',
    breaks: 'A text reserves what it may cost on its first route, and not on the dearest.',
    edits: [
      {
        file: CATALOGUE,
        find: 'Math.max(...asked.map(({ inputTokens }) => inputTokens))',
        replace: '(asked[0]?.inputTokens ?? 0)',
      },
    ],
    caughtBy: ['text-settlement', 'prices'],
  },
  {
    name: 'messages-beyond-the-fourth-are-lost',
    breaks: 'A provider is sent the first four messages of a conversation.',
    edits: [
      {
        file: REQUEST,
        find: 'Record<string, unknown> = { messages };',
        replace: 'Record<string, unknown> = { messages: messages.slice(0, 4) };',
      },
    ],
    caughtBy: ['passed-fields', 'text-settlement'],
  },
  {
    name: 'newer-name-of-the-bound-is-ignored',
    breaks: 'A bound on the tokens of a text counts only if it comes by its older name.',
    edits: [{ file: REQUEST, find: 'outputTokensMax: newer ?? older,', replace: 'outputTokensMax: older,' }],
    caughtBy: ['text-calls', 'text-refusals'],
  },
  {
    name: 'bound-is-refused-by-its-older-name',
    breaks: 'A bound on the tokens of a text that is too great is refused by the name that was not sent.',
    edits: [
      {
        file: REQUEST,
        find: "newer === undefined && older !== undefined ? 'max_tokens'",
        replace: "newer !== undefined || older !== undefined ? 'max_tokens'",
      },
    ],
    caughtBy: ['text-refusals'],
  },
  {
    name: 'text-of-one-token-too-many',
    breaks: 'A text may be as long as its model allows, and one token longer.',
    edits: [
      { file: CATALOGUE, find: 'if (cap > outputTokensMax) {', replace: 'if (cap > outputTokensMax + 1) {' },
    ],
    caughtBy: ['text-refusals'],
  },
  {
    name: 'late-text-is-refused',
    breaks: 'A server that says 408 of a text counts as one that refuses it for good.',
    edits: [
      {
        file: 'src/providers/adapters/openai/openai-adapter.ts',
        find: 'new Set([408, 504])',
        replace: 'new Set([504])',
      },
    ],
    caughtBy: ['service-words'],
  },
  {
    name: 'usage-not-asked-for',
    breaks: 'A server that streams a text is not asked for its usage.',
    edits: [
      {
        file: 'src/providers/adapters/openai/openai-adapter.ts',
        find: '{ stream: true, stream_options: { include_usage: true } }',
        replace: '{ stream: true }',
      },
    ],
    faults: 'none',
    caughtBy: ['service-asked'],
  },
  {
    name: 'simulated-text-always-ends-by-its-length',
    breaks: 'The simulated provider says of a text that is whole that its bound cut it off.',
    edits: [
      {
        file: 'src/providers/adapters/simulated/text/simulated-text-adapter.ts',
        find: 'capped.length < wanted.length ?',
        replace: 'capped.length <= wanted.length ?',
      },
    ],
    faults: 'none',
    caughtBy: ['service-words'],
  },
  {
    name: 'tools-are-not-passed-on',
    breaks: 'The choice among tools of a request for a text is refused as a field that nobody knows.',
    edits: [{ file: REQUEST, find: "  'tool_choice',\n", replace: '' }],
    faults: 'light',
    caughtBy: ['text-refusals'],
  },
];
