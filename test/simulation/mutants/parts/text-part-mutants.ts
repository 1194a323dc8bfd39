/** Defects of texts under way, and of the chat in a browser. */
import type { Mutant } from '../mutant.js';

const RUN = 'src/routing/text/generation-run.ts';
const UPSTREAM = 'src/routing/text/upstream.ts';
const DESK = 'src/routing/text/generation-desk.ts';
const CHAT = 'src/http/pages/dashboard/islands/chat';

const GENERATION = 'src/actors/generations/generation.ts';

export const TEXT_PART_MUTANTS: readonly Mutant[] = [
  {
    name: 'end-of-a-stream-puts-off-its-bound',
    breaks: 'Each piece behind the end of a text gives its provider more time to end the stream.',
    edits: [{ file: RUN, find: 'if (goesOn && !wasFinished)', replace: 'if (goesOn)' }],
    model: 'part',
    caughtBy: ['runs-reports', 'runs-stream', 'runs-outcomes'],
  },
  {
    name: 'slow-client-is-its-providers-fault',
    breaks: 'The time in which a client reads nothing counts as that of its provider.',
    edits: [{ file: UPSTREAM, find: '    this.#limit.rest();\n    await room;', replace: '    await room;' }],
    model: 'part',
    caughtBy: ['runs-reports', 'runs-stream', 'runs-outcomes'],
  },
  {
    name: 'draining-desk-gives-texts-up',
    breaks: 'A node that stops reads no text on whose client goes away then, if it reads many already.',
    edits: [{ file: DESK, find: 'if (this.#isDraining) return true;', replace: '' }],
    model: 'part',
    caughtBy: ['runs-reports', 'runs-outcomes', 'runs-answer'],
  },
  {
    name: 'refusal-forgets-when-to-come-back',
    breaks: 'A client is not told when the last provider of its text wants to be asked again.',
    edits: [
      {
        file: RUN,
        find: "if (next.status !== 'open') return this.#failed(failure, answer.askAgainAfterMs);",
        replace: "if (next.status !== 'open') return this.#failed(failure);",
      },
    ],
    model: 'part',
    caughtBy: ['runs-answer'],
  },
  {
    name: 'cost-of-an-open-answer-is-shown',
    breaks: 'The chat looks for the cost of an answer once, although it is not settled yet.',
    edits: [
      {
        file: `${CHAT}/answer-costs.ts`,
        find: 'if (told !== undefined && told.status !== OPEN) return;',
        replace: 'if (told !== undefined) return;',
      },
    ],
    model: 'part',
    caughtBy: ['chat-turns', 'chat-stored', 'chat-balances'],
  },
  {
    name: 'removed-conversation-comes-back',
    breaks: 'A conversation that another tab has removed is kept again with the next word of its answer.',
    edits: [
      {
        file: `${CHAT}/conversation-keeper.ts`,
        find: 'if (stored === undefined && this.#known !== undefined) return undefined;',
        replace: '',
      },
    ],
    model: 'part',
    caughtBy: ['chat-stored', 'chat-kept', 'chat-open', 'chat-turns', 'chat-titles'],
  },
  {
    name: 'one-conversation-too-many-is-kept',
    breaks: 'A browser keeps 51 conversations.',
    edits: [
      {
        file: `${CHAT}/conversation-store.ts`,
        find: 'at >= CONVERSATIONS_MAX',
        replace: 'at > CONVERSATIONS_MAX',
      },
    ],
    model: 'part',
    caughtBy: ['chat-kept', 'chat-stored', 'chat-titles'],
  },
  {
    name: 'living-writer-is-cut-off',
    breaks: 'A page that is loaded takes an answer for cut off that was written a moment ago.',
    edits: [
      {
        file: `${CHAT}/chat-session.ts`,
        find: 'Date.now() - last.seenAt >= SIGN_OF_LIFE_WITHIN_MS',
        replace: 'Date.now() - last.seenAt >= 0',
      },
    ],
    model: 'part',
    caughtBy: ['chat-turns', 'chat-stored'],
  },
  {
    name: 'whole-text-tells-the-balance-after-its-reserve',
    breaks: 'The answer with a whole text tells the balance of before its charge.',
    edits: [
      {
        file: 'src/http/operations/v1/chat-completions.ts',
        find: 'body: begun.body, headers }',
        replace: 'body: begun.body, headers, balance }',
      },
    ],
    model: 'part',
    caughtBy: ['generations-balance'],
  },
  {
    name: 'generation-is-shown-to-its-key-alone',
    breaks: 'Another key of the account does not find a generation.',
    edits: [
      {
        file: 'src/http/operations/v1/get-generation.ts',
        find: 'generation?.account !== apiCaller(caller).account',
        replace: 'generation?.key !== apiCaller(caller).id',
      },
    ],
    model: 'part',
    caughtBy: ['generations-looked'],
  },
  {
    name: 'estimates-beyond-the-reserve-are-counted',
    breaks: 'A text whose tokens are estimated counts as one of a provider that reported too many.',
    edits: [{ file: GENERATION, find: 'if (!end.isEstimated) tallyExcess', replace: 'tallyExcess' }],
    model: 'part',
    caughtBy: ['generations-sums'],
  },
  {
    name: 'stream-is-another-request',
    breaks: 'The same text, asked for as a stream, is refused as another request.',
    edits: [
      {
        file: 'src/http/operations/v1/chat-completions.ts',
        find: 'return { model, fields, others: { ...others }, cap: outputTokensMax };',
        replace:
          'return { model, fields, others: { ...others }, cap: outputTokensMax, as: request.isStreamed };',
      },
    ],
    model: 'part',
    caughtBy: ['generations-refused'],
  },
  {
    name: 'charged-text-that-failed-may-be-asked-again',
    breaks: 'A text that failed after it was charged frees its Idempotency-Key: a repeat is charged again.',
    edits: [
      {
        file: GENERATION,
        find: "cost === 0 && status !== 'completed'",
        replace: "status === 'failed'",
      },
    ],
    model: 'part',
    caughtBy: ['generations-asked'],
  },
  {
    name: 'repeated-chunk-looks-at-its-beginning-alone',
    breaks: 'A chunk that begins as the one before is taken for a repeated one, whatever comes behind.',
    edits: [
      {
        file: 'src/providers/adapters/openai/repeated-chunks.ts',
        find: 'if (data.slice(0, from) !== this.#before || data.slice(to) !== this.#behind) return undefined;',
        replace: 'if (data.slice(0, from) !== this.#before) return undefined;',
      },
    ],
    model: 'part',
    caughtBy: ['chunks-heard', 'chunks-end'],
  },
];
