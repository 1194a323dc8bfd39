/** Defects of the forms about accounts, and of the one that withdraws an invitation. */
import type { Mutant } from '../mutant.js';

const PAGES = 'src/http/pages/dashboard';

export const ACCOUNT_FORM_MUTANTS: readonly Mutant[] = [
  {
    name: 'rename-takes-verification',
    breaks: 'An account that gets another name is not verified any more.',
    edits: [
      {
        file: 'src/actors/accounts/account.ts',
        find: 'isVerified: message.isVerified ?? state.isVerified',
        replace: 'isVerified: message.isVerified ?? false',
      },
    ],
    caughtBy: ['accounts-shown', 'verified', 'audit-entries'],
  },
  {
    name: 'account-page-always-credits',
    breaks: 'The page of an account adds the credit that it was to take back.',
    edits: [
      {
        file: `${PAGES}/accounts/show-account.tsx`,
        find: '{ type: kind }, key, typed, deps)',
        replace: "{ type: 'credit' }, key, typed, deps)",
      },
    ],
    caughtBy: ['audit-entries', 'linearizability', 'idempotency', 'conservation'],
  },
  {
    name: 'withdrawal-at-a-page-is-lost',
    breaks: 'The page of people says that an invitation is withdrawn, and its link still works.',
    edits: [
      {
        file: `${PAGES}/people/list-people.tsx`,
        find: '    const told = await deps.people.withdrawInvitation(authorOf(signedIn, address), invitation.id);\n',
        replace:
          "    const told = { ok: authorOf(signedIn, address) !== undefined, reply: { outcome: 'withdrawn' } };\n",
      },
    ],
    faults: 'light',
    caughtBy: ['invitations', 'audit-trail'],
  },
];
