/**
 * The audit trail of an account: the acts that matter, each with its actor, its subject, its time and the
 * address that it came from.
 *
 * Invariants
 *  1. An entry is written in the turn of its act: both are on disk, or neither.
 *  2. Entries are never changed and never removed.
 *  3. No entry holds a secret.
 */
import type { MicroDa } from '../../money/micro-da.js';
import type { StoreReader } from '../../store/store.js';
import { withPrefix } from '../../store/store.js';
import { type SteadyMs, sortable, unixSeconds } from '../../time/clock.js';
import type { TurnRecords } from '../runtime/behavior.js';
import { mapped, type Page, takePage } from '../storage/page.js';
import { decoded } from '../storage/unreadable-record.js';

/** The author of an act: a person in the dashboard, a management key, or the node by itself. */
export interface By {
  readonly kind: 'user' | 'management_key' | 'node';
  readonly id: string;
  /** Absent if the act came over no network. */
  readonly address?: string;
}

export const BY_THE_NODE: By = { kind: 'node', id: 'node' };

export const ACTS = [
  'account_created',
  'account_verified',
  'account_unverified',
  'management_key_created',
  'management_key_revoked',
  'key_created',
  'key_limit_changed',
  'key_revoked',
  'key_rotated',
  'credit_added',
  'credit_debited',
  'credit_transferred',
  'order_made',
  'order_voided',
  'order_dismissed',
  'job_ended',
  'user_invited',
  'invitation_withdrawn',
  'user_joined',
  'signed_in',
  'password_changed',
  'role_changed',
  'grants_changed',
  'user_removed',
] as const;

export type Act = (typeof ACTS)[number];

/** The particulars of an act: those that its kind has. */
export interface ActDetail {
  readonly name?: string | null;
  readonly role?: string;
  readonly rate_limit_rpm?: number;
  /** Micro-DA. */
  readonly amount?: MicroDa;
  readonly reference?: string;
  /** The key that a transfer goes to. */
  readonly to?: string;
  readonly grace_seconds?: number;
  readonly reason?: string;
  /** Ids of API keys. */
  readonly keys?: readonly string[];
}

export interface AuditEntry {
  readonly v: 1;
  readonly by: By;
  readonly act: Act;
  /** The id of what was acted on. */
  readonly about: string;
  readonly detail: ActDetail;
  /** Unix seconds. */
  readonly at: number;
}

/** The place of an entry in its account's trail. Text of the form `<steady ms>/<number within it>`. */
export type AuditPlace = string;

export interface PlacedEntry extends AuditEntry {
  readonly place: AuditPlace;
}

/** Writes the entry of an act that this turn does in an account. */
export function audited(
  turn: TurnRecords,
  account: string,
  { by, act, about, detail = {} }: Pick<AuditEntry, 'by' | 'act' | 'about'> & { readonly detail?: ActDetail },
): void {
  let key = auditRecordKey(account, turn.now, 0);
  for (let n = 1; turn.get('audit', key) !== undefined; n++) key = auditRecordKey(account, turn.now, n);
  const entry: AuditEntry = { v: 1, by, act, about, detail, at: unixSeconds(turn.wall) };
  turn.insert('audit', key, JSON.stringify(entry));
}

/** The newest entries of an account, or the next older ones than those of the page before. */
export function readAuditTrail(
  records: StoreReader,
  account: string,
  { limit, before }: { readonly limit: number; readonly before: AuditPlace | undefined },
): Page<PlacedEntry> {
  const { from, to } = withPrefix(`${account}/`);
  const end = before === undefined ? to : from + before;
  const found = records.range('audit', { from, to: end, reverse: true, limit: limit + 1 });
  const entries = mapped(found, ({ key, value }) => ({
    place: key.slice(from.length),
    ...decoded('audit', key, () => JSON.parse(value) as AuditEntry),
  }));
  return takePage(entries, limit);
}

/** Key in table `audit`: the entries of an account in the order in which the acts happened. */
function auditRecordKey(account: string, at: SteadyMs, number: number): string {
  return `${account}/${sortable(at)}/${String(number).padStart(4, '0')}`;
}
