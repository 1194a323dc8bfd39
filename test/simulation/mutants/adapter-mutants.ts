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
  {
    name: 'idempotent-hours-taken-for-minutes',
    breaks: 'A lost submit is given up while its provider promises to take a repeat for the same.',
    edits: [
      {
        file: 'src/providers/adapters/openai-videos/openai-videos-adapter.ts',
        find: 'const HOUR_MS = 3_600_000;',
        replace: 'const HOUR_MS = 60_000;',
      },
    ],
    caughtBy: ['settlement-cause'],
  },
  {
    name: 'idempotent-hours-with-fractions-of-a-ms',
    breaks: 'Jobs stand on disk with a time that `verify` cannot read.',
    edits: [
      {
        file: 'src/providers/adapters/openai-videos/openai-videos-adapter.ts',
        find: 'Math.floor(hours * HOUR_MS)',
        replace: 'hours * HOUR_MS',
      },
    ],
    caughtBy: ['sound-records'],
  },
  {
    name: 'refusal-of-a-completed-request-in-words-not-read',
    breaks:
      'A request of fal that is completed with a refusal in words alone is looked up until its deadline.',
    edits: [
      {
        file: 'src/providers/adapters/fal/fal-adapter.ts',
        find: "status === 422 && textAt(body, 'detail')",
        replace: "status === 422 && textAt(body, 'error')",
      },
    ],
    faults: 'none',
    caughtBy: ['service-words'],
  },
  {
    name: 'seconds-of-a-video-in-whole-numbers',
    breaks: 'A server with /v1/videos is asked for a longer clip than the client asked for.',
    edits: [
      {
        file: 'src/providers/adapters/openai-videos/openai-videos-adapter.ts',
        find: "form.append('seconds', String(lengthMs / 1000));",
        replace: "form.append('seconds', String(Math.ceil(lengthMs / 1000)));",
      },
    ],
    faults: 'none',
    caughtBy: ['service-answers', 'service-asked'],
  },
  {
    name: 'task-read-from-another-field',
    breaks: 'No submit to MiniMax has a known outcome.',
    edits: [
      {
        file: 'src/providers/adapters/minimax/minimax-adapter.ts',
        find: "handleOf: (body) => textAt(body, 'task_id'),",
        replace: "handleOf: (body) => textAt(body, 'id'),",
      },
    ],
    faults: 'none',
    caughtBy: ['service-words'],
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
    name: 'aborted-prediction-waits',
    breaks: 'A prediction of Replicate that was aborted before it began is waited for.',
    edits: [
      {
        file: 'src/providers/adapters/replicate/replicate-adapter.ts',
        find: "aborted: 'failed',",
        replace: "aborted: 'pending',",
      },
    ],
    caughtBy: ['service-words'],
  },
  {
    name: 'filtered-without-a-reason-goes-on',
    breaks:
      'An operation of Veo whose video a filter took, without a word why, is asked about again and again.',
    edits: [
      {
        file: 'src/providers/adapters/veo/veo-adapter.ts',
        find: "reason !== undefined || (numberAt(response, 'raiMediaFilteredCount') ?? 0) > 0",
        replace: 'reason !== undefined',
      },
    ],
    caughtBy: ['service-words'],
  },
  {
    name: 'limit-of-minimax-taken-for-a-failure',
    breaks: 'One of the limits of MiniMax leaves the outcome of a submit open.',
    edits: [
      {
        file: 'src/providers/adapters/minimax/minimax-adapter.ts',
        find: 'new Set([1002, 1039, 1041, 2045])',
        replace: 'new Set([1002, 1039, 2045])',
      },
    ],
    caughtBy: ['service-words'],
  },
  {
    name: 'conflict-taken-for-a-refusal',
    breaks: 'A submit that a server with /v1/videos has under way counts as refused.',
    edits: [
      {
        file: 'src/providers/adapters/openai-videos/openai-videos-adapter.ts',
        find: 'if (answer.status === 409)',
        replace: 'if (answer.status === 418)',
      },
    ],
    caughtBy: ['service-words'],
  },
  {
    name: 'interrupted-prompt-completes',
    breaks: 'A prompt of ComfyUI that somebody interrupted ends as one whose workflow saved no video.',
    edits: [
      {
        file: 'src/providers/adapters/comfyui/comfyui-states.ts',
        find: "error: 'failed' } as const;",
        replace: "error: 'made' } as const;",
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
