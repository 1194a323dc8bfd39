/** `keys`, `ledger`, `references`. */
import { createHash } from 'node:crypto';
import { CREATION_REFERENCE } from '../../actors/keys/api-key-record.js';
import { type EntryType, ledgerRecordKey } from '../../actors/money/ledger.js';
import { MARKED_BALANCE } from '../../actors/money/tallies.js';
import { ID_PREFIXES } from '../../actors/storage/ids.js';
import { API_KEY, LEDGER_ENTRY, REFERENCE, readRecord } from './shapes/record-shapes.js';
import {
  type AuditContext,
  knowsAccountSums,
  lookUp,
  type MakeTableAudit,
  type TableAudit,
  tallier,
} from './table-audit.js';

export const auditKeys: MakeTableAudit = (context) => {
  const tally = tallier(context);
  const knowsCounts = knowsAccountSums(context);
  return {
    record(key, value) {
      const read = readRecord(API_KEY, value);
      if (!read.ok) return context.report('unreadable_record', 'keys', key, `key ${key}: ${read.why}`);
      const { account, hash, revoked, credited, charged, reserved, open_jobs, entries } = read.record;
      if (charged + reserved > credited) {
        const what = `key ${key}: credited is ${credited}, less than ${charged} charged and ${reserved} reserved`;
        context.report('negative_balance', 'keys', key, what);
      }
      const { withdrawn = 0, marked = 0 } = read.record;
      const amounts = { entries, credited, charged, reserved, withdrawn, marked };
      for (const [label, amount] of Object.entries(amounts))
        context.post('keyLedger', 'left', key, label, amount);
      context.post('keyReserves', 'left', key, 'open_jobs', open_jobs);
      context.post('keyReserves', 'left', key, 'open_generations', read.record.open_generations ?? 0);
      context.post('keyReserves', 'left', key, 'reserved', reserved);
      context.post('keyActivity', 'left', key, 'charged', charged);
      context.post('accountTotals', 'right', account, 'credited', credited);
      context.post('accountTotals', 'right', account, 'charged', charged);
      context.post('accountTotals', 'right', account, 'reserved', reserved);
      context.post('accountTotals', 'right', account, 'marked', marked);
      context.post('accountKeys', 'left', key, account, 1);
      if (marked > 0) tally(MARKED_BALANCE, marked);
      tally(revoked ? 'keys/revoked' : 'keys/active', 1);
      if (revoked) return;
      if (knowsCounts) context.post('accountTotals', 'right', account, 'keys', 1);
      context.post('keyCredentials', 'left', hash, `key ${key}`, 1);
      const { earlier = [] } = read.record;
      for (const { hash, until } of earlier)
        context.post('keyCredentials', 'left', hash, `key ${key} until ${until}`, 1);
      const first = Math.min(...earlier.map(({ until }) => until));
      if (earlier.length > 0) context.post('graces', 'left', key, `at ${first}`, 1);
    },
  };
};

/** The sign with which an entry counts in what a key received. */
const CREDITED: Readonly<Record<EntryType, -1 | 0 | 1>> = {
  credit: 1,
  reserve: 0,
  charge: 0,
  release: 0,
  debit: -1,
  transfer_out: -1,
  transfer_in: 1,
};

/** The sign with which it counts in what unfinished jobs hold; 0 if it is of no job. */
const HELD_BY: Readonly<Record<EntryType, -1 | 0 | 1>> = {
  credit: 0,
  reserve: 1,
  charge: -1,
  release: -1,
  debit: 0,
  transfer_out: 0,
  transfer_in: 0,
};

/** Adds up the entries of each key, and holds each one's running figures to those of the entry before. */
class LedgerAudit implements TableAudit {
  readonly #context: AuditContext;
  readonly #isJobKept: (id: string) => boolean;
  readonly #isGenerationKept: (id: string) => boolean;
  #keyId = '';
  #entries = 0;
  #number = 0;
  #credited = 0;
  #charged = 0;
  #held = 0;
  #withdrawn = 0;
  #marked = 0;
  /** As the entry before says them. */
  #balance = 0;
  #reserved = 0;

