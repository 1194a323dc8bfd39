/**
 * Lists, from committed records, newest first, a page at a time.
 *
 * A page takes a `limit` and goes on `after` the last id of the page before. The cost of a page grows with
 * its limit and not with the length of the list; only a filter on `pending` or `in_progress` looks at up to
 * as many jobs as a key may have open, and an operator's filter at up to a bound.
 *
 * A record that an index names and that is not there is no record that can be left out in silence: its page is lost.
 */
import type { StoreReader, Table } from '../store/store.js';
import { withPrefix } from '../store/store.js';
import { type AccountState, accountOrderKey, readAccount } from './account.js';
import { type ActivityRow, readActivity } from './activity.js';
import type { ApiKeyState } from './api-key-messages.js';
import { ledgerRecordKey, readApiKey } from './api-key-record.js';
import type { LedgerEntry } from './ledger.js';
import { missingRecord, UnreadableRecord } from './unreadable-record.js';
import type { JobStatus, VideoJobState } from './video-job-messages.js';
import { type JobClass, keyJobsKey, readVideoJob } from './video-job-records.js';

/** Some ten milliseconds. */
const JOBS_LOOKED_AT_MAX = 1_000;

export interface PageRequest {
  readonly limit: number;
  /** Id of the last item of the page before. */
  readonly after: string | undefined;
  /** Told of each record that cannot be read, which the page is without; left out, such a record fails the page. */
  readonly unreadable?: (error: UnreadableRecord) => void;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
}

export interface NumberedEntry extends LedgerEntry {
  /** From 1, without gaps. */
  readonly number: number;
}

export function listJobs(
  records: StoreReader,
  keyId: string,
  status: JobStatus | undefined,
  request: PageRequest,
): Page<VideoJobState> {
  return takePage(jobsNewestFirst(records, keyId, status, request), request.limit);
}

export interface JobFilter {
  readonly status: JobStatus | undefined;
  readonly key: string | undefined;
  readonly account: string | undefined;
}

/**
 * Jobs of the whole node, or of one key. A page looks at no more than `JOBS_LOOKED_AT_MAX` jobs, so one that a rare
 * filter leaves short, or empty, may have more behind it: `lastId` is where the next one goes on.
 */
export function listAllJobs(
  records: StoreReader,
  { status, key, account }: JobFilter,
  { limit, after, unreadable }: PageRequest,
): Page<VideoJobState> & { readonly lastId: string | undefined } {
  const classes = classesOf(status);
  const ids =
    key !== undefined
      ? jobIdsNewestFirst(records, key, classes, after)
      : idsBefore(records, classes[0] === 'open' && classes.length === 1 ? 'unfinished' : 'jobs', after);
  const items: VideoJobState[] = [];
  let lookedAt = 0;
  let lastId: string | undefined;
  for (const id of ids) {
    if (items.length === limit || lookedAt === JOBS_LOOKED_AT_MAX) return { items, hasMore: true, lastId };
    lookedAt += 1;
    lastId = id;
    const job = readOr(unreadable, 'jobs', id, () => readVideoJob(id, records));
    if (job === undefined || (status !== undefined && job.status !== status)) continue;
    if (account === undefined || job.account === account) items.push(job);
  }
  return { items, hasMore: false, lastId };
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

function* jobsNewestFirst(
  records: StoreReader,
  keyId: string,
  status: JobStatus | undefined,
  request: PageRequest,
): Iterable<VideoJobState> {
  const ids = jobIdsNewestFirst(records, keyId, classesOf(status), request.after);
  for (const job of existing('jobs', ids, (id) => readVideoJob(id, records), request)) {
    if (status === undefined || job.status === status) yield job;
  }
}

function classesOf(status: JobStatus | undefined): readonly JobClass[] {
  if (status === undefined) return ['open', 'completed', 'failed'];
  return status === 'completed' || status === 'failed' ? [status] : ['open'];
}

/** Merges the classes, each of which is sorted by id. */
function* jobIdsNewestFirst(
  records: StoreReader,
  keyId: string,
  classes: readonly JobClass[],
  after: string | undefined,
): Iterable<string> {
  const streams = classes.map((jobClass) => {
    const prefix = keyJobsKey(keyId, jobClass, '');
    const bounds = withPrefix(prefix);
    const to = after === undefined ? bounds.to : prefix + after;
    const entries = records.range('key_jobs', { from: bounds.from, to, reverse: true })[Symbol.iterator]();
    return { entries, prefix, head: headOf(entries, prefix) };
  });
  try {
    for (;;) {
      const newest = streams.reduce<(typeof streams)[number] | undefined>(
        (best, stream) =>
          stream.head !== undefined && (best?.head === undefined || stream.head > best.head) ? stream : best,
        undefined,
      );
      if (newest?.head === undefined) return;
      yield newest.head;
      newest.head = headOf(newest.entries, newest.prefix);
    }
  } finally {
    for (const { entries } of streams) entries.return?.();
  }
}

/** Ids of the table's records, newest first, from where the page begins. */
function idsBefore(
  records: StoreReader,
  table: 'jobs' | 'unfinished',
  after: string | undefined,
): Iterable<string> {
  const bounds = after === undefined ? {} : { to: after };
  return mapped(records.range(table, { ...bounds, reverse: true }), ({ key }) => key);
}

function headOf(entries: Iterator<{ readonly key: string }>, prefix: string): string | undefined {
  const next = entries.next();
  return next.done === true ? undefined : next.value.key.slice(prefix.length);
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

function* existing<Item>(
  table: Table,
  ids: Iterable<string>,
  read: (id: string) => Item | undefined,
  { unreadable }: Pick<PageRequest, 'unreadable'>,
): Iterable<Item> {
  for (const id of ids) {
    const item = readOr(unreadable, table, id, () => read(id));
    if (item !== undefined) yield item;
  }
}

function readOr<Item>(
  unreadable: PageRequest['unreadable'],
  table: Table,
  id: string,
  read: () => Item | undefined,
): Item | undefined {
  try {
    const item = read();
    if (item === undefined) throw missingRecord(table, id);
    return item;
  } catch (error) {
    if (unreadable === undefined || !(error instanceof UnreadableRecord)) throw error;
    unreadable(error);
    return undefined;
  }
}

function* mapped<From, To>(items: Iterable<From>, map: (item: From) => To): Iterable<To> {
  for (const item of items) yield map(item);
}

function takePage<Item>(all: Iterable<Item>, limit: number): Page<Item> {
  const items: Item[] = [];
  for (const item of all) {
    if (items.length === limit) return { items, hasMore: true };
    items.push(item);
  }
  return { items, hasMore: false };
}
