/** Defects of the adapters of real services, found by histories in which they call the stand-ins. */
import type { Mutant } from './mutant.js';

const ANSWERS = 'src/providers/adapters/remote/remote-answers.ts';

export const ADAPTER_MUTANTS: readonly Mutant[] = [
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
    name: 'prompt-id-taken-for-idempotency-key',
    breaks: 'A submit to ComfyUI is repeated, which queues it twice.',
    edits: [
      {
        file: 'src/providers/adapters/comfyui/comfyui-adapter.ts',
        find: "lostAnswer: { kind: 'findable' },",
        replace: "lostAnswer: { kind: 'idempotent' },",
      },
    ],
    caughtBy: ['routes', 'settlement-cause'],
  },
  {
    name: 'idempotency-key-not-sent',
    breaks: 'A submit to a server with /v1/videos is repeated without its key.',
    edits: [
      {
        file: 'src/providers/adapters/openai-videos/openai-videos-adapter.ts',
        find: "const headers = { 'idempotency-key': request.jobId };",
        replace: 'const headers = {};',
      },
    ],
    caughtBy: ['routes'],
  },
];
