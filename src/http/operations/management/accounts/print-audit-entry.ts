import type { PlacedEntry } from '../../../../actors/audit/audit-trail.js';
import { printDa } from '../../../../money/micro-da.js';
import { auditEntryId } from '../../../schemas/identifiers.js';

/** An entry as clients see it, its amount in DA. */
export function printAuditEntry(accountId: string, entry: PlacedEntry): string {
  const { amount, ...detail } = entry.detail;
  const fields = Object.entries(detail).map(([name, value]) => `"${name}":${JSON.stringify(value)}`);
  if (amount !== undefined) fields.push(`"amount":${printDa(amount)}`);
  return `{"id":"${auditEntryId(accountId, entry.place)}","object":"audit_entry","act":"${entry.act}","about":"${entry.about}","by":${JSON.stringify(entry.by)},"detail":{${fields.join(',')}},"created_at":${entry.at}}`;
}
