/**
 * Lists of jobs, from committed records, newest first, a page at a time.
 *
 * A filter on `pending` or `in_progress` looks at up to as many jobs as a key may have open, and an operator's filter at
 * up to a bound; else the cost of a page grows with its limit and not with the length of the list.
 */
import type { StoreReader } from '../../store/store.js';
import { withPrefix } from '../../store/store.js';
import { existing, mapped, type Page, type PageRequest, readOr, takePage } from '../storage/page.js';
import type { JobStatus, VideoJobState } from './video-job-messages.js';
import { type JobClass, keyJobsKey, readVideoJob } from './video-job-records.js';

/** Some ten milliseconds. */
const JOBS_LOOKED_AT_MAX = 1_000;

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
