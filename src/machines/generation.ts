/**
 * The life of a generation: text that a client waits for.
 *
 *     open ──text is whole──▶ completed
 *      │ ▲
 *      │ └─ next route
 *      ├──no provider takes it, or the text breaks off──▶ failed
 *      └──the client has gone, or the node restarts─────▶ interrupted
 *
 * The text itself is on no disk, so a generation lives as long as its stream: a restart ends it. The carrier
 * of the stream asks the route that the committed state names, and tells what came of it.
 *
 * The machine is pure: it calls nobody and owns no timer. It names its effects: `ask`, which follows the
 * commit, and `settle`, which is part of it.
 *
 * Invariants
 *  1. Nothing leaves `completed`, `failed` and `interrupted`.
 *  2. `settle` happens exactly once, on entering one of them.
 *  3. A further route is taken only if the one before certainly did not take the generation.
 *  4. Only an end with text has tokens, so all else is charged nothing.
 */
import { assign, setup } from 'xstate';
import type { TextFailure } from '../providers/text-provider.js';
import {
  firstGenerationContext,
  type GenerationContext,
  type GenerationInput,
  type TextEnd,
} from './generation-context.js';
import type { GenerationEvent } from './generation-events.js';

/** Bumped when a stored snapshot of the previous machine could be misread by this one. */
export const GENERATION_MACHINE_VERSION = 1;

const KEEP_END = {
  type: 'keepEnd',
  params: ({ event }: { readonly event: { readonly end: TextEnd } }) => event,
} as const;
const KEEP_FAILURE = {
  type: 'keepFailure',
  params: ({ event }: { readonly event: { readonly failure: TextFailure } }) => event,
} as const;

export const generationMachine = setup({
  types: {
    context: {} as GenerationContext,
    events: {} as GenerationEvent,
    input: {} as GenerationInput,
    tags: {} as 'open' | 'completed' | 'failed' | 'interrupted',
  },
  actions: {
    // Effects: carried out by the hosting actor, which gets their names from the step.
    ask: () => {},
    settle: () => {},
    takeNextRoute: assign(({ context: { route, fallbacks } }) => ({
      route: fallbacks[0] ?? route,
      fallbacks: fallbacks.slice(1),
    })),
    keepEnd: assign({ end: (_, { end }: { end: TextEnd }) => end }),
    keepFailure: assign({ failure: (_, { failure }: { failure: TextFailure }) => failure }),
  },
  guards: {
    hasFallback: ({ context }) => context.fallbacks.length > 0,
  },
}).createMachine({
  id: 'generation',
  context: ({ input }) => firstGenerationContext(input),
  initial: 'open',
  states: {
    open: {
      tags: 'open',
      entry: 'ask',
      on: {
        NOT_TAKEN: [
          { guard: 'hasFallback', target: 'open', reenter: true, actions: 'takeNextRoute' },
          { target: 'failed', actions: KEEP_FAILURE },
        ],
        REFUSED: { target: 'failed', actions: KEEP_FAILURE },
        ENDED: { target: 'completed', actions: KEEP_END },
        BROKEN_OFF: { target: 'failed', actions: [KEEP_END, KEEP_FAILURE] },
        ABANDONED: { target: 'interrupted', actions: KEEP_END },
        RESUMED: 'interrupted',
      },
    },
    completed: { type: 'final', tags: 'completed', entry: 'settle' },
    failed: { type: 'final', tags: 'failed', entry: 'settle' },
    interrupted: { type: 'final', tags: 'interrupted', entry: 'settle' },
  },
});
