import { listLedger } from '../../../../actors/keys/key-lists.js';
import { balanceOf } from '../../../../actors/money/ledger.js';
import { ledgerEntryId, ledgerEntryNumber } from '../../../schemas/identifiers.js';
import { invalid, parseQuery } from '../../../schemas/parse-input.js';
import { LEDGER_QUERY } from '../../../schemas/query.js';
import { failed, okWithBalance, printPage } from '../../answers.js';
import type { DocumentedOperation } from '../../documented-operation.js';
import { CHARGE_ENTRY_EXAMPLE, CREDIT_ENTRY_EXAMPLE } from '../../examples.js';
import { keyInReach, NO_SUCH_KEY } from '../reach.js';
import { printLedgerEntry } from './print-ledger.js';

export const readLedger: DocumentedOperation = {
  method: 'GET',
  path: '/api/keys/{id}/ledger',
  credential: 'management',
  body: 'none',
  isRead: true,
  handle(input, deps) {
    const key = keyInReach(input, deps);
    if (key === undefined) return failed(NO_SUCH_KEY);
    const parsed = parseQuery(LEDGER_QUERY, input.query);
    if (!parsed.ok) return failed(parsed.error);
    const { limit, after: cursor } = parsed.value;
    const after = cursor === undefined ? undefined : ledgerEntryNumber(key.id, cursor);
    if (cursor !== undefined && after === undefined) {
      return failed(invalid('after must be the id of an entry of this key; leave it out to begin.', 'after'));
    }
    const page = listLedger(deps.system.records, key.id, { limit, after });
    const last = page.items.at(-1);
    return okWithBalance(
      printPage(
        page.items.map((entry) => printLedgerEntry(key.id, entry)),
        page.hasMore,
        last === undefined ? undefined : ledgerEntryId(key.id, last.number),
      ),
      balanceOf(key.balances),
    );
  },
  doc: {
    operationId: 'readLedger',
    tag: 'API keys',
    summary: "Read an API key's ledger",
    description:
      'Every movement of the money of one key, newest first. A `credit` raises the balance; a `reserve` moves from the balance to the reserve; a `charge` leaves the reserve; a `release` moves back from it; a `debit` takes from the balance; a `transfer_out` moves from the balance to another key, whose ledger says `transfer_in`. From these entries alone every balance can be rebuilt.',
    pathParameters: { id: 'The key.' },
    query: LEDGER_QUERY,
    answers: [
      {
        status: 200,
        description: 'A page of entries.',
        content: {
          schema: 'Ledger',
          example: {
            object: 'list',
            data: [CHARGE_ENTRY_EXAMPLE, CREDIT_ENTRY_EXAMPLE],
            has_more: true,
            next: CREDIT_ENTRY_EXAMPLE.id,
          },
        },
      },
    ],
    errors: ['not_found', 'invalid_request'],
  },
};
