/** Defects of people: their links, sessions, names, mails and rights. */
import type { Mutant } from '../mutant.js';

const INVITATION = 'src/actors/people/invitation.ts';
const USER = 'src/actors/people/user.ts';

export const PEOPLE_PART_MUTANTS: readonly Mutant[] = [
  {
    name: 'session-in-use-never-ends',
    breaks: 'A session that is used goes on after 30 days.',
    edits: [
      {
        file: 'src/actors/people/sessions.ts',
        find: 'later(madeAt, LIFE_MS)',
        replace: 'later(seenAt, LIFE_MS)',
      },
    ],
    model: 'part',
    caughtBy: ['people-session', 'people-sessions', 'people-kept-sessions', 'people-sessions-order'],
  },
  {
    name: 'session-made-first-makes-room',
    breaks: 'A session too many ends the one that was made longest ago, though it is in use.',
    edits: [
      {
        file: USER,
        find: 'toSorted((one, other) => one.seenAt - other.seenAt)',
        replace: 'toSorted((one, other) => one.madeAt - other.madeAt)',
      },
    ],
    model: 'part',
    caughtBy: ['people-session', 'people-sessions', 'people-sessions-order'],
  },
  {
    name: 'forgotten-password-of-nobody',
    breaks: 'The link for a forgotten password makes a user of somebody who was removed since.',
    edits: [
      {
        file: INVITATION,
        find: 'if (resets !== undefined && known?.id !== resets.user)',
        replace: 'if (resets !== undefined && known !== undefined && known.id !== resets.user)',
      },
    ],
    model: 'part',
    caughtBy: ['people-accepted', 'people-users', 'people-counts', 'people-link', 'people-trail'],
  },
  {
    name: 'link-for-the-password-of-now',
    breaks: 'A link for a forgotten password works once there is another password.',
    edits: [
      {
        file: INVITATION,
        find: 'passwordVersion: resets?.passwordVersion ?? known.passwordVersion',
        replace: 'passwordVersion: known.passwordVersion',
      },
    ],
    model: 'part',
    caughtBy: ['people-accepted'],
  },
  {
    name: 'demo-link-works-for-three-days',
    breaks: 'A link that signs in works for 72 hours.',
    edits: [{ file: INVITATION, find: 'SIGN_IN_LINK_MS = 24 *', replace: 'SIGN_IN_LINK_MS = 72 *' }],
    model: 'part',
    caughtBy: ['people-link-signs-in', 'people-kept-links', 'people-accepted', 'people-counts'],
  },
  {
    name: 'mails-counted-by-spelling',
    breaks: 'Strangers have more mails sent to an address in a day, if they spell it in several ways.',
    edits: [
      {
        file: 'src/people/people-mail.ts',
        find: 'this.#asked.admit(userNameKey(name))',
        replace: 'this.#asked.admit(name)',
      },
    ],
    model: 'part',
    caughtBy: ['people-mails'],
  },
  {
    name: 'known-address-is-mailed-in-english',
    breaks: 'A mail that tells of an account that is there is in English, whatever the language of the page.',
    edits: [
      {
        file: 'src/people/sign-up.ts',
        find: "'known', name, 'sign-in', language)",
        replace: "'known', name, 'sign-in', 'en')",
      },
    ],
    model: 'part',
    caughtBy: ['people-mail'],
  },
  {
    name: 'page-of-the-trail-skips-entries',
    breaks: 'The next page of an audit trail leaves out entries of the same millisecond.',
    edits: [
      {
        file: 'src/actors/audit/audit-trail.ts',
        find: 'const end = before === undefined ? to : from + before;',
        replace: 'const end = before === undefined ? to : from + before.slice(0, -5);',
      },
    ],
    model: 'part',
    caughtBy: ['people-trail', 'people-trail-length'],
  },
  {
    name: 'operators-set-rates-of-verified-accounts-alone',
    breaks: 'An operator may not set the rate of the keys of an account that is not verified.',
    edits: [
      {
        file: 'src/actors/people/rights.ts',
        find: "return rights.role === 'operator' || (isVerified && mayManage(rights, id));",
        replace: 'return isVerified && mayManage(rights, id);',
      },
    ],
    model: 'part',
    caughtBy: ['people-rights'],
  },
  {
    name: 'passwords-hashed-at-once',
    breaks: 'A password that waits is hashed before the one before it is done.',
    edits: [
      {
        file: 'src/passwords/password-hasher.ts',
        find: 'this.#last = result.catch(() => {});',
        replace: 'void result.catch(() => {});',
      },
    ],
    model: 'part',
    caughtBy: ['hasher-under-way', 'hasher-answers'],
  },
];
