/** Defects of people: their invitations, sessions, passwords and rights. */
import type { Mutant } from '../mutant.js';

const INVITATION = 'src/actors/people/invitation.ts';
const USER = 'src/actors/people/user.ts';
const SESSIONS = 'src/actors/people/sessions.ts';
const GUESS_LIMITS = 'src/people/guess-limits.ts';
const PASSWORD_CHECK = 'src/people/password-check.ts';
const FORGOTTEN = 'src/people/forgotten-password.ts';

export const PEOPLE_MUTANTS: readonly Mutant[] = [
  {
    name: 'operator-made-a-member-counts-as-an-owner',
    breaks: 'An account may lose its last owner once an operator of it was made a member.',
    edits: [
      {
        file: USER,
        find: 'Number(isOwner(role)) - Number(isOwner(state.role))',
        replace: "Number(isOwner(role)) - Number(state.role === 'owner')",
      },
    ],
    caughtBy: ['last-owner'],
  },
  {
    name: 'invitation-works-twice',
    breaks: 'An invitation that was accepted stands.',
    edits: [
      {
        file: INVITATION,
        find: "  remove(state, turn);\n  return { outcome: 'accepted'",
        replace: "  return { outcome: 'accepted'",
      },
    ],
    caughtBy: ['invitations'],
  },
  {
    name: 'invitation-lasts-a-week',
    breaks: 'An invitation works after its 72 hours.',
    edits: [{ file: INVITATION, find: 'INVITATION_MS = 72 *', replace: 'INVITATION_MS = 168 *' }],
    caughtBy: ['invitations'],
  },
  {
    name: 'invitation-over-early',
    breaks: 'An invitation is over after two days.',
    edits: [{ file: INVITATION, find: 'INVITATION_MS = 72 *', replace: 'INVITATION_MS = 48 *' }],
    caughtBy: ['invitations'],
  },
  {
    name: 'invitation-gives-more-rights',
    breaks: 'Owners invite operators.',
    edits: [
      {
        file: INVITATION,
        find: "  if (!mayHandle(rights, account, role)) return { outcome: 'not_allowed' };\n  const known",
        replace: '  const known',
      },
    ],
    caughtBy: ['rights'],
  },
  {
    name: 'role-above-ones-own-given',
    breaks: 'An owner makes a user an operator.',
    edits: [
      {
        file: USER,
        find: 'mayHandle(rights, account, state.role) && mayHandle(rights, account, role)',
        replace: 'mayHandle(rights, account, state.role)',
      },
    ],
    caughtBy: ['rights'],
  },
  {
    name: 'operator-removed-by-an-owner',
    breaks: 'An owner removes an operator.',
    edits: [
      {
        file: USER,
        find: "  if (!mayHandle(rights, account, role)) return { outcome: 'not_allowed' };\n  if (isOwner(role) && isLastOwner",
        replace:
          "  if (!mayManage(rights, account)) return { outcome: 'not_allowed' };\n  if (isOwner(role) && isLastOwner",
      },
    ],
    caughtBy: ['rights'],
  },
  {
    name: 'last-owner-goes',
    breaks: 'The only owner of an account is removed, or becomes a member.',
    edits: [{ file: USER, find: 'owners === 1', replace: 'owners === 0' }],
    caughtBy: ['rights'],
  },
  {
    name: 'new-password-ends-no-session',
    breaks: 'The other sessions go on after a new password.',
    edits: [{ file: USER, find: '({ id }) => id !== session)', replace: '() => false)' }],
    caughtBy: ['sessions'],
  },
  {
    name: 'idle-session-goes-on',
    breaks: 'A session that was idle for 12 hours goes on.',
    edits: [
      {
        file: SESSIONS,
        find: 'Math.min(later(madeAt, LIFE_MS), later(seenAt, IDLE_MS)) as SteadyMs',
        replace: '(seenAt < 0 ? seenAt : later(madeAt, LIFE_MS)) as SteadyMs',
      },
    ],
    caughtBy: ['sessions'],
  },
  {
    name: 'use-of-a-session-not-noted',
    breaks: 'A session ends 12 hours after its sign-in, used or not.',
    edits: [{ file: USER, find: '  putSession(turn, turn.id, used);\n', replace: '' }],
    caughtBy: ['sessions'],
    runsMax: 600,
  },
  {
    name: 'sign-out-everywhere-leaves-others',
    breaks: 'Sign out everywhere ends one session.',
    edits: [
      {
        file: USER,
        find: 'return endSessions(state, turn, () => true);',
        replace: 'return endSessions(state, turn, ({ id }) => id === state.sessions[0]?.id);',
      },
    ],
    caughtBy: ['sessions'],
  },
  {
    name: 'eleven-guesses',
    breaks: 'A network tries a name eleven times a minute.',
    edits: [{ file: GUESS_LIMITS, find: 'BY_NAME_AND_NETWORK = 10;', replace: 'BY_NAME_AND_NETWORK = 11;' }],
    caughtBy: ['guesses'],
  },
  {
    name: 'guesses-by-network-not-counted',
    breaks: 'A network tries as many names as it likes.',
    edits: [{ file: GUESS_LIMITS, find: 'BY_NETWORK = 30;', replace: 'BY_NETWORK = 3_000;' }],
    runsMax: 1_200,
    caughtBy: ['guesses'],
  },
  {
    name: 'known-browser-not-spared',
    breaks: "Guessing at a person's name locks the person out.",
    edits: [
      { file: PASSWORD_CHECK, find: 'device: isKnown ? device : undefined', replace: 'device: undefined' },
    ],
    caughtBy: ['guesses'],
  },
  {
    name: 'unknown-name-tells-by-time',
    breaks: 'A name that nobody has costs no hash.',
    edits: [
      {
        file: PASSWORD_CHECK,
        find: 'await this.#hasher.verify(person?.passwordHash ?? undefined, tried)',
        replace:
          'person !== undefined && (await this.#hasher.verify(person.passwordHash ?? undefined, tried))',
      },
    ],
    caughtBy: ['passwords'],
  },
  {
    name: 'sign-in-not-audited',
    breaks: 'A sign-in has no entry in the audit trail.',
    edits: [
      {
        file: USER,
        find: "  audit(state, 'signed_in', themselves(state, made.address), turn);\n",
        replace: '',
      },
    ],
    caughtBy: ['audit-trail'],
  },
  {
    name: 'grant-audited-twice',
    breaks: 'A grant has two entries in the audit trail.',
    edits: [
      {
        file: USER,
        find: "  audit(state, 'grants_changed', by, turn, { keys });\n",
        replace:
          "  audit(state, 'grants_changed', by, turn, { keys });\n  audit(state, 'grants_changed', by, turn, { keys });\n",
      },
    ],
    caughtBy: ['audit-trail'],
  },
  {
    name: 'secret-address-in-the-referrer',
    breaks: 'A page of trouble behind a secret address tells that address to the next page.',
    edits: [
      {
        file: 'src/http/pages/dashboard/site.tsx',
        find: 'hasSecretAddress: SECRET_PATHS.has(path),',
        replace: 'hasSecretAddress: false,',
      },
    ],
    caughtBy: ['answers'],
  },
  {
    name: 'sign-in-outlives-the-password-it-typed',
    breaks: 'A sign-in whose password is checked while its user sets another one is signed in from then on.',
    edits: [
      {
        file: 'src/actors/people/user.ts',
        find: '{ ...others, passwordHash, passwordVersion: passwordVersion + 1 }',
        replace: '{ ...others, passwordHash }',
      },
    ],
    caughtBy: ['sessions'],
  },
  {
    name: 'forgotten-password-set-for-a-later-user',
    breaks: 'The link for a forgotten password sets that of another user, who has the name by now.',
    edits: [{ file: INVITATION, find: 'known?.id !== resets.user', replace: 'known === undefined' }],
    caughtBy: ['mailed-links'],
    faults: 'none',
  },
  {
    name: 'chat-spends-of-keys-that-were-not-granted',
    breaks: 'A member spends of any key of the account in the web chat, whatever was granted.',
    edits: [
      {
        file: 'src/http/pages/dashboard/requests/usable-keys.ts',
        find: 'return key !== undefined && isUsable(signedIn, key) ? key : undefined;',
        replace: 'return key;',
      },
    ],
    caughtBy: ['rights'],
  },
  {
    name: 'name-in-full-width-is-nobodys',
    breaks: 'A user whose name is typed with a letter of full width is not found.',
    edits: [
      {
        file: 'src/actors/people/user-names.ts',
        find: "name.normalize('NFKC').toLowerCase()",
        replace: 'name.toLowerCase()',
      },
    ],
    caughtBy: ['passwords'],
  },
  {
    name: 'links-for-forgotten-passwords-not-bounded',
    breaks: 'A network asks for links for as many names as it likes.',
    edits: [
      {
        file: FORGOTTEN,
        find: 'if (this.#limits.waitMs(guess) > 0) return false;',
        replace: 'this.#limits.waitMs(guess);',
      },
    ],
    caughtBy: ['guesses'],
  },
  {
    name: 'invitation-of-an-owner-works-again',
    breaks: 'The link that gave an owner a new password gives another one to whoever has it.',
    edits: [
      {
        file: INVITATION,
        find: "  remove(state, turn);\n  return { outcome: 'accepted'",
        replace: "  if (known?.role !== 'owner') remove(state, turn);\n  return { outcome: 'accepted'",
      },
    ],
    caughtBy: ['invitations'],
  },
  {
    name: 'invitations-of-owners-are-not-listed',
    breaks: 'The list of open invitations leaves out those of owners.',
    edits: [
      {
        file: 'src/people/people.ts',
        find: '!signsIn && resets === undefined && expiresAt > now',
        replace: "!signsIn && resets === undefined && expiresAt > now && role !== 'owner'",
      },
      {
        file: 'src/people/people.ts',
        find: '({ expiresAt, signsIn, resets }) =>',
        replace: '({ expiresAt, signsIn, resets, role }) =>',
      },
    ],
    caughtBy: ['invitations'],
  },
  {
    name: 'mail-is-tried-again-in-haste',
    breaks: 'A mail that the server does not take is tried every five seconds.',
    edits: [{ file: 'src/mail/mail-queue.ts', find: 'BACK_OFF_MS[tries - 1]', replace: 'BACK_OFF_MS[0]' }],
    caughtBy: ['mails'],
  },
  {
    name: 'second-try-of-a-mail-comes-late',
    breaks: 'A mail that the server does not take waits half a minute for its second try.',
    edits: [
      {
        file: 'src/mail/mail-queue.ts',
        find: 'BACK_OFF_MS = [5_000, 60_000',
        replace: 'BACK_OFF_MS = [30_000, 60_000',
      },
    ],
    caughtBy: ['mails'],
  },
  {
    name: 'operators-of-other-accounts',
    breaks: 'An operator makes somebody of another account an operator.',
    edits: [
      {
        file: 'src/actors/people/rights.ts',
        find: "(rights.role === 'operator' && account === OPERATORS_ACCOUNT)",
        replace: "(rights.role === 'operator' && account !== '')",
      },
    ],
    caughtBy: ['rights'],
  },
];
