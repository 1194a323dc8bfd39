/** Defects of what the audit trail says of an act. */
import type { Mutant } from '../mutant.js';

export const AUDIT_MUTANTS: readonly Mutant[] = [
  {
    name: 'address-of-a-page-is-not-audited',
    breaks: 'The audit trail does not say from which address an act on a page came.',
    edits: [
      {
        file: 'src/http/pages/dashboard/requests/rights.ts',
        find: 'id: signedIn.user, ...(address === undefined ? {} : { address }) };',
        replace: 'id: signedIn.user };',
      },
    ],
    caughtBy: ['audit-entries'],
  },
  {
    name: 'role-audited-as-given-by-its-user',
    breaks: 'By the audit trail, whoever has another role gave it to themselves.',
    edits: [
      {
        file: 'src/actors/people/user.ts',
        find: "audit(state, 'role_changed', by, turn,",
        replace: "audit(state, 'role_changed', { ...by, kind: 'user', id: state.id }, turn,",
      },
    ],
    caughtBy: ['audit-entries'],
  },
  {
    name: 'limit-of-before-is-audited',
    breaks: 'The audit trail tells the limit that a key had, and not the one that it was given.',
    edits: [
      {
        file: 'src/actors/keys/api-key.ts',
        find: 'const detail = { rate_limit_rpm: next.rateLimitRpm };',
        replace: 'const detail = { rate_limit_rpm: state.rateLimitRpm };',
      },
    ],
    caughtBy: ['audit-entries'],
  },
];
