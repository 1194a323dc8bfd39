/**
 * The lists of one account and of one key: an account's keys, a key's ledger. From committed records, newest
 * first.
 *
 * A page takes a `limit` and goes on `after` the last id of the page before. The cost of a page grows with
 * its limit and not with the length of the list.
 */
import type { StoreReader } from '../../store/store.js';
import { withPrefix } from '../../store/store.js';
import { type LedgerEntry, ledgerRecordKey } from '../money/ledger.js';
import { ID_PREFIXES } from '../storage/ids.js';
import { existing, idsUnder, mapped, type Page, type PageRequest, takePage } from '../storage/page.js';
import { missingRecord } from '../storage/unreadable-record.js';
import type { ApiKeyState } from './api-key-messages.js';
import { readApiKey } from './api-key-record.js';

export interface NumberedEntry extends LedgerEntry {
  /** From 1, without gaps. */
  readonly number: number;
}

/** Whether an entry moved money for a text, not for a job. */
export function isForText({ job }: LedgerEntry): boolean {
  return job?.startsWith(ID_PREFIXES.request) === true;
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

/**
 * `after` is an entry's number.
 *
 * @throws UnreadableRecord if an entry is missing: they are numbered without gaps, and the key knows how many
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
  const written = readApiKey(keyId, records)?.entries ?? 0;
  // A client may well name an entry that there is not yet.
  const newest = request.after === undefined ? written : Math.min(written, request.after - 1);
  const missing = firstMissing(page, newest);
  if (missing !== undefined) throw missingRecord('ledger', ledgerRecordKey(keyId, missing));
  return page;
}

/**
 * The number of the first entry that a page lacks, newest first from `newest`; undefined if it lacks none.
 */
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
