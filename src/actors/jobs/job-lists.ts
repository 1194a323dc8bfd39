/**
 * The list of a key's jobs, from committed records, newest first, a page at a time.
 *
 * A filter on `pending` or `in_progress` looks at up to as many jobs as a key may have open; else the cost of
 * a page grows with its limit and not with the length of the list.
 */
import { type StoreReader, withPrefix } from '../../store/store.js';
import { existing, type Page, type PageRequest, takePage } from '../storage/page.js';
import type { JobStatus, VideoJobState } from './video-job-messages.js';
import { type JobClass, keyJobsKey, readVideoJob } from './video-job-records.js';

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
  const ids = jobIdsNewestFirst(records, keyId, classesOf(status), request.after);
  for (const job of existing('jobs', ids, (id) => readVideoJob(id, records), request)) {
    if (status === undefined || job.status === status) yield job;
  }
}

export function classesOf(status: JobStatus | undefined): readonly JobClass[] {
  if (status === undefined) return ['open', 'completed', 'failed'];
  return status === 'completed' || status === 'failed' ? [status] : ['open'];
}

/** Merges the classes, each of which is sorted by id. */
export function* jobIdsNewestFirst(
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

function headOf(entries: Iterator<{ readonly key: string }>, prefix: string): string | undefined {
  const next = entries.next();
  return next.done === true ? undefined : next.value.key.slice(prefix.length);
}
