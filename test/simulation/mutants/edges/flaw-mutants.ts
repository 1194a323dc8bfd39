/** Defects of how requests are read: of what is wrong in them, and of what means the same. */
import type { Mutant } from '../mutant.js';

export const FLAW_MUTANTS: readonly Mutant[] = [
  {
    name: 'refusal-names-the-place-before',
    breaks: 'A refusal in the words of the one before it names the place that was wrong there.',
    edits: [
      {
        file: 'src/http/response/error-answer.ts',
        find: 'param !== this.#param ||',
        replace: '(param === undefined) !== (this.#param === undefined) ||',
      },
    ],
    caughtBy: ['flaws-named'],
  },
  {
    name: 'refusal-names-the-outermost-field',
    breaks: 'A refusal names the field of the body that something is wrong in, not the place within it.',
    edits: [
      {
        file: 'src/http/schemas/parse-input.ts',
        find: "return invalid(issue.message, cut(issue.path.map(String).join('.')));",
        replace: 'return invalid(issue.message, cut(String(issue.path[0])));',
      },
    ],
    caughtBy: ['flaws-named'],
  },
  {
    name: 'names-are-compared-as-they-are-spelled',
    breaks: 'Two spellings of a name in one object are two names.',
    edits: [
      {
        file: 'src/http/request/json-text.ts',
        find: 'const key = unquoted(text.slice(at, end));',
        replace: 'const key = text.slice(at, end);',
      },
    ],
    caughtBy: ['flaws-named'],
  },
  {
    name: 'idempotency-key-of-any-length',
    breaks: 'An Idempotency-Key may be longer than 255 characters.',
    edits: [{ file: 'src/http/operations/idempotency-key.ts', find: '{1,255}$/', replace: '{1,}$/' }],
    caughtBy: ['flaws-named'],
  },
  {
    name: 'file-is-taken-for-a-field',
    breaks: 'A form may send a file in the place of a text.',
    edits: [
      {
        file: 'src/http/request/multipart.ts',
        find: "if (parameters.has('filename') || parameters.has('filename*')) {",
        replace: "if (parameters.has('filename*')) {",
      },
    ],
    caughtBy: ['flaws-named'],
  },
  {
    name: 'two-lengths-are-taken',
    breaks: 'A submit may ask for one length as seconds and for another as duration.',
    edits: [
      {
        file: 'src/http/schemas/submit-request.ts',
        find: 'if (seconds !== undefined && duration !== undefined && seconds !== duration) {',
        replace: 'if (seconds !== undefined && duration !== undefined && seconds > duration) {',
      },
    ],
    caughtBy: ['flaws-named'],
  },
  {
    name: 'number-in-a-form-is-another',
    breaks: 'A submit with a number among its further fields, repeated as a form, is another request.',
    edits: [
      {
        file: 'src/http/operations/v1/submit-video.ts',
        find: "return typeof value === 'number' || typeof value === 'boolean' ?",
        replace: "return typeof value === 'boolean' ?",
      },
    ],
    caughtBy: ['idempotency'],
  },
];
