/** Defects of the look-up of texts. */
import type { Mutant } from '../mutant.js';

const GET = 'src/http/operations/v1/get-generation.ts';
const ACTOR = 'src/actors/generations/generation.ts';
const PROGRESS = 'src/routing/text/text-progress.ts';

export const LOOK_UP_MUTANTS: readonly Mutant[] = [
  {
    name: 'look-up-by-any-account',
    breaks: 'A text is told of to the keys of every account.',
    edits: [
      {
        file: GET,
        find: 'if (generation?.account !== apiCaller(caller).account) return',
        replace: 'if (generation === undefined || apiCaller(caller).account === "") return',
      },
    ],
    caughtBy: ['look-ups'],
  },
  {
    name: 'look-up-by-the-paying-key-alone',
    breaks: 'A text does not exist for the other keys of its account.',
    edits: [
      {
        file: GET,
        find: 'if (generation?.account !== apiCaller(caller).account) return',
        replace: 'if (generation?.key !== apiCaller(caller).id) return',
      },
    ],
    caughtBy: ['look-ups'],
  },
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
    name: 'open-text-looked-up-in-vain',
    breaks: 'A text that has not ended does not exist.',
    edits: [{ file: GET, find: '? failed(UNDER_WAY)', replace: '? failed(NO_SUCH_GENERATION)' }],
    caughtBy: ['look-ups'],
  },
  {
    name: 'reserve-looked-up-as-cost',
    breaks: 'A look-up shows what a text reserved in the place of its cost.',
    edits: [{ file: GET, find: 'printDa(cost)', replace: 'printDa(cost && generation.reserved)' }],
    caughtBy: ['look-ups'],
  },
  {
    name: 'estimate-looked-up-as-reported',
    breaks: 'A look-up tells of estimated tokens as if the provider had reported them.',
    edits: [{ file: GET, find: 'end?.isEstimated ?? false', replace: 'end?.latencyMs === -1' }],
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
