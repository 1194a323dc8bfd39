/** Defects of the pages about people, of what they show and to whom, and of forms that come twice. */
import type { Mutant } from '../mutant.js';

export const VISIT_MUTANTS: readonly Mutant[] = [
  {
    name: 'passwords-counted-in-units',
    breaks: 'Five characters that take two units each are enough for a password.',
    edits: [
      {
        file: 'src/people/password-check.ts',
        find: 'const characters = [...text].length;',
        replace: 'const characters = text.length;',
      },
    ],
    caughtBy: ['password-forms'],
  },
  {
    name: 'second-click-replaces-the-secret-again',
    breaks: 'A form that comes twice at once replaces the secret that its first coming showed.',
    edits: [
      {
        file: 'src/actors/keys/key-rotation.ts',
        find: "  if (rotations !== state.rotations) return { outcome: 'rotated_before' };\n",
        replace: '',
      },
    ],
    caughtBy: ['forms-once'],
  },
  {
    name: 'scripts-get-the-session',
    breaks: 'The cookie of a session is shown to the scripts of a page.',
    edits: [
      {
        file: 'src/http/response/set-cookie.ts',
        find: '; HttpOnly${',
        replace: '${',
      },
    ],
    caughtBy: ['cookies'],
  },
  {
    name: 'no-password-is-checked-after-one-that-failed',
    breaks: 'Once a password could not be hashed, nobody signs in any more.',
    edits: [
      {
        file: 'src/passwords/password-hasher.ts',
        find: 'this.#last = result.catch(() => {});',
        replace: 'this.#last = result;',
      },
    ],
    caughtBy: ['answers'],
  },
];
