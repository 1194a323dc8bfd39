/** Defects of the dashboard: management keys, sessions, the audit trail, and forged secrets. */
import type { Mutant } from '../mutant.js';

const MANAGEMENT_KEYS = 'src/http/pages/dashboard/management-keys/management-keys.tsx';
const MANAGEMENT_KEY = 'src/actors/accounts/management-key.ts';
const PEOPLE = 'src/people/people.ts';
const RUNS = 100;

export const DESK_MUTANTS: readonly Mutant[] = [
  {
    name: 'revoked-management-key-works-on',
    breaks: 'A management key that was used goes on to work once it is revoked.',
    edits: [
      {
        file: 'src/actors/keys/key-table.ts',
        find: '  managementKeyCommitted(key: ManagementKeyState): void {\n',
        replace:
          '  managementKeyCommitted(key: ManagementKeyState): void {\n    if (key.isRevoked) return;\n',
      },
    ],
    runsMax: RUNS,
    caughtBy: ['management-keys'],
  },
  {
    name: 'revoked-management-key-is-listed',
    breaks: 'A management key that is revoked stays in the list of its account.',
    edits: [
      {
        file: MANAGEMENT_KEY,
        find: "      turn.remove('account_management_keys', accountManagementKey(state.account, turn.id));\n",
        replace: '',
      },
    ],
    runsMax: RUNS,
    caughtBy: ['management-keys'],
  },
  {
    name: 'too-many-management-keys-at-once',
    breaks: 'Forms that come at once make more management keys than an account may have.',
    edits: [
      {
        file: 'src/http/pages/dashboard/management-keys/keys-under-way.ts',
        find: 'map((key) => key.id), ...making]',
        replace: 'map((key) => key.id)]',
      },
    ],
    caughtBy: ['management-keys'],
  },
  {
    name: 'management-key-of-a-page-is-not-audited',
    breaks: 'The audit trail has no entry of a management key that has a name.',
    edits: [
      {
        file: MANAGEMENT_KEY,
        find: "  audited(turn, account, {\n    by,\n    act: 'management_key_created',",
        replace:
          "  if (name === undefined) audited(turn, account, {\n    by,\n    act: 'management_key_created',",
      },
    ],
    runsMax: RUNS,
    caughtBy: ['audit-trail'],
  },
  {
    name: 'list-of-sessions-leaves-the-oldest-out',
    breaks: 'The list of a person with more than two sessions leaves out the one that was used longest ago.',
    edits: [
      {
        file: PEOPLE,
        find: '.toSorted((one, other) => other.seenAt - one.seenAt);',
        replace: '.toSorted((one, other) => other.seenAt - one.seenAt).slice(0, 2);',
      },
    ],
    runsMax: RUNS,
    caughtBy: ['sessions'],
  },
  {
    name: 'one-session-more-ends-the-latest',
    breaks: 'Beyond fifty sessions, one more ends the one that was used last.',
    edits: [
      {
        file: 'src/actors/people/user.ts',
        find: '(one, other) => one.seenAt - other.seenAt)[0]',
        replace: '(one, other) => other.seenAt - one.seenAt)[0]',
      },
    ],
    caughtBy: ['sessions'],
  },
  {
    name: 'forms-of-unknown-pages-are-taken',
    breaks: 'A form is taken if its browser says neither site nor origin.',
    edits: [
      {
        file: 'src/http/pages/dashboard/requests/origin.ts',
        find: 'return originField === origin.url;',
        replace: 'return originField === undefined || originField === origin.url;',
      },
    ],
    runsMax: RUNS,
    caughtBy: ['forgeries'],
  },
  {
    name: 'name-of-a-sealed-link-may-be-another',
    breaks: 'The seal of a link for strangers leaves out the name that it is for.',
    edits: [
      {
        file: 'src/people/sign-up-link.ts',
        find: "seal.of('sign_up', text, SEAL_BYTES)",
        replace: "seal.of('sign_up', until, SEAL_BYTES)",
      },
      {
        file: 'src/people/sign-up-link.ts',
        find: "if (!seal.fits('sign_up', ",
        replace:
          "if (seal.fits('sign_up', until, Buffer.from(sealed, 'base64url')) !== true && !seal.fits('sign_up', ",
      },
    ],
    caughtBy: ['forgeries'],
  },
  {
    name: 'browser-of-anybody-is-known',
    breaks: 'A browser in which anybody signed in before is spared, whoever it guesses at.',
    edits: [
      {
        file: 'src/people/device-marks.ts',
        find: "  const random = Buffer.from(randomBytes(RANDOM_BYTES)).toString('base64url');\n",
        replace:
          "  const random = Buffer.from(randomBytes(RANDOM_BYTES)).toString('base64url');\n  user = 'user';\n",
      },
      {
        file: 'src/people/device-marks.ts',
        find: 'mark: string): boolean {\n',
        replace: "mark: string): boolean {\n  user = 'user';\n",
      },
    ],
    caughtBy: ['guesses'],
  },
  {
    name: 'audit-trail-tells-amounts-in-micro-da',
    breaks: 'The API tells the amount of an audit entry in micro-DA.',
    edits: [
      {
        file: 'src/http/operations/management/accounts/print-audit-entry.ts',
        find: 'printDa(amount)',
        replace: 'printDa(amount) && amount',
      },
    ],
    runsMax: RUNS,
    caughtBy: ['audit-told'],
  },
  {
    name: 'revoked-management-key-is-made-anew',
    breaks: 'The form that made a management key makes it once more after it was revoked.',
    edits: [
      {
        file: MANAGEMENT_KEY,
        find: '  if (state !== undefined) return state;\n  const credential',
        replace: '  if (state !== undefined && !state.isRevoked) return state;\n  const credential',
      },
    ],
    runsMax: RUNS,
    caughtBy: ['management-keys'],
  },
  {
    name: 'management-keys-of-others-are-revoked',
    breaks: 'An owner revokes the management key of any account.',
    edits: [
      {
        file: MANAGEMENT_KEYS,
        find: 'const key = listManagementKeys(deps.system.records, account.id).find((one) => one.id === id);',
        replace: 'const key = deps.system.view(deps.managementKey, id);',
      },
    ],
    caughtBy: ['management-keys'],
  },
  {
    name: 'invitations-of-any-account-are-listed',
    breaks: 'The management key of an account lists the open invitations of any account.',
    edits: [
      {
        file: 'src/http/operations/management/people/list-invitations.ts',
        find: 'const account = accountInReach(input, deps);',
        replace: 'const account = accountInReach(input, deps) ?? deps.system.view(deps.account, input.id);',
      },
    ],
    caughtBy: ['people-reach'],
  },
];
