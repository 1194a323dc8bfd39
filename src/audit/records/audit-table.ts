/** `audit`. */
import { AUDIT_ENTRY } from './shapes/audit-entry-shape.js';
import { readRecord } from './shapes/record-shapes.js';
import { lookUp, type MakeTableAudit } from './table-audit.js';

const KEY = /^[^/]+\/\d{16}\/\d{4,}$/;

export const auditAuditTrail: MakeTableAudit = (context) => {
  const hasAccount = lookUp(context.records, 'accounts');
  return {
    record(key, value) {
      const read = readRecord(AUDIT_ENTRY, value);
      const objection = KEY.test(key) ? undefined : 'its key is none of the table';
      const why = objection ?? (read.ok ? undefined : read.why);
      if (why !== undefined) context.report('unreadable_record', 'audit', key, `audit entry ${key}: ${why}`);
      const account = key.slice(0, key.indexOf('/'));
      if (!hasAccount(account)) {
        const what = `audit entry ${key} is of account ${account}, which there is not`;
        context.report('missing_account', 'audit', key, what);
      }
    },
  };
};
