/** `verify` tells of damage: of a record that is missing, or a number that is one more than it was. */
import { audit } from '../../../src/audit/records/audit.js';
import { type StoreReader, TABLES, type Table } from '../../../src/store/store.js';
import type { Rule } from '../invariant.js';
import { BUCKETS } from './sound-records.js';

/** Nothing else tells of a missing record of these. */
const ALONE: readonly Table[] = ['audit', 'meta', 'windows', 'idempotency'];
const CONSUMED = ['completed', 'failed', 'output_ms', 'prompt_tokens', 'completion_tokens', 'cost'];
/** The numbers that have to agree with others. */
const NUMBERS: Readonly<Partial<Record<Table, readonly string[]>>> = {
  accounts: ['keys'],
  account_people: ['users', 'owners', 'invitations'],
  keys: ['credited', 'charged', 'reserved', 'open_jobs', 'entries'],
  ledger: ['amount', 'balance', 'reserved'],
  references: ['amount', 'entry'],
  jobs: ['settled.cost'],
  generations: ['cost'],
  orders: ['amount', 'paid.entry'],
  open_orders: ['amount'],
  order_rooms: ['orders', 'amount'],
  activity: CONSUMED,
  account_activity: CONSUMED,
};
/** Few histories end with a record of these. */
const SELDOM: readonly Table[] = [
  'order_rooms',
  'open_orders',
  'set_aside_orders',
  'open_generations',
  'unfinished',
  'invitations',
];
/** Damages of the same history are far apart in their list. */
const STEP = 17;

interface Damage {
  readonly table: Table;
  /** Of its record; the record is removed if this is absent. */
  readonly number?: string;
}

interface DamagedRecord {
  readonly table: Table;
  readonly key: string;
  /** Undefined for a record that is removed. */
  readonly value: string | undefined;
  readonly what: string;
}

const DAMAGES: readonly Damage[] = TABLES.filter((table) => !ALONE.includes(table)).flatMap((table) => [
  { table },
  ...(NUMBERS[table] ?? []).map((number) => ({ table, number })),
]);

export const TOLD_DAMAGE: Rule = {
  name: 'told-damage',
  says: 'If a record is missing that others speak of, or a number does not agree with theirs, `verify` says so.',
  watch(_setup, report) {
    let seen = 0;
    return {
      observe() {
        seen += 1;
      },
      disk(records, when) {
        if (when !== 'end') return;
        // Histories are of many lengths: each damage comes in its turn.
        const possible = DAMAGES.flatMap((damage) => damagedRecord(records, damage, seen) ?? []);
        for (const of of [possible, possible, possible.filter(({ table }) => SELDOM.includes(table))]) {
          seen += STEP;
          const damage = of[seen % of.length];
          if (damage !== undefined && !isTold(withValue(records, damage)))
            report(`nothing is told of ${damage.table} ${damage.key}: ${damage.what}`);
        }
      },
    };
  },
};

/** @returns undefined if no record has the number */
function damagedRecord(
  records: StoreReader,
  { table, number }: Damage,
  seen: number,
): DamagedRecord | undefined {
  const entries = [...records.range(table, {})];
  const entry = entries[seen % entries.length];
  if (entry === undefined) return undefined;
  const { key } = entry;
  if (number === undefined) {
    // A count of nobody says no more than none does, and nothing speaks of a management key that is revoked.
    const isNothing =
      (table === 'account_people' && NUMBERS[table]?.every((name) => !JSON.parse(entry.value)[name])) ||
      (table === 'management_keys' && JSON.parse(entry.value).revoked === true);
    return isNothing ? undefined : { table, key, value: undefined, what: 'it is missing' };
  }
  const record = JSON.parse(entry.value);
  const [name = '', within] = number.split('.');
  const of = within === undefined ? record : record[name];
  const field = within ?? name;
  if (typeof of?.[field] !== 'number') return undefined;
  of[field] += 1;
  return { table, key, value: JSON.stringify(record), what: `its ${number} is one more` };
}

function isTold(records: StoreReader): boolean {
  let told = 0;
  audit(records, {
    buckets: BUCKETS,
    report() {
      told += 1;
    },
  });
  return told > 0;
}

function withValue(records: StoreReader, { table, key, value }: DamagedRecord): StoreReader {
  return {
    get: (of, at) => (of === table && at === key ? value : records.get(of, at)),
    *range(of, options) {
      for (const entry of records.range(of, options)) {
        if (of !== table || entry.key !== key) yield entry;
        else if (value !== undefined) yield { key, value };
      }
    },
  };
}
