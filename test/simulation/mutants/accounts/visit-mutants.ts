/** Defects of the pages about people, of what they show and to whom, and of forms that come twice. */
import type { Mutant } from '../mutant.js';

const PAGES = 'src/http/pages/dashboard';

export const VISIT_MUTANTS: readonly Mutant[] = [
  {
    name: 'audit-page-names-the-subject-as-author',
    breaks: 'The page of the audit trail says that whoever was acted on did it.',
    edits: [
      {
        file: `${PAGES}/people/audit-trail.tsx`,
        find: "by.kind === 'user' ? deps.people.user(by.id)?.name",
        replace: "by.kind === 'user' ? deps.people.user(about)?.name",
      },
    ],
    caughtBy: ['audit-page'],
  },
  {
    name: 'members-rotate-keys',
    breaks: 'A member gives the keys of the account other secrets.',
    edits: [
      {
        file: `${PAGES}/keys/rotate-key.tsx`,
        find: 'mayManage(rights, key.account) && !key.isRevoked',
        replace: '(mayManage(rights, key.account) || rights.account === key.account) && !key.isRevoked',
      },
    ],
    caughtBy: ['visits', 'forms'],
  },
  {
    name: 'grace-of-a-page-is-a-thousandth',
    breaks: 'The secret that a form replaced works for milliseconds, not for seconds.',
    edits: [
      {
        file: `${PAGES}/keys/rotate-key.tsx`,
        find: 'graceMs: parsed.value.grace_seconds * 1_000',
        replace: 'graceMs: parsed.value.grace_seconds',
      },
    ],
    caughtBy: ['audit-entries', 'answers'],
  },
  {
    name: 'members-see-open-invitations',
    breaks: 'The page of people shows its open invitations to members.',
    edits: [
      {
        file: `${PAGES}/people/list-people.tsx`,
        find: 'const invitations = mayChange && after === undefined',
        replace: 'const invitations = after === undefined',
      },
    ],
    caughtBy: ['people-pages'],
  },
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
    name: 'invitation-form-makes-another',
    breaks: 'The form of an invitation that is sent again makes a second one.',
    edits: [
      {
        file: `${PAGES}/people/invite.tsx`,
        find: "  if (once === '') return undefined;\n",
        replace: '  if (once.length > 0) return undefined;\n',
      },
    ],
    caughtBy: ['forms-once'],
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
    name: 'guesser-is-told-a-minute',
    breaks: 'Whoever may try a password in a second is told to wait for a minute.',
    edits: [
      {
        file: `${PAGES}/sign-in/sign-in.tsx`,
        find: "tried.outcome === 'too_many_guesses' ? tried.retryAfterMs : undefined",
        replace: "tried.outcome === 'too_many_guesses' ? undefined : undefined",
      },
    ],
    caughtBy: ['guesses'],
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
  {
    name: 'changed-user-is-shown-as-before',
    breaks: 'The answer to a change of a role shows the user as before it.',
    edits: [
      {
        file: 'src/http/operations/management/people/change-user.ts',
        find: 'const shown = userInReach(input, deps) ?? changed;',
        replace: 'const shown = user;',
      },
    ],
    caughtBy: ['users-shown'],
  },
];
