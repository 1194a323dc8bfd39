/** Defects of the adapters of real services, found by histories in which they call the stand-ins. */
import type { Mutant } from './mutant.js';

const ANSWERS = 'src/providers/adapters/remote/remote-answers.ts';

export const ADAPTER_MUTANTS: readonly Mutant[] = [
  {
    name: 'queue-read-list-by-list',
    breaks:
      "Each list of ComfyUI's queue is asked for by itself: a prompt that goes from one to the other is lost.",
    edits: [
      {
        file: 'src/providers/adapters/comfyui/comfyui-states.ts',
        find: "  const queue = await lookedUp(service.call({ method: 'GET', path: '/queue' }, signal));\n",
        replace: '',
      },
      {
        file: 'src/providers/adapters/comfyui/comfyui-states.ts',
        find: '    // A number, the id, and the prompt itself.\n',
        replace:
          "    const queue = await lookedUp(service.call({ method: 'GET', path: '/queue' }, signal));\n",
      },
    ],
    caughtBy: ['service-answers'],
  },
  {
    name: 'server-error-taken-for-busy',
    breaks: 'A service that answers 500 counts as one that has not taken the job.',
    edits: [{ file: ANSWERS, find: 'new Set([429, 503])', replace: 'new Set([429, 500, 503])' }],
    caughtBy: ['routes'],
  },
  {
    name: 'lost-connection-taken-for-none',
    breaks: 'A connection that ends after the request left counts as one that was never made.',
    edits: [
      {
        file: ANSWERS,
        find: 'if (error instanceof NoConnectionError) return',
        replace: 'if (error instanceof NoConnectionError || error instanceof Error) return',
      },
    ],
    caughtBy: ['routes'],
  },
  {
    name: 'senseless-answer-taken-for-busy',
    breaks: 'An answer to a submit that makes no sense counts as one that puts the job off.',
    edits: [
      {
        file: ANSWERS,
        find: 'throw new Error(`an answer to a submit',
        replace:
          "if (message !== '') return { outcome: 'not_now', message };\n    throw new Error(`an answer to a submit",
      },
    ],
    caughtBy: ['routes'],
  },
  {
    name: 'gateway-error-taken-for-busy',
    breaks:
      'A gateway before the service that lost the answer to a submit (502) counts as one that took no job.',
    edits: [{ file: ANSWERS, find: 'new Set([429, 503])', replace: 'new Set([429, 502, 503])' }],
    caughtBy: ['service-words'],
  },
  {
    name: 'wait-of-a-busy-poll-forgotten',
    breaks: 'The wait that a service asks for, when it turns a poll away, is not handed on.',
    edits: [
      {
        file: ANSWERS,
        find: '`, retryAfterMs);',
        replace: '`, undefined);',
      },
    ],
    caughtBy: ['service-words'],
  },
  {
    name: 'part-of-a-range-taken-for-the-file',
    breaks: 'A service that answers a range with a part of it is not asked for the rest.',
    edits: [
      {
        file: 'src/outward/remote-file.ts',
        find: 'if (isWhole || to === undefined) return;',
        replace: 'return;',
      },
    ],
    caughtBy: ['service-words'],
  },
];
