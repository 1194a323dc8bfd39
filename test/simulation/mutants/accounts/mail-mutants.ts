/** Defects of mails, of what counts by day, and of guesses at passwords. */
import type { Mutant } from '../mutant.js';

const DAY_LIMIT = 'src/people/day-limit.ts';
const GUESS_LIMITS = 'src/people/guess-limits.ts';

export const MAIL_MUTANTS: readonly Mutant[] = [
  {
    name: 'mail-is-tried-three-times',
    breaks: 'A mail that the server refuses three times is given up.',
    edits: [
      {
        file: 'src/mail/mail-queue.ts',
        find: 'const TRIES = BACK_OFF_MS.length + 1;',
        replace: 'const TRIES = BACK_OFF_MS.length;',
      },
    ],
    caughtBy: ['mails'],
  },
  {
    name: 'day-begins-each-hour',
    breaks: 'What counts by day begins anew with each hour.',
    edits: [
      {
        file: DAY_LIMIT,
        find: 'const DAY_MS = 86_400_000;',
        replace: 'const DAY_MS = 3_600_000;',
      },
    ],
    caughtBy: ['sign-ups', 'mails'],
  },
  {
    name: 'days-before-do-not-count-anew',
    breaks: 'What counts by day stays counted once the clock is put back to another day.',
    edits: [
      {
        file: DAY_LIMIT,
        find: 'if (day !== this.#day) this.#counts.clear();',
        replace: 'if (day > this.#day) this.#counts.clear();',
      },
    ],
    caughtBy: ['sign-ups', 'mails'],
  },
  {
    name: 'invitations-are-never-said-to-be-mailed',
    breaks: 'Whoever invites is told that nothing was mailed.',
    edits: [
      {
        file: 'src/http/operations/management/people/invite-user.ts',
        find: 'result.isMailed, deps.world',
        replace: 'false, deps.world',
      },
    ],
    caughtBy: ['invitations'],
  },
  {
    name: 'guesses-by-name-not-counted',
    breaks: 'A name is tried by as many networks as like to.',
    edits: [
      {
        file: GUESS_LIMITS,
        find: 'BY_NAME = 100;',
        replace: 'BY_NAME = 10_000;',
      },
    ],
    faults: 'light',
    caughtBy: ['guesses'],
  },
  {
    name: 'guesses-in-a-browser-not-noted',
    breaks: 'A restart forgets the guesses in browsers that are known to have signed in as the name.',
    edits: [
      {
        file: GUESS_LIMITS,
        find: '      journal.admitted(window);\n',
        replace: '      if (device === undefined) journal.admitted(window);\n',
      },
    ],
    faults: 'light',
    caughtBy: ['guesses'],
  },
];
