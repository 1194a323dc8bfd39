/**
 * The lists of jobs of a key, and of several keys, from committed records, newest first, a page at a time.
 *
 * A filter on `pending` or `in_progress` looks at up to as many jobs as a key may have open, and other
 * filters at up to a bound; else the cost of a page grows with its limit and not with the length of the list.
 */
import { type StoreReader, withPrefix } from '../../store/store.js';
import { existing, type Page, type PageRequest, readOr, takePage } from '../storage/page.js';
import type { JobStatus, VideoJobState } from './video-job-messages.js';
import { type JobClass, keyJobsKey, readVideoJob } from './video-job-records.js';

export interface JobsRequest extends PageRequest {
  /** A page looks at no more jobs than so many: `jobsLookedAt` of the limits. */
  readonly lookedAtMax: number;
}

export interface JobFilter {
  readonly status: JobStatus | undefined;
  readonly account?: string | undefined;
  readonly model?: string | undefined;
}

/** The next page goes on after `lastId`, which is that of the last job that was looked at. */
export interface JobsFound extends Page<VideoJobState> {
  readonly lastId: string | undefined;
}

export function listJobs(
  records: StoreReader,
  keyId: string,
  status: JobStatus | undefined,
  request: PageRequest,
): Page<VideoJobState> {
  return takePage(jobsNewestFirst(records, keyId, status, request), request.limit);
}

function* jobsNewestFirst(
  records: StoreReader,
  keyId: string,
  status: JobStatus | undefined,
  request: PageRequest,
): Iterable<VideoJobState> {
  const ids = jobIdsNewestFirst(records, [keyId], classesOf(status), request.after);
  for (const job of existing('jobs', ids, (id) => readVideoJob(id, records), request)) {
    if (status === undefined || job.status === status) yield job;
  }
}

export function classesOf(status: JobStatus | undefined): readonly JobClass[] {
  if (status === undefined) return ['open', 'completed', 'failed'];
  return status === 'completed' || status === 'failed' ? [status] : ['open'];
}

/** Jobs of these keys; their number should be small, for each is looked up for each page. */
export function listJobsOfKeys(
  records: StoreReader,
  keyIds: readonly string[],
  filter: JobFilter,
  request: JobsRequest,
): JobsFound {
  const ids = jobIdsNewestFirst(records, keyIds, classesOf(filter.status), request.after);
  return findJobs(records, ids, filter, request);
}

/**
 * The first of these jobs that pass the filter. A page that a rare filter leaves short, or empty, may have
 * more behind it.
 */
export function findJobs(
  records: StoreReader,
  ids: Iterable<string>,
  { status, account, model }: JobFilter,
  { limit, lookedAtMax, unreadable }: JobsRequest,
): JobsFound {
  const items: VideoJobState[] = [];
  let lookedAt = 0;
  let lastId: string | undefined;
  for (const id of ids) {
    if (items.length === limit || lookedAt === lookedAtMax) return { items, hasMore: true, lastId };
    lookedAt += 1;
    lastId = id;
    const job = readOr(unreadable, 'jobs', id, () => readVideoJob(id, records));
    if (job === undefined || (status !== undefined && job.status !== status)) continue;
    if (account !== undefined && job.account !== account) continue;
    if (model === undefined || job.model === model) items.push(job);
  }
  return { items, hasMore: false, lastId };
}

/** Merges the keys and their classes, each of which is sorted by id. */
export function* jobIdsNewestFirst(
  records: StoreReader,
  keyIds: readonly string[],
  classes: readonly JobClass[],
  after: string | undefined,
): Iterable<string> {
  const prefixes = keyIds.flatMap((keyId) => classes.map((jobClass) => keyJobsKey(keyId, jobClass, '')));
  const streams = prefixes.map((prefix) => {
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

function headOf(entries: Iterator<{ readonly key: string }>, prefix: string): string | undefined {
  const next = entries.next();
  return next.done === true ? undefined : next.value.key.slice(prefix.length);
}
