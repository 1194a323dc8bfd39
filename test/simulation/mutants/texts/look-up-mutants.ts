/** Defects of the look-up of texts. */
import type { Mutant } from '../mutant.js';

const ACTOR = 'src/actors/generations/generation.ts';
const PROGRESS = 'src/routing/text/text-progress.ts';

export const LOOK_UP_MUTANTS: readonly Mutant[] = [
  {
    name: 'look-up-served-unasked',
    breaks: 'Texts can be looked up although the configuration does not say so.',
    edits: [
      {
        file: 'src/http/operations/index.ts',
        find: 'return generations ? operations : operations.filter((operation) => operation !== getGeneration);',
        replace: 'return operations.filter((operation) => generations || operation.path !== "");',
      },
    ],
    caughtBy: ['look-ups'],
  },
  {
    name: 'first-token-counted-from-the-last',
    breaks: 'The time of the first token is that of the last.',
    edits: [
      {
        file: PROGRESS,
        find: 'this.#firstTokenAt ??= this.#world.steadyMs();',
        replace: 'this.#firstTokenAt = this.#world.steadyMs();',
      },
    ],
    caughtBy: ['look-ups'],
  },
  {
    name: 'text-kept-for-half-its-time',
    breaks: 'A text is removed when half of its time is over.',
    edits: [{ file: ACTOR, find: 'later(turn.now, keptMs)', replace: 'later(turn.now, keptMs / 2)' }],
    caughtBy: ['look-ups', 'text-ends'],
  },
  {
    name: 'text-kept-for-good',
    breaks: 'A settled text is never removed.',
    edits: [
      {
        file: ACTOR,
        find: "  turn.insert('expiry', expiryKey(later(turn.now, keptMs), 'generation', id), '1');\n",
        replace:
          "  if (keptMs < 0) turn.insert('expiry', expiryKey(later(turn.now, keptMs), 'generation', id), '1');\n",
      },
    ],
    caughtBy: ['look-ups'],
  },
];
