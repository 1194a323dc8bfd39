/** No forgotten job, no forgotten request. */
import type { StoreReader } from '../../../src/store/store.js';
import type { NodeSetup } from '../../history/node-history.js';
import { type JobRecord, TableImage } from '../facts/disk-image.js';
import { OptionBounds } from '../facts/options.js';
import type { Requests } from '../facts/requests.js';
import { SteadyDoubt } from '../facts/steady-doubt.js';
import type { Invariant, Rule } from '../invariant.js';
import { offeredModel } from './catalogue.js';
import { isSettled, type JobClaim, jobClaims } from './job-claims.js';
import { ProviderRecord } from './provider-record.js';

const MINUTE_MS = 60_000;
/** Beyond its deadline: the last question to the provider, waiting for its turn, and the commit. */
const SETTLE_MARGIN_MS = 120_000;

export const LIVENESS: Rule = {
  name: 'liveness',
  says: 'Every accepted job settles by its deadline, or by that of reading its result once its provider has made it, and a margin of undisturbed running time; every request comes to an end.',
  watch: (setup, report, requests) => new Liveness(setup, report, requests),
};

class Liveness implements Invariant {
  readonly #setup: NodeSetup;
  readonly #report: (message: string) => void;
  readonly #requests: Requests;
  readonly #jobs = new TableImage<JobRecord>('jobs');
  readonly #record = new ProviderRecord();
  /** Since when the node has run undisturbed; undefined while it may be disturbed. */
  #calmSince: number | undefined;
  #isQuiet = false;
  readonly #doubt = new SteadyDoubt();
  readonly #options: OptionBounds;
  #now = 0;

  constructor(setup: NodeSetup, report: (message: string) => void, requests: Requests) {
    this.#setup = setup;
    this.#options = new OptionBounds(setup);
    this.#report = report;
    this.#requests = requests;
  }

  observe(...[seen, exchange]: Parameters<Invariant['observe']>): void {
    this.#now = seen.at;
    this.#doubt.observe(seen);
    this.#options.observe(seen);
    this.#record.observe(seen, this.#requests.seq);
    if (seen.what === 'quiet') this.#isQuiet = true;
    if (this.#isQuiet && (seen.what === 'quiet' || seen.what === 'started')) this.#calmSince = seen.at;
    for (const claim of jobClaims(seen, exchange)) this.#check(claim);
  }

  disk(records: StoreReader, when: 'restart' | 'end'): void {
    if (when !== 'end') return;
    for (const [id, job] of this.#jobs.read(records)) {
      if (!isSettled(job) && this.#isOverdue(id, job.model)) {
        this.#report(`${id} is ${job.status} at the end, and had to be settled by then`);
      }
    }
  }

  end(): void {
    for (const { sent } of this.#requests.open) {
      this.#report(`request ${sent.request} (${sent.call.op}) was never answered`);
    }
  }

  #check(claim: JobClaim): void {
    if (isSettled(claim)) return;
    const call = this.#requests.job(claim.jobId)?.submit.sent.call;
    if (call?.op === 'submit' && this.#isOverdue(claim.jobId, call.model)) {
      this.#report(`${claim.jobId} is ${claim.status} at a time when it had to be settled`);
    }
  }

  /** A job of which nobody was told was there when the disturbances ended, at the latest. */
  #isOverdue(jobId: string, modelId: string): boolean {
    const model = offeredModel(this.#setup, modelId);
    if (model === undefined || this.#calmSince === undefined) return false;
    const submit = this.#requests.job(jobId)?.submit;
    const slackMs = this.#doubt.slackSince(submit?.sent.at ?? Number.NEGATIVE_INFINITY);
    const madeBy = submit?.endAt ?? this.#calmSince;
    const madeAt = this.#record.job(jobId)?.madeAt ?? Number.NEGATIVE_INFINITY;
    const readBy = madeAt + this.#options.most('resultDeadlineMinutes', madeAt) * MINUTE_MS;
    const settledBy = Math.max(this.#calmSince, madeBy + model.deadlineAfterMs, readBy);
    return this.#now > settledBy + SETTLE_MARGIN_MS + slackMs;
  }
}
