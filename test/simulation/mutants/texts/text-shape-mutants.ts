/** Defects in the form of texts that clients read. */
import type { Mutant } from '../mutant.js';

export const TEXT_SHAPE_MUTANTS: readonly Mutant[] = [
  {
    name: 'total-tokens-without-prompt',
    breaks: 'The total of a usage leaves out the tokens of the prompt.',
    edits: [
      {
        file: 'src/routing/text/text-pieces.ts',
        find: 'total_tokens: promptTokens + completionTokens',
        replace: 'total_tokens: completionTokens',
      },
    ],
    caughtBy: ['text-streams', 'text-ends'],
  },
  {
    name: 'comments-come-late',
    breaks: 'A stream is silent for a minute before a comment comes.',
    edits: [
      {
        file: 'src/routing/text/generation-run.ts',
        find: 'KEEP_ALIVE_MS = 15_000',
        replace: 'KEEP_ALIVE_MS = 60_000',
      },
    ],
    caughtBy: ['text-silence'],
  },
  {
    name: 'chunks-dated-by-their-server',
    breaks: 'The chunks of a stream have the time that their server names.',
    edits: [
      {
        file: 'src/routing/text/text-pieces.ts',
        find: '  chunk.created = generation.createdAt;\n',
        replace: '  chunk.created ??= generation.createdAt;\n',
      },
    ],
    caughtBy: ['text-shown'],
  },
  {
    name: 'chunks-without-other-fields',
    breaks: 'A stream leaves out all that its provider says besides the text.',
    edits: [
      {
        file: 'src/routing/text/text-pieces.ts',
        find: "if (name !== 'usage') chunk[name]",
        replace: "if (name === 'choices') chunk[name]",
      },
    ],
    caughtBy: ['text-shown'],
  },
  {
    name: 'choice-without-index-refused',
    breaks: 'A text of a server that leaves out the number of its one choice makes no sense.',
    edits: [
      {
        file: 'src/providers/adapters/openai/openai-pieces.ts',
        find: 'const { index = 0, finish_reason: finish } = read;',
        replace: 'const { index, finish_reason: finish } = read;',
      },
    ],
    caughtBy: ['text-streams', 'text-ends', 'text-reading'],
  },
  {
    name: 'text-made-in-milliseconds',
    breaks: 'The time at which a text was made is told in milliseconds.',
    edits: [
      {
        file: 'src/actors/generations/generation-creation.ts',
        find: 'createdAt: unixSeconds(turn.wall)',
        replace: 'createdAt: turn.wall',
      },
    ],
    caughtBy: ['made-times'],
  },
  {
    name: 'list-of-models-swaps-bounds',
    breaks:
      'The list of models tells the usual bound on the tokens of a text as the greatest, and vice versa.',
    edits: [
      {
        file: 'src/http/operations/v1/list-models.ts',
        find: 'outputTokensMax, outputTokensDefault, routes } = offer',
        replace:
          'outputTokensMax: outputTokensDefault, outputTokensDefault: outputTokensMax, routes } = offer',
      },
    ],
    caughtBy: ['prices'],
  },
  {
    name: 'client-told-to-come-back-too-soon',
    breaks: 'Clients of a text are not told how long its provider wants no requests.',
    edits: [
      {
        file: 'src/http/operations/v1/chat-completions.ts',
        find: 'retryAfterMs: askAgainAfterMs ?? PROVIDER_RETRY_MS',
        replace: 'retryAfterMs: PROVIDER_RETRY_MS',
      },
    ],
    caughtBy: ['text-routes'],
  },
];
