/** Defects of mails, of what counts by day, and of guesses at passwords. */
import type { Mutant } from '../mutant.js';

const DAY_LIMIT = 'src/people/day-limit.ts';
const GUESS_LIMITS = 'src/people/guess-limits.ts';

export const MAIL_MUTANTS: readonly Mutant[] = [
  {
    name: 'link-makes-the-removed-user-anew',
    breaks:
      'A link for a forgotten password works when its user has been removed, and makes one of that name.',
    edits: [
      {
        file: 'src/actors/people/invitation.ts',
        find: 'if (resets !== undefined && known?.id !== resets.user)',
        replace: 'if (resets !== undefined && known !== undefined && known.id !== resets.user)',
      },
    ],
    faults: 'light',
    caughtBy: ['mailed-links'],
  },
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
    name: 'passwords-are-forgotten-without-a-mail-server',
    breaks: 'Without a mail server somebody who forgot the password is told that a mail is on its way.',
    edits: [
      {
        file: 'src/http/pages/dashboard/sign-in/forgotten-password.tsx',
        find: '  post(request, sent, { people }) {\n    if (!people',
        replace: "  post(request, sent, { people }) {\n    if (sent.has('nothing') && !people",
      },
    ],
    caughtBy: ['mails'],
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
