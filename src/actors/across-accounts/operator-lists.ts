/**
 * The operator's lists, which span accounts: all accounts, all keys, all jobs. From committed records, newest
 * first, a page at a time.
 *
 * The cost of a page grows with its limit and not with the length of the list; a filter on jobs looks at up
 * to a bound.
 */
import type { StoreReader } from '../../store/store.js';
import { type AccountState, accountOrderKey, readAccount } from '../accounts/account.js';
import {
  classesOf,
  findJobs,
  type JobFilter,
  type JobsFound,
  type JobsRequest,
  jobIdsNewestFirst,
} from '../jobs/job-lists.js';
import type { ApiKeyState } from '../keys/api-key-messages.js';
import { readApiKey } from '../keys/api-key-record.js';
import { existing, idsUnder, mapped, type Page, type PageRequest, takePage } from '../storage/page.js';

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

/** Jobs of the whole node, or of one key, as `findJobs` finds them. */
export function listAllJobs(
  records: StoreReader,
  { key, ...filter }: JobFilter & { readonly key: string | undefined },
  request: JobsRequest,
): JobsFound {
  const classes = classesOf(filter.status);
  const ids =
    key !== undefined
      ? jobIdsNewestFirst(records, [key], classes, request.after)
      : idsBefore(
          records,
          classes[0] === 'open' && classes.length === 1 ? 'unfinished' : 'jobs',
          request.after,
        );
  return findJobs(records, ids, filter, request);
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
