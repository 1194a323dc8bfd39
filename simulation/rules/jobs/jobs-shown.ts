/** The jobs as answers showed them: no later answer, and no image of the disk, is behind it. */
import type { JobRecord } from '../facts/disk-image.js';
import type { Exchange } from '../facts/requests.js';
import { isSettled, type JobClaim, STATUS_RANK } from './job-claims.js';

/** The job as answers have shown it, and from which place among the observations on. */
interface JobShown {
  status: JobClaim['status'];
  statusSeq: number;
  settledText: string | undefined;
  settled: JobClaim | undefined;
}

export class JobsShown {
  readonly #report: (message: string) => void;
  readonly #shown = new Map<string, JobShown>();

  constructor(report: (message: string) => void) {
    this.#report = report;
  }

  /** Polls that began after an answer cannot show what was before it. */
  show(claim: JobClaim, { seq, endSeq }: Exchange): void {
    const { jobId, status, settledText } = claim;
    const shown = this.#shown.get(jobId);
    if (shown === undefined) {
      const settled = isSettled(claim) ? claim : undefined;
      this.#shown.set(jobId, { status, statusSeq: endSeq, settled, settledText: settled?.settledText });
      return;
    }
    if (shown.settledText !== undefined && isSettled(claim) && shown.settledText !== settledText) {
      this.#report(`${jobId} was shown as ${shown.settledText} and later as ${settledText}`);
    }
    const isLater = (STATUS_RANK[status] ?? 0) > (STATUS_RANK[shown.status] ?? 0);
    if (isLater) {
      shown.status = status;
      shown.statusSeq = endSeq;
    } else if ((STATUS_RANK[status] ?? 0) < (STATUS_RANK[shown.status] ?? 0) && shown.statusSeq < seq) {
      this.#report(`${jobId} was shown as ${shown.status} and later as ${status}`);
    }
    if (isSettled(claim)) {
      shown.settledText ??= settledText;
      shown.settled ??= claim;
    }
  }

  /** @param reserved jobs that a reservation on disk proves; such a one may be no longer kept */
  check(jobs: ReadonlyMap<string, JobRecord>, reserved: ReadonlySet<string>): void {
    for (const [id, shown] of this.#shown) {
      const job = jobs.get(id);
      if (job !== undefined) this.#validateJob(id, shown, job);
      else if (!reserved.has(id)) this.#report(`${id} was shown and is not on disk`);
    }
  }

  #validateJob(id: string, shown: JobShown, job: JobRecord): void {
    const { status, settled } = shown;
    const rank = STATUS_RANK[job.status] ?? 0;
    if (rank < (STATUS_RANK[status] ?? 0))
      this.#report(`${id} was shown as ${status} and is ${job.status} on disk`);
    if (settled === undefined) return;
    const { failure } = job.machine.context;
    const slug = job.status === 'failed' ? failure?.slug : undefined;
    if (job.status !== settled.status || job.settled?.cost !== settled.costMicroDa || slug !== settled.slug) {
      this.#report(
        `${id} was shown as ${settled.settledText}; on disk it ${job.status} ${slug ?? ''} and cost ${job.settled?.cost} micro-DA`,
      );
    }
  }
}
