import { isForText, type NumberedEntry } from '../../../../actors/keys/key-lists.js';
import { printDa } from '../../../../money/micro-da.js';
import { ledgerEntryId } from '../../../schemas/identifiers.js';

/** An entry as clients see it: it names its job, its generation, or its reference. */
export function printLedgerEntry(keyId: string, entry: NumberedEntry): string {
  const about =
    entry.job === null
      ? `"reference":${JSON.stringify(entry.reference)}${printOther(entry)}`
      : `"${isForText(entry) ? 'generation_id' : 'job_id'}":${JSON.stringify(entry.job)}`;
  return `{"id":"${ledgerEntryId(keyId, entry.number)}","type":"${entry.type}","amount":${printDa(entry.amount)},"balance_after":${printDa(entry.balance)},"reserved_after":${printDa(entry.reserved)},${about}${printMarked(entry)},"created_at":${entry.at}}`;
}

/** The other key of a transfer. */
function printOther({ type, other }: NumberedEntry): string {
  if (other === undefined) return '';
  return `,"${type === 'transfer_out' ? 'to' : 'from'}":${JSON.stringify(other)}`;
}

function printMarked({ marked }: NumberedEntry): string {
  return marked === undefined ? '' : `,"marked":${printDa(marked)}`;
}
