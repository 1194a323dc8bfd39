/**
 * Goes through every record of a node, rebuilds every balance from the ledger and every index from the
 * records it is of, and reports each thing that is not as `docs/records.md` says ("What must add up").
 *
 * Each table is walked over once, in its own order. Claims of two tables about the same things are compared
 * by sums (`claims.ts`); only where these differ, the tables that take part are walked over again, to name
 * what differs.
 *
 * Invariants
 *  1. Memory does not grow with the number of records, but for what is wrong with them.
 *  2. Records are read only. The records must not change meanwhile: they are a snapshot, or the folder of a
 *     node that rests.
 *  3. A record that cannot be read is reported, and what it should have posted is missing on its side: the
 *     difference that follows is reported, too.
 */
import { type StoreReader, TABLES, type Table } from '../../store/store.js';
import {
  auditAccountKeys,
  auditAccountManagementKeys,
  auditAccountOrder,
  auditAccounts,
  auditCredentials,
  auditManagementKeys,
} from './account-tables.js';
import { auditAccountActivity, auditActivity } from './activity-tables.js';
import { auditAuditTrail } from './audit-table.js';
import { ClaimDetails, type ClaimSink, ClaimSums, USUAL_BUCKETS } from './claims.js';
import type { Discrepancy } from './discrepancy.js';
import { auditGenerations, auditOpenGenerations } from './generation-tables.js';
import { auditJobInputs, auditJobs, auditKeyJobs, auditReminders, auditUnfinished } from './job-tables.js';
import { auditKeys, auditLedger, auditReferences } from './key-tables.js';
import { auditMeta } from './meta-table.js';
import {
  auditAccountOrders,
  auditOpenOrders,
  auditOrderRooms,
  auditOrders,
  auditSetAsideOrders,
} from './order-tables.js';
import {
  auditAccountInvitations,
  auditAccountPeople,
  auditAccountUsers,
  auditInvitations,
  auditSessions,
  auditUserNames,
  auditUserSessions,
  auditUsers,
} from './people-tables.js';
import { RELATION_NUMBERS, RELATIONS } from './relations.js';
import type { AuditContext, FindClip, MakeTableAudit } from './table-audit.js';
import { auditExpiry, auditIdempotency, auditWindows } from './time-tables.js';

const AUDITS: Readonly<Record<Table, MakeTableAudit>> = {
  meta: auditMeta,
  accounts: auditAccounts,
  account_order: auditAccountOrder,
  credentials: auditCredentials,
  management_keys: auditManagementKeys,
  account_management_keys: auditAccountManagementKeys,
  keys: auditKeys,
  account_keys: auditAccountKeys,
  audit: auditAuditTrail,
  users: auditUsers,
  user_names: auditUserNames,
  account_users: auditAccountUsers,
  account_people: auditAccountPeople,
  invitations: auditInvitations,
  account_invitations: auditAccountInvitations,
  sessions: auditSessions,
  user_sessions: auditUserSessions,
  ledger: auditLedger,
  references: auditReferences,
  jobs: auditJobs,
  job_inputs: auditJobInputs,
  key_jobs: auditKeyJobs,
  unfinished: auditUnfinished,
  generations: auditGenerations,
  open_generations: auditOpenGenerations,
  orders: auditOrders,
  account_orders: auditAccountOrders,
  open_orders: auditOpenOrders,
  set_aside_orders: auditSetAsideOrders,
  order_rooms: auditOrderRooms,
  idempotency: auditIdempotency,
  activity: auditActivity,
  account_activity: auditAccountActivity,
  reminders: auditReminders,
  expiry: auditExpiry,
  windows: auditWindows,
};

/** So much of what was posted is kept at a time when differences are named. */
const DETAILS_MAX = 250_000;
const PROGRESS_EVERY_RECORDS = 1_000;

