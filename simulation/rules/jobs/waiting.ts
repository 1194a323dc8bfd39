/**
 * Jobs that wait for their submit, as they stand on disk while no process has it open.
 *
 * A job that stands as waiting is one that no provider may have, and a restart does not lose it. A node that
 * stopped in order leaves no other that was never sent.
 */
import type { StoreReader } from '../../../src/store/store.js';
import type { NodeSetup } from '../../history/node-history.js';
import { type JobRecord, TableImage } from '../facts/disk-image.js';
import { DiskTrouble } from '../facts/disk-trouble.js';
import { hasSlowQueue, hasSmallMailboxes, OptionBounds } from '../facts/options.js';
import type { Requests } from '../facts/requests.js';
import type { Invariant, Rule } from '../invariant.js';
import { isSettled } from './job-claims.js';
import { ProviderRecord } from './provider-record.js';

type Report = (message: string) => void;

/** In which a note comes to disk while all is well. */
const NOTE_MS = 500;
/** In which one that the disk refused has come there once all is well. */
const NOTED_AGAIN_MS = 2_000;

export const WAITING: Rule = {
  name: 'waiting',
  says: 'A job stands as waiting only if no provider may have it, and is not lost; so stands each that was not sent when a node stopped.',
  watch: (setup, report, requests) => new Waiting(setup, report, requests),
};

class Waiting implements Invariant {
  readonly #report: Report;
  readonly #requests: Requests;
  readonly #record = new ProviderRecord();
  readonly #jobs = new TableImage<JobRecord>('jobs');
  /** Submits that had been made of the jobs that stood as waiting when the disk was last seen. */
  #submits = new Map<string, number>();
  readonly #isCrowded: boolean;
  readonly #options: OptionBounds;
  #lastTroubleAt = Number.NEGATIVE_INFINITY;
  readonly #trouble = new DiskTrouble();
  #stoppingAt = Number.NEGATIVE_INFINITY;
  #hasStoppedInTime = false;

  constructor(setup: NodeSetup, report: Report, requests: Requests) {
    this.#isCrowded = hasSmallMailboxes(setup) || hasSlowQueue(setup);
    this.#options = new OptionBounds(setup);
    this.#report = report;
    this.#requests = requests;
  }

  observe(...[seen]: Parameters<Invariant['observe']>): void {
    this.#record.observe(seen, this.#requests.seq);
    this.#options.observe(seen);
    this.#trouble.observe(seen);
    if (seen.what === 'stopping') this.#stoppingAt = seen.at;
    if (seen.what === 'stopped') this.#hasStoppedInTime = !this.#mayHaveRunOut(seen.at);
    if (seen.what === 'starting') this.#hasStoppedInTime = false;
    if (seen.what === 'disk_failed' || seen.what === 'disk_released') this.#lastTroubleAt = seen.at;
  }

  disk(records: StoreReader): void {
    const submits = new Map<string, number>();
    for (const [jobId, job] of this.#jobs.read(records)) {
      const { value, context } = job.machine;
      const made = this.#record.job(jobId)?.submits ?? [];
      const mayBeTaken = made.some(({ end }) => end !== 'not_now');
      // A job that is bound was sent before: its provider may have it, and may know it no more in the end.
      if (context.isBound === true) continue;
      if (value === 'waiting') {
        submits.set(jobId, made.length);
        if (mayBeTaken) this.#report(`${jobId} stands as waiting, and a provider may have it`);
      } else if (value === 'submitting' && !mayBeTaken && this.#wasSurelyNoted(jobId, made.at(-1)?.endAt)) {
        this.#report(`${jobId} was not sent when the node stopped, and stands as if it was`);
      } else if (isSettled(job) && context.failure?.slug === 'outcome_unknown') {
        if (this.#submits.get(jobId) === made.length)
          this.#report(`${jobId} stood as waiting, was not sent since, and failed with outcome_unknown`);
      }
    }
    this.#submits = submits;
  }

  /** Whether the stop may have been too short for a note that a full mailbox refused, or that queued. */
  #mayHaveRunOut(at: number): boolean {
    return (
      this.#isCrowded && at - this.#stoppingAt >= this.#options.least('drainTimeLimitMs', this.#stoppingAt)
    );
  }

  /**
   * The node stopped in order, had shown the job before, and its disk had worked since, or for a while.
   *
   * @param declinedAt by the last provider that was asked: a stop that ends then leaves no time for a note
   */
  #wasSurelyNoted(jobId: string, declinedAt = Number.NEGATIVE_INFINITY): boolean {
    const leastMs = this.#options.least('drainTimeLimitMs', this.#stoppingAt) - NOTE_MS;
    if (declinedAt - this.#stoppingAt >= leastMs) return false;
    const submit = this.#requests.job(jobId)?.submit;
    if (!this.#hasStoppedInTime || submit === undefined) return false;
    const isWell =
      this.#lastTroubleAt < submit.sent.at || this.#trouble.until < this.#stoppingAt - NOTED_AGAIN_MS;
    return submit.endAt < this.#stoppingAt && isWell;
  }
}
