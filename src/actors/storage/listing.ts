/**
 * Lists of keys, accounts, ledger entries and activity, from committed records, newest first, a page at a time
 * (`job-listing.ts` has those of jobs).
 *
 * A page takes a `limit` and goes on `after` the last id of the page before. The cost of a page grows with
 * its limit and not with the length of the list.
 */
import type { StoreReader, Table } from '../../store/store.js';
import { withPrefix } from '../../store/store.js';
import { type AccountState, accountOrderKey, readAccount } from '../accounts/account.js';
import { type ActivityRow, readActivity } from '../keys/activity.js';
import type { ApiKeyState } from '../keys/api-key-messages.js';
import { ledgerRecordKey, readApiKey } from '../keys/api-key-record.js';
import type { LedgerEntry } from '../money/ledger.js';
import { existing, mapped, type Page, type PageRequest, takePage } from './page.js';
import { missingRecord } from './unreadable-record.js';

export interface NumberedEntry extends LedgerEntry {
  /** From 1, without gaps. */
  readonly number: number;
}

export function listAccountKeys(
  records: StoreReader,
  accountId: string,
  request: PageRequest,
): Page<ApiKeyState> {
  const ids = idsUnder(records, 'account_keys', `${accountId}/`, request);
  return takePage(
    existing('keys', ids, (id) => readApiKey(id, records), request),
    request.limit,
  );
}

export function listAllKeys(records: StoreReader, request: PageRequest): Page<ApiKeyState> {
  const ids = idsUnder(records, 'keys', 'key_', request, 'key_');
  return takePage(
    existing('keys', ids, (id) => readApiKey(id, records), request),
    request.limit,
  );
}

export function listAccounts(records: StoreReader, request: PageRequest): Page<AccountState> {
  const last = request.after === undefined ? undefined : readAccount(request.after, records);
  const before = last === undefined ? {} : { to: accountOrderKey(last.madeAt, last.id) };
  const found = records.range('account_order', { ...before, reverse: true, limit: request.limit + 1 });
  const ids = mapped(found, ({ value }) => value);
  return takePage(
    existing('accounts', ids, (id) => readAccount(id, records), request),
    request.limit,
  );
}

/**
 * `after` is an entry's number.
 *
 * @throws UnreadableRecord where an entry is missing: they are numbered without gaps, and the key knows how many
 */
export function listLedger(
  records: StoreReader,
  keyId: string,
  request: { readonly limit: number; readonly after: number | undefined },
): Page<NumberedEntry> {
  const bounds = withPrefix(`${keyId}/`);
  const to = request.after === undefined ? bounds.to : ledgerRecordKey(keyId, request.after);
  const found = records.range('ledger', { from: bounds.from, to, reverse: true, limit: request.limit + 1 });
  const page = takePage(
    mapped(found, ({ key, value }) => ({
      number: Number(key.slice(bounds.from.length)),
      ...(JSON.parse(value) as LedgerEntry),
    })),
    request.limit,
  );
  const newest = request.after === undefined ? (readApiKey(keyId, records)?.entries ?? 0) : request.after - 1;
  const missing = firstMissing(page, newest);
  if (missing !== undefined) throw missingRecord('ledger', ledgerRecordKey(keyId, missing));
  return page;
}

/** The number of an entry that a page should have, newest first from `newest`, and has not. */
function firstMissing({ items, hasMore }: Page<NumberedEntry>, newest: number): number | undefined {
  const gap = items.findIndex(({ number }, n) => number !== newest - n);
  if (gap !== -1) return newest - gap;
  const next = newest - items.length;
  return hasMore || next <= 0 ? undefined : next;
}

export function readLedgerEntry(
  records: StoreReader,
  keyId: string,
  entry: number,
): NumberedEntry | undefined {
  const text = records.get('ledger', ledgerRecordKey(keyId, entry));
  return text === undefined ? undefined : { number: entry, ...(JSON.parse(text) as LedgerEntry) };
}

/** The rows of the days from `from` to `to`, both included (`YYYY-MM-DD`), newest day first, else by name. */
export function listActivity(records: StoreReader, keyId: string, from: string, to: string): ActivityRow[] {
  const days = { from: `${keyId}/${from}`, to: withPrefix(`${keyId}/${to}/`).to };
  const rows = [...mapped(records.range('activity', days), ({ key, value }) => readActivity(key, value))];
  return rows.sort((a, b) => (a.day === b.day ? 0 : a.day < b.day ? 1 : -1));
}

/** The ids that follow `prefix` in a table's keys, newest first, from where the page begins. */
function idsUnder(
  records: StoreReader,
  table: Table,
  prefix: string,
  request: PageRequest,
  kept = '',
): Iterable<string> {
  const bounds = withPrefix(prefix);
  const to = request.after === undefined ? bounds.to : prefix + request.after.slice(kept.length);
  const found = records.range(table, { from: bounds.from, to, reverse: true, limit: request.limit + 1 });
  return mapped(found, ({ key }) => kept + key.slice(prefix.length));
}