  constructor(context: AuditContext) {
    this.#context = context;
    this.#isJobKept = lookUp(context.records, 'jobs');
    this.#isGenerationKept = lookUp(context.records, 'generations');
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
      post('withdrawn', this.#withdrawn);
      post('marked', this.#marked);
    }
    this.#keyId = keyId;
    this.#entries = this.#number = 0;
    this.#credited = this.#charged = this.#held = this.#withdrawn = this.#marked = 0;
    this.#balance = this.#reserved = 0;
  }

  #take(key: string, entry: LedgerEntry): void {
    const { type, amount, job, reference } = entry;
    const credited = CREDITED[type] * amount;
    const held = HELD_BY[type] * amount;
    const charged = type === 'charge' ? amount : 0;
    const balance = credited - held - charged;
    this.#credited += credited;
    this.#charged += charged;
    this.#held += held;
    if (credited < 0) this.#withdrawn += amount;
    const { marked = 0 } = entry;
    if (type !== 'charge') this.#marked += Math.sign(balance) * marked;
    if (entry.balance !== this.#balance + balance || entry.reserved !== this.#reserved + held) {
      const what = `entry ${this.#number} of key ${this.#keyId}, ${type} ${amount}: it says balance ${entry.balance} and reserved ${entry.reserved} after it, and the entry before makes that ${this.#balance + balance} and ${this.#reserved + held}`;
      this.#context.report('ledger_running', 'ledger', key, what);
    }
    this.#balance = entry.balance;
    this.#reserved = entry.reserved;
    if ((HELD_BY[type] === 0) !== (job === null)) {
      const what = `entry ${this.#number} of key ${this.#keyId}, ${type}: it names ${job === null ? 'no job' : `job ${job}`}`;
      this.#context.report('ledger_entry', 'ledger', key, what);
    }
    if (job !== null) this.#takePurpose(job, held, Math.sign(held) * marked, charged);
    if (HELD_BY[type] === 0) this.#takeReferenced(key, entry, reference);
  }

  /** @param purpose the id of a job or a generation; the ledger stays when that is removed */
  #takePurpose(purpose: string, held: number, marked: number, charged: number): void {
    const isJob = purpose.startsWith(ID_PREFIXES.job);
    const relation = isJob ? 'jobMoney' : 'generationMoney';
    this.#context.post(relation, 'right', purpose, 'reserved', held);
    this.#context.post(relation, 'right', purpose, 'marked', marked);
    if (charged === 0 || !(isJob ? this.#isJobKept : this.#isGenerationKept)(purpose)) return;
    this.#context.post(relation, 'right', purpose, 'charged', charged);
  }

  /** A transfer has one reference, and an entry at either key. */
  #takeReferenced(key: string, { type, amount, other }: LedgerEntry, reference: string | null): void {
    const isTransfer = type === 'transfer_out' || type === 'transfer_in';
    if (isTransfer !== (other !== undefined) || reference === null) {
      const named = [reference === null ? 'no reference' : '', other === undefined ? '' : `key ${other}`];
      const what = `entry ${this.#number} of key ${this.#keyId}, ${type}: it names ${named.filter(Boolean).join(' and ') || 'no other key'}`;
      this.#context.report('ledger_entry', 'ledger', key, what);
    }
    if (reference === null) return;
    const hash = createHash('sha256').update(reference, 'utf8').digest('hex');
    if (other !== undefined) {
      const [from, to] = type === 'transfer_out' ? [this.#keyId, other] : [other, this.#keyId];
      const side = type === 'transfer_out' ? 'left' : 'right';
      this.#context.post('transfers', side, hash, `${amount} from key ${from} to key ${to}`, 1);
    }
    if (type === 'transfer_in') return;
    const kind = type === 'transfer_out' ? 'transfer' : type;
    const label = referenceLabel(kind, this.#keyId, amount, this.#number, other);
    // A client may use that word, too; then there is a record.
    if (reference === CREATION_REFERENCE && this.#number === 1 && !this.#hasReference(hash, label)) return;
    this.#context.post('references', 'left', hash, label, 1);
  }

  #hasReference(hash: string, label: string): boolean {
    const text = this.#context.records.get('references', hash);
    const read = text === undefined ? undefined : readRecord(REFERENCE, text);
    if (read?.ok !== true) return false;
    return labelOf(read.record) === label;
  }
}

type LedgerEntry = (typeof LEDGER_ENTRY)['_output'];

function referenceLabel(
  kind: string,
  keyId: string,
  amount: number,
  entry: number,
  to: string | undefined,
): string {
  const whither = to === undefined ? '' : ` to key ${to}`;
  return `${kind} of ${amount} by entry ${entry} of key ${keyId}${whither}`;
}

function labelOf({ kind, key, amount, entry, to }: (typeof REFERENCE)['_output']): string {
  return referenceLabel(kind ?? 'credit', key, amount, entry, to);
}

export const auditLedger: MakeTableAudit = (context) => new LedgerAudit(context);

export const auditReferences: MakeTableAudit = (context) => ({
  record(hash, value) {
    const read = readRecord(REFERENCE, value);
    if (!read.ok) {
      return context.report('unreadable_record', 'references', hash, `reference hash ${hash}: ${read.why}`);
    }
    context.post('references', 'right', hash, labelOf(read.record), 1);
  },
});
