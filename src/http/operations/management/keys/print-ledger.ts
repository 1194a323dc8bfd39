import type { NumberedEntry } from '../../../../actors/keys/key-lists.js';
import { printDa } from '../../../../money/micro-da.js';
import { ledgerEntryId } from '../../../schemas/identifiers.js';

/** An entry as clients see it: a credit names its reference, every other movement its job. */
export function printLedgerEntry(keyId: string, entry: NumberedEntry): string {
  const about =
    entry.job === null
      ? `"reference":${JSON.stringify(entry.reference)}`
      : `"job_id":${JSON.stringify(entry.job)}`;
  return `{"id":"${ledgerEntryId(keyId, entry.number)}","type":"${entry.type}","amount":${printDa(entry.amount)},"balance_after":${printDa(entry.balance)},"reserved_after":${printDa(entry.reserved)},${about},"created_at":${entry.at}}`;
}