export interface AuditOptions {
  readonly findClip?: FindClip | undefined;
  /** Sums for each pair of tables, a power of two. Few are enough for few records. 65,536 unless told. */
  readonly buckets?: number;
  /** Told of each discrepancy as it is found. */
  readonly report: (discrepancy: Discrepancy) => void;
  /**
   * Told from time to time how far the first walk over all tables is, then how far naming what differs is.
   */
  readonly progress?: (step: 'reading' | 'naming', table: Table, records: number) => void;
}

export interface AuditCounts {
  readonly records: number;
  readonly byTable: Readonly<Record<Table, number>>;
  readonly discrepancies: number;
}

/** Reads synchronously, in one go. Throws what `records` throws. */
export function audit(
  records: StoreReader,
  { findClip, buckets = USUAL_BUCKETS, report, progress = () => {} }: AuditOptions,
): AuditCounts {
  let discrepancies = 0;
  const tell = (discrepancy: Discrepancy) => {
    discrepancies += 1;
    report(discrepancy);
  };
  const sums = new ClaimSums(RELATIONS.length, buckets);
  const byTable = Object.fromEntries(
    TABLES.map((table) => {
      const context = { ...contextOf(records, sums, tell), findClip };
      return [table, walk(records, table, context, (done) => progress('reading', table, done))];
    }),
  ) as Record<Table, number>;
  for (const differing of batches(sums)) {
    const details = new ClaimDetails(differing, buckets);
    for (const table of tablesOf(differing)) {
      const context = contextOf(records, details, () => {});
      walk(records, table, context, (done) => progress('naming', table, done));
    }
    for (const found of differencesIn(details, differing)) tell(found);
  }
  return { records: TABLES.reduce((sum, table) => sum + byTable[table], 0), byTable, discrepancies };
}

function contextOf(
  records: StoreReader,
  sink: ClaimSink,
  tell: (discrepancy: Discrepancy) => void,
): AuditContext {
  return {
    records,
    post(relation, side, group, label, amount) {
      // Of most keys nothing is charged or reserved, and nothing is what the other side says where it says
      // nothing.
      if (amount !== 0) sink.post(RELATION_NUMBERS[relation], side, group, label, amount);
    },
    report: (kind, table, key, what) => tell({ kind, table, key, what }),
  };
}

function walk(
  records: StoreReader,
  table: Table,
  context: AuditContext,
  progress: (records: number) => void,
): number {
  const one = AUDITS[table](context);
  let count = 0;
  progress(count);
  for (const { key, value } of records.range(table, {})) {
    one.record(key, value);
    count += 1;
    if (count % PROGRESS_EVERY_RECORDS === 0) progress(count);
  }
  one.end?.();
  progress(count);
  return count;
}

type Buckets = Map<number, Set<number>>;

/** The buckets that differ, a batch at a time, each of which has a bounded number of posts. */
function* batches(sums: ClaimSums): Iterable<Buckets> {
  let batch: Buckets = new Map();
  let held = 0;
  for (const [relation] of RELATIONS.entries()) {
    for (const { bucket, posts } of sums.differing(relation)) {
      const chosen = batch.get(relation) ?? new Set();
      batch.set(relation, chosen.add(bucket));
      held += posts;
      if (held < DETAILS_MAX) continue;
      yield batch;
      batch = new Map();
      held = 0;
    }
  }
  if (batch.size > 0) yield batch;
}

function tablesOf(buckets: Buckets): readonly Table[] {
  const chosen = new Set(
    [...buckets.keys()].flatMap((relation) => {
      const [left, right] = RELATIONS[relation]?.tables ?? ['meta', []];
      return [left, ...right];
    }),
  );
  return TABLES.filter((table) => chosen.has(table));
}

function* differencesIn(details: ClaimDetails, buckets: Buckets): Iterable<Discrepancy> {
  for (const number of buckets.keys()) {
    const relation = RELATIONS[number];
    if (relation === undefined) continue;
    for (const { group, of } of details.differences(number)) {
      yield { kind: relation.kind, table: relation.tables[0], key: group, what: relation.tell(group, of) };
    }
  }
}
