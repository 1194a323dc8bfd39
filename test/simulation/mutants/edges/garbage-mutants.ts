/** Defects in the face of garbage. */
import type { Mutant } from '../mutant.js';

const ANSWERS = 'src/providers/calls/provider-answers.ts';
const SECRETS = 'src/outward/secrets.ts';
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
  {
    name: 'length-of-output-believed',
    breaks: 'A provider that says a length of its output that is no whole number is believed.',
    edits: [
      {
        file: ANSWERS,
        find: 'if (!isWholeUpTo(outputMs, OUTPUT_MS_MAX) || !isText(location, LOCATION_CHARACTERS_MAX))',
        replace: "if (typeof outputMs !== 'number' || !isText(location, LOCATION_CHARACTERS_MAX))",
      },
    ],
    caughtBy: ['settlement-cause', 'process-lives', 'answers', 'liveness'],
  },
  {
    name: 'unknown-reason-believed',
    breaks: 'A job fails for a reason of its provider that the contract does not know.',
    edits: [
      {
        file: ANSWERS,
        find: 'return KNOWN_SLUGS.has(value);',
        replace: "return typeof value === 'string';",
      },
    ],
    caughtBy: ['settlement-cause', 'process-lives', 'answers'],
  },
  {
    name: 'key-shown-in-a-failure',
    breaks: 'The words of a service reach clients with the key that it repeats in them.',
    edits: [
      {
        file: SECRETS,
        find: "if (typeof value === 'string') return this.removedFrom(value);",
        replace: "if (typeof value === 'string') return value;",
      },
    ],
    caughtBy: ['service-answers'],
  },
  {
    name: 'state-that-nobody-knows-fails-a-job',
    breaks: 'An answer to a poll without a state that the gateway knows fails the job.',
    edits: [
      {
        file: 'src/providers/adapters/fal/fal-adapter.ts',
        find: 'throw new Error(`fal has no state',
        replace:
          "if (status !== '') return failure(body, 'provider_error');\n      throw new Error(`fal has no state",
      },
      {
        file: 'src/providers/adapters/luma/luma-adapter.ts',
        find: 'throw new Error(`Luma has no state',
        replace:
          "if (said !== '') return failed('provider_error');\n      throw new Error(`Luma has no state",
      },
    ],
    caughtBy: ['service-answers'],
  },
];
