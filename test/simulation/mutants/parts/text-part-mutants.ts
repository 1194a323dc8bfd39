/** Defects of texts under way, and of the chat in a browser. */
import type { Mutant } from '../mutant.js';

const RUN = 'src/routing/text/generation-run.ts';
const UPSTREAM = 'src/routing/text/upstream.ts';
const DESK = 'src/routing/text/generation-desk.ts';
const CHAT = 'src/http/pages/dashboard/islands/chat';

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
];
