import { readAuditTrail as readTrail } from '../../../../actors/audit/audit-trail.js';
import { totalBalance } from '../../../../actors/money/totals.js';
import { auditEntryId, auditEntryPlace } from '../../../schemas/identifiers.js';
import { invalid, parseQuery } from '../../../schemas/parse-input.js';
import { AUDIT_QUERY } from '../../../schemas/query.js';
import { failed, okWithBalance, printPage } from '../../answers.js';
import type { DocumentedOperation } from '../../documented-operation.js';
import { AUDIT_ENTRY_EXAMPLE } from '../../examples.js';
import { accountInReach, NO_SUCH_ACCOUNT } from '../reach.js';
import { printAuditEntry } from './print-audit-entry.js';

export const readAuditTrail: DocumentedOperation = {
  method: 'GET',
  path: '/api/accounts/{id}/audit',
  credential: 'management',
  body: 'none',
  isRead: true,
  handle(input, deps) {
    const account = accountInReach(input, deps);
    if (account === undefined) return failed(NO_SUCH_ACCOUNT);
    const parsed = parseQuery(AUDIT_QUERY, input.query);
    if (!parsed.ok) return failed(parsed.error);
    const { limit, after } = parsed.value;
    const before = after === undefined ? undefined : auditEntryPlace(account.id, after);
    if (after !== undefined && before === undefined) {
      const message = 'after must be the id of an entry of this account; leave it out to begin.';
      return failed(invalid(message, 'after'));
    }
    const { records } = deps.partitionOf(account.id).system;
    const page = readTrail(records, account.id, { limit, before });
    const last = page.items.at(-1);
    return okWithBalance(
      printPage(
        page.items.map((entry) => printAuditEntry(account.id, entry)),
        page.hasMore,
        last === undefined ? undefined : auditEntryId(account.id, last.place),
      ),
      totalBalance(account.totals),
    );
  },
  doc: {
    operationId: 'readAuditTrail',
    tag: 'Accounts',
    summary: "Read an account's audit trail",
    description:
      'The acts that matter, newest first: who did what, to what, when and from which address. An entry is written in the commit of its act and is kept for ever.',
    pathParameters: { id: 'The account.' },
    query: AUDIT_QUERY,
    answers: [
      {
        status: 200,
        description: 'A page of entries.',
        content: {
          schema: 'AuditTrail',
          example: { object: 'list', data: [AUDIT_ENTRY_EXAMPLE], has_more: false, next: null },
        },
      },
    ],
    errors: ['not_found', 'invalid_request'],
  },
};
