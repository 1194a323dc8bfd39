/** The audit trail has each act once, in the commit of the act: on disk are both, or neither. */
import type { StoreReader } from '../../../src/store/store.js';
import { type KeyRecord, LedgerImage, TableImage } from '../facts/disk-image.js';
import type { OrderRecord } from '../facts/order-image.js';
import type { Rule } from '../invariant.js';
import { type ActRecord, PeopleActs } from './people-acts.js';

interface AuditRecord extends ActRecord {
  readonly detail: ActRecord['detail'] & { readonly reference?: string };
}

/** Acts of which the disk says how often they happened. */
const COUNTED: readonly string[] = [
  'key_created',
  'key_revoked',
  'key_rotated',
  'credit_added',
  'credit_debited',
  'credit_transferred',
  'order_made',
  'management_key_created',
  'management_key_revoked',
];
const MOVEMENTS: Readonly<Record<string, string>> = {
  credit: 'credit_added',
  debit: 'credit_debited',
  transfer_out: 'credit_transferred',
};

export const AUDIT_TRAIL: Rule = {
  name: 'audit-trail',
  says: 'Each key and management key made, rotated or revoked, each order, credit, debit and transfer, and each act of people is an entry of the audit trail, once, in the commit of the act.',
  watch(_, report, requests) {
    const audit = new TableImage<AuditRecord>('audit');
    const keys = new TableImage<KeyRecord>('keys');
    const managementKeys = new TableImage<{ readonly revoked: boolean }>('management_keys');
    const orders = new TableImage<OrderRecord>('orders');
    const ledger = new LedgerImage();
    const moved: string[] = [];
    const people = new PeopleActs(requests);
    return {
      observe: (...about) => people.observe(...about),
      disk(records: StoreReader) {
        for (const { type, keyId, reference } of ledger.read(records, () => {})) {
          const act = MOVEMENTS[type];
          if (act !== undefined && reference !== 'key_creation') moved.push(`${act} ${keyId} ${reference}`);
        }
        const owed = new Map<string, number>();
        const owe = (act: string, count = 1) => owed.set(act, (owed.get(act) ?? 0) + count);
        for (const act of moved) owe(act);
        for (const [id, { revoked, rotations = 0 }] of keys.read(records)) {
          owe(`key_created ${id}`);
          if (revoked) owe(`key_revoked ${id}`);
          if (rotations > 0) owe(`key_rotated ${id}`, rotations);
        }
        for (const [id, { revoked }] of managementKeys.read(records)) {
          owe(`management_key_created ${id}`);
          if (revoked) owe(`management_key_revoked ${id}`);
        }
        for (const id of orders.read(records).keys()) owe(`order_made ${id}`);
        const entries = audit.read(records);
        for (const wrong of people.check(entries.values())) report(`the audit trail ${wrong}`);
        for (const { act, about, detail } of entries.values()) {
          if (COUNTED.includes(act)) owe([act, about, detail.reference].filter(Boolean).join(' '), -1);
        }
        for (const [act, count] of owed) {
          if (count !== 0)
            report(`the audit trail has ${count > 0 ? `${count} too few` : `${-count} too many`} of ${act}`);
        }
      },
    };
  },
};
