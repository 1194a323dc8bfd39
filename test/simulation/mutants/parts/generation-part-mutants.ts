/** Defects of generations as the API takes, settles and shows them, each seen with its part alone. */
import type { Mutant } from '../mutant.js';

const GENERATION = 'src/actors/generations/generation.ts';

export const GENERATION_PART_MUTANTS: readonly Mutant[] = [
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
];
