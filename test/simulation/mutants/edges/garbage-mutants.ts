/** Defects in the face of garbage. */
import type { Mutant } from '../mutant.js';

const PIECES = 'src/providers/adapters/openai/openai-pieces.ts';

export const GARBAGE_MUTANTS: readonly Mutant[] = [
  {
    name: 'garbage-of-a-text-handed-on',
    breaks: 'A choice reaches the client of a stream whatever its fields are.',
    edits: [
      {
        file: PIECES,
        find: 'if (!isRead) throw',
        replace: 'if (objectAt(choice) === undefined) throw',
      },
    ],
    caughtBy: ['text-streams', 'text-ends'],
  },
  {
    name: 'usage-without-sense-believed',
    breaks: 'Any two numbers are a usage of tokens.',
    edits: [
      {
        file: PIECES,
        find: "typeof value === 'number' && Number.isSafeInteger(value) && value >= 0",
        replace: "typeof value === 'number'",
      },
    ],
    caughtBy: ['text-settlement', 'text-streams', 'process-lives'],
  },
  {
    name: 'words-behind-the-end-read',
    breaks: 'Chunks of a text that come behind its [DONE] are read.',
    edits: [
      {
        file: 'src/providers/adapters/openai/openai-adapter.ts',
        find: 'if (isDone) break;',
        replace: 'if (isDone) continue;',
      },
    ],
    caughtBy: ['text-streams', 'text-settlement'],
  },
];
