/** Defects of the forms about accounts, and of the one that withdraws an invitation. */
import type { Mutant } from '../mutant.js';

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
];
