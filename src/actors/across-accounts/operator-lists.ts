/**
 * The operator's lists, which span accounts: all accounts, all keys, all jobs. From committed records, newest
 * first, a page at a time.
 *
 * The cost of a page grows with its limit and not with the length of the list; a filter on jobs looks at up
 * to a bound.
 */
import type { StoreReader } from '../../store/store.js';
import { type AccountState, accountOrderKey, readAccount } from '../accounts/account.js';
import { classesOf, jobIdsNewestFirst } from '../jobs/job-lists.js';
import type { JobStatus, VideoJobState } from '../jobs/video-job-messages.js';
import { readVideoJob } from '../jobs/video-job-records.js';
import type { ApiKeyState } from '../keys/api-key-messages.js';
import { readApiKey } from '../keys/api-key-record.js';
import {
  existing,
  idsUnder,
  mapped,
  type Page,
  type PageRequest,
  readOr,
  takePage,
} from '../storage/page.js';

/** Some ten milliseconds. */
const JOBS_LOOKED_AT_MAX = 1_000;

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

export function listAllKeys(records: StoreReader, request: PageRequest): Page<ApiKeyState> {
  const ids = idsUnder(records, 'keys', 'key_', request, 'key_');
  return takePage(
    existing('keys', ids, (id) => readApiKey(id, records), request),
    request.limit,
  );
}

export interface JobFilter {
  readonly status: JobStatus | undefined;
  readonly key: string | undefined;
  readonly account: string | undefined;
}

/**
 * Jobs of the whole node, or of one key. A page looks at no more than `JOBS_LOOKED_AT_MAX` jobs, so one that
 * a rare filter leaves short, or empty, may have more behind it: the next page goes on after `lastId`.
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

/** Ids of the table's records, newest first, from the beginning of the page. */
function idsBefore(
  records: StoreReader,
  table: 'jobs' | 'unfinished',
  after: string | undefined,
): Iterable<string> {
  const bounds = after === undefined ? {} : { to: after };
  return mapped(records.range(table, { ...bounds, reverse: true }), ({ key }) => key);
}
