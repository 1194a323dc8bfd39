/** Defects in who is asked for a text: providers that want no calls for a while, and routes passed over. */
import type { Mutant } from '../mutant.js';

const CALLS = 'src/providers/calls/text-calls.ts';

export const TEXT_PAUSE_MUTANTS: readonly Mutant[] = [
  {
    name: 'pause-of-a-text-model-holds-for-all',
    breaks: 'A provider that wants no texts of one model for a while is asked for none at all.',
    edits: [
      {
        file: CALLS,
        find: 'calls.pausedUntil = Math.max(calls.pausedUntil, until);',
        replace:
          'for (const one of this.#models.values()) one.pausedUntil = Math.max(calls.pausedUntil, until);',
      },
    ],
    caughtBy: ['text-routes'],
  },
  {
    name: 'one-failed-text-closes-its-route',
    breaks: 'A route is passed over as soon as one call for a text failed there.',
    edits: [
      {
        file: CALLS,
        find: 'breaker: new Breaker(this.#world, limits),',
        replace: 'breaker: new Breaker(this.#world, { ...limits, failuresInARow: 1 }),',
      },
    ],
    caughtBy: ['text-routes'],
  },
  {
    name: 'call-that-is-left-decides-nothing',
    breaks:
      'A provider that was asked whether it is well again, and left before it answered, is asked no more.',
    edits: [
      {
        file: CALLS,
        find: "|| calls.breaker.state === 'half_open')",
        replace: ')',
      },
    ],
    caughtBy: ['answers'],
  },
  {
    name: 'slow-readers-use-up-the-next-tokens-time',
    breaks: 'The time for the next token goes on while a text waits for its reader.',
    edits: [
      {
        file: 'src/routing/text/upstream.ts',
        find: '    const leftMs = this.#limitAt - this.#world.steadyMs();\n    this.#limit.rest();\n    await room;\n',
        replace:
          '    this.#limit.rest();\n    await room;\n    const leftMs = Math.max(0, this.#limitAt - this.#world.steadyMs());\n',
      },
    ],
    caughtBy: ['text-reading'],
  },
  {
    name: 'left-probe-keeps-its-route-half-open',
    breaks: 'A probe of a route for texts whose client leaves is never over.',
    edits: [
      {
        file: 'src/providers/calls/text-calls.ts',
        find: " || calls.breaker.state === 'half_open')",
        replace: ')',
      },
    ],
    faults: 'light',
    caughtBy: ['text-routes', 'answers'],
  },
];
