/** Defects in the face of garbage, of fields that most requests do not have, and of a stop's very moment. */
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
        find: 'if (!isCount(index) || !isTextOrNull(finish) || !isSaid(said))\n    throw',
        replace: 'if (said === null) throw',
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
    caughtBy: ['text-settlement', 'text-streams', 'answers', 'process-lives'],
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
    caughtBy: ['service-answers', 'service-words'],
  },
  {
    name: 'fields-not-kept',
    breaks: 'A job forgets the fields beside model, prompt and seconds when it is taken up from the disk.',
    edits: [
      {
        file: 'src/actors/jobs/video-job-records.ts',
        find: 'JSON.stringify(extra)}}',
        replace: 'JSON.stringify({})}}',
      },
    ],
    caughtBy: ['passed-fields'],
  },
  {
    name: 'stop-words-not-passed-on',
    breaks: 'A text is asked for without the words at which it is to stop.',
    edits: [
      {
        file: 'src/http/schemas/chat-request.ts',
        find: "  'stop',\n",
        replace: '',
      },
      {
        file: 'src/http/schemas/chat-request.ts',
        find: 'if (Object.hasOwn(CHAT_REQUEST.shape, name)) continue;',
        replace: "if (Object.hasOwn(CHAT_REQUEST.shape, name) || name === 'stop') continue;",
      },
    ],
    caughtBy: ['passed-fields'],
  },
  {
    name: 'last-note-leaves-out-its-millisecond',
    breaks: 'A stop forgets the requests that were admitted in its very millisecond.',
    edits: [
      {
        file: 'src/actors/windows/window-journal.ts',
        find: '    await this.#pass(1);\n',
        replace: '',
      },
      {
        file: 'src/actors/windows/window-journal.ts',
        find: 'if (this.#unnoted.length === 0 || tries === LAST_NOTE_TRIES) return;',
        replace: 'if (tries > 0) return;',
      },
    ],
    caughtBy: ['window-exact', 'rate-headers'],
  },
];
