/** `keys`, `ledger`, `references`, `activity`. */
import { createHash } from 'node:crypto';
import { CREATION_REFERENCE } from '../../actors/keys/api-key-record.js';
import { ledgerRecordKey } from '../../actors/money/ledger.js';
import { ACTIVITY, API_KEY, LEDGER_ENTRY, REFERENCE, readRecord } from './record-shapes.js';
import { type AuditContext, lookUp, type MakeTableAudit, type TableAudit, tallier } from './table-audit.js';

export const auditKeys: MakeTableAudit = (context) => {
  const tally = tallier(context);
  return {
    record(key, value) {
      const read = readRecord(API_KEY, value);
      if (!read.ok) return context.report('unreadable_record', 'keys', key, `key ${key}: ${read.why}`);
      const { account, hash, revoked, credited, charged, reserved, open_jobs, entries } = read.record;
      if (charged + reserved > credited) {
        const what = `key ${key}: credited is ${credited}, less than ${charged} charged and ${reserved} reserved`;
        context.report('negative_balance', 'keys', key, what);
      }
      const amounts = { entries, credited, charged, reserved };
      for (const [label, amount] of Object.entries(amounts))
        context.post('keyLedger', 'left', key, label, amount);
      context.post('keyReserves', 'left', key, 'open_jobs', open_jobs);
      context.post('keyReserves', 'left', key, 'reserved', reserved);
      context.post('keyActivity', 'left', key, 'charged', charged);
      context.post('accountTotals', 'right', account, 'credited', credited);
      context.post('accountTotals', 'right', account, 'charged', charged);
      context.post('accountTotals', 'right', account, 'reserved', reserved);
      context.post('accountKeys', 'left', key, account, 1);
      tally(revoked ? 'keys/revoked' : 'keys/active', 1);
      if (!revoked) context.post('keyCredentials', 'left', hash, `key ${key}`, 1);
    },
  };
};

/** Adds up the entries of each key, and holds each one's running figures to those of the entry before. */
class LedgerAudit implements TableAudit {
  readonly #context: AuditContext;
  readonly #isJobKept: (id: string) => boolean;
  #keyId = '';
  #entries = 0;
  #number = 0;
  #credited = 0;
  #charged = 0;
  #held = 0;
  /** As the entry before says them. */
  #balance = 0;
  #reserved = 0;

  constructor(context: AuditContext) {
    this.#context = context;
    this.#isJobKept = lookUp(context.records, 'jobs');
  }

  record(key: string, value: string): void {
    const slash = key.indexOf('/');
    const keyId = key.slice(0, slash);
    if (keyId !== this.#keyId) this.#begin(keyId);
    const number = Number(key.slice(slash + 1));
    this.#entries += 1;
    if (number !== this.#number + 1 || ledgerRecordKey(keyId, number) !== key) {
      const what = `key ${keyId}: after entry ${this.#number} of its ledger comes ${key.slice(slash + 1)}`;
      this.#context.report('ledger_gap', 'ledger', key, what);
    }
    this.#number = number;
    const read = readRecord(LEDGER_ENTRY, value);
    if (!read.ok) {
      const what = `entry ${number} of key ${keyId}: ${read.why}`;
      this.#context.report('unreadable_record', 'ledger', key, what);
      return;
    }
    this.#take(key, read.record);
  }

  end(): void {
    this.#begin('');
  }

  #begin(keyId: string): void {
    if (this.#keyId !== '') {
      const post = (label: string, amount: number) =>
        this.#context.post('keyLedger', 'right', this.#keyId, label, amount);
      post('entries', this.#entries);
      post('credited', this.#credited);
      post('charged', this.#charged);
      post('reserved', this.#held);
    }
    this.#keyId = keyId;
    this.#entries = this.#number = 0;
    this.#credited = this.#charged = this.#held = 0;
    this.#balance = this.#reserved = 0;
  }

  #take(key: string, entry: LedgerEntry): void {
    const { type, amount, job, reference } = entry;
    const held = type === 'reserve' ? amount : type === 'credit' ? 0 : -amount;
    const balance = type === 'credit' || type === 'release' ? amount : type === 'reserve' ? -amount : 0;
    if (type === 'credit') this.#credited += amount;
    if (type === 'charge') this.#charged += amount;
    this.#held += held;
    if (entry.balance !== this.#balance + balance || entry.reserved !== this.#reserved + held) {
      const what = `entry ${this.#number} of key ${this.#keyId}, ${type} ${amount}: it says balance ${entry.balance} and reserved ${entry.reserved} after it, and the entry before makes that ${this.#balance + balance} and ${this.#reserved + held}`;
      this.#context.report('ledger_running', 'ledger', key, what);
    }
    this.#balance = entry.balance;
    this.#reserved = entry.reserved;
    if ((type === 'credit') !== (job === null)) {
      const what = `entry ${this.#number} of key ${this.#keyId}, ${type}: it names ${job === null ? 'no job' : `job ${job}`}`;
      this.#context.report('ledger_entry', 'ledger', key, what);
    }
    if (job !== null) this.#context.post('jobMoney', 'right', job, 'reserved', held);
    // The ledger stays when a job is removed, retention-days after its end.
    if (job !== null && type === 'charge' && this.#isJobKept(job)) {
      this.#context.post('jobMoney', 'right', job, 'charged', amount);
    }
    if (type === 'credit' && reference !== null) this.#credit(amount, reference);
  }

  #credit(amount: number, reference: string): void {
    const hash = createHash('sha256').update(reference, 'utf8').digest('hex');
    const label = referenceLabel(this.#keyId, amount, this.#number);
    // A client may use that word, too; then there is a record.
    if (reference === CREATION_REFERENCE && this.#number === 1 && !this.#hasReference(hash, label)) return;
    this.#context.post('references', 'left', hash, label, 1);
  }

  #hasReference(hash: string, label: string): boolean {
    const text = this.#context.records.get('references', hash);
    const read = text === undefined ? undefined : readRecord(REFERENCE, text);
    if (read?.ok !== true) return false;
    return referenceLabel(read.record.key, read.record.amount, read.record.entry) === label;
  }
}

type LedgerEntry = (typeof LEDGER_ENTRY)['_output'];

function referenceLabel(keyId: string, amount: number, entry: number): string {
  return `${amount} to key ${keyId} by entry ${entry}`;
}

export const auditLedger: MakeTableAudit = (context) => new LedgerAudit(context);

export const auditReferences: MakeTableAudit = (context) => ({
  record(hash, value) {
    const read = readRecord(REFERENCE, value);
    if (!read.ok) {
      return context.report('unreadable_record', 'references', hash, `reference hash ${hash}: ${read.why}`);
    }
    const { key, amount, entry } = read.record;
    context.post('references', 'right', hash, referenceLabel(key, amount, entry), 1);
  },
});

export const auditActivity: MakeTableAudit = (context) => {
  const hasKey = lookUp(context.records, 'keys');
  return {
    record(key, value) {
      const parts = key.split('/');
      const [keyId = '', day = ''] = parts;
      const read = readRecord(ACTIVITY, value);
      if (!read.ok || parts.length !== 4 || !/^\d{4}-\d\d-\d\d$/.test(day)) {
        const why = read.ok ? 'its key is none of the table' : read.why;
        return context.report('unreadable_record', 'activity', key, `activity ${key}: ${why}`);
      }
      context.post('keyActivity', 'right', keyId, 'charged', read.record.cost);
      if (!hasKey(keyId)) {
        const what = `activity ${key}: there is no key ${keyId}`;
        context.report('missing_key', 'activity', key, what);
      }
    },
  };
};
