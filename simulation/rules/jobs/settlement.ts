/**
 * One reservation and one settlement for each job, and both of the right amount.
 *
 * The records on disk are held against the price and the ledger; that a job settled at all, and how, against
 * what its provider did is `settlement-cause.ts`.
 */
import type { StoreReader } from '../../../src/store/store.js';
import type { NodeSetup } from '../../history/node-history.js';
import {
  type JobRecord,
  LedgerImage,
  type NumberedEntry,
  TableImage,
  type UnfinishedRecord,
} from '../facts/disk-image.js';
import { InForce } from '../facts/in-force.js';
import type { Requests } from '../facts/requests.js';
import { priceOf } from '../facts/shown-amounts.js';
import type { Invariant, Rule } from '../invariant.js';
import { modelAt, offeredModel } from './catalogue.js';
import { isSettled, type JobClaim, jobClaims } from './job-claims.js';

type Report = (message: string) => void;

interface Moved {
  readonly keyId: string;
  reserved: number | undefined;
  /** Number of the entry that settled first, and what all of them moved. */
  settledAt: number | undefined;
  charged: number;
  released: number;
}

const OF_JOBS: readonly string[] = ['reserve', 'charge', 'release'];

export const SETTLEMENT: Rule = {
  name: 'settlement',
  says: 'A job has one reservation of its price when it was accepted and one settlement: a charge for the seconds of output, at most the reserve, and the rest released in the same step; a failed one is charged nothing.',
  watch: (setup, report, requests) => new Settlement(setup, report, requests),
};

class Settlement implements Invariant {
  readonly #setup: NodeSetup;
  readonly #report: Report;
  readonly #requests: Requests;
  readonly #inForce: InForce;
  readonly #ledger = new LedgerImage();
  readonly #jobs = new TableImage<JobRecord>('jobs');
  readonly #unfinished = new TableImage<UnfinishedRecord>('unfinished');
  readonly #moved = new Map<string, Moved>();
  readonly #checked = new Map<string, JobRecord>();
  /** Models of jobs, as providers were asked for them. */
  readonly #models = new Map<string, string>();

  constructor(setup: NodeSetup, report: Report, requests: Requests) {
    this.#setup = setup;
    this.#report = report;
    this.#requests = requests;
    this.#inForce = new InForce(setup);
  }

  observe(...[seen, exchange]: Parameters<Invariant['observe']>): void {
    this.#inForce.observe(seen, this.#requests.seq);
    if (seen.what === 'provider_called' && seen.kind === 'submit') {
      this.#models.set(seen.jobId, modelAt(seen.model));
    }
    for (const claim of jobClaims(seen, exchange)) this.#checkClaim(claim);
  }

  disk(records: StoreReader): void {
    for (const entry of this.#ledger.read(records, () => {})) this.#move(entry);
    const unfinished = this.#unfinished.read(records);
    for (const [id, job] of this.#jobs.read(records)) {
      if (isSettled(job) === unfinished.has(id)) {
        this.#report(
          `on disk, ${id} is ${job.status} and has ${unfinished.has(id) ? 'an' : 'no'} open reservation`,
        );
      }
      if (this.#checked.get(id) === job) continue;
      this.#checked.set(id, job);
      this.#checkRecord(id, job);
    }
    for (const [id, moved] of this.#moved) {
      if (moved.settledAt !== undefined && unfinished.has(id)) {
        this.#report(`on disk, ${id} was settled and holds its reserve still`);
      }
    }
  }

  #checkClaim({ jobId, status, outputMs, costMicroDa, lengthMs }: JobClaim): void {
    if (!isSettled({ status })) return;
    if (status === 'failed') {
      if (costMicroDa !== 0) this.#report(`${jobId} failed and cost ${costMicroDa} micro-DA`);
      return;
    }
    const submit = this.#requests.job(jobId)?.submit.sent.call;
    const asked = submit?.op === 'submit' ? submit.model : '';
    const prices = this.#prices(jobId, this.#models.get(jobId) ?? asked);
    if (prices === undefined || outputMs === undefined) return;
    const owed = prices.map((price) => Math.min(priceOf(price, outputMs), priceOf(price, lengthMs)));
    if (costMicroDa !== undefined && owed.includes(costMicroDa)) return;
    this.#report(
      `${jobId} cost ${costMicroDa} micro-DA; ${outputMs} ms of the ${lengthMs} asked for cost ${owed.join(' or ')}`,
    );
  }

  /**
   * The prices that a second of a job may have had when it was accepted; undefined for a model that does not
   * exist.
   */
  #prices(jobId: string, model: string): readonly number[] | undefined {
    const submit = this.#requests.job(jobId)?.submit;
    const isReplay = submit?.answer?.headers['idempotent-replayed'] === 'true';
    const from = submit === undefined || isReplay ? 0 : submit.seq;
    const fixed = offeredModel(this.#setup, model)?.pricePerSecondMicroDa;
    return (
      this.#inForce.prices(model, from, submit?.endSeq ?? this.#requests.seq) ??
      (fixed === undefined ? undefined : [fixed])
    );
  }

  #move(entry: NumberedEntry): void {
    const { job, keyId, number, type, amount } = entry;
    if (job === null) {
      if (OF_JOBS.includes(type)) this.#report(`entry ${number} of ${keyId}, a ${type}, names no job`);
      return;
    }
    const moved: Moved = this.#moved.get(job) ?? {
      keyId,
      reserved: undefined,
      settledAt: undefined,
      charged: 0,
      released: 0,
    };
    this.#moved.set(job, moved);
    if (moved.keyId !== keyId) this.#report(`${job} moved money of ${moved.keyId} and of ${keyId}`);
    if (type === 'reserve') {
      if (moved.reserved !== undefined) this.#report(`${job} was reserved for twice`);
      moved.reserved = amount;
      return;
    }
    const isRest = type === 'release' && moved.settledAt === number - 1 && moved.released === 0;
    if (moved.settledAt !== undefined && !isRest)
      this.#report(`${job} was settled twice: entry ${number} of ${keyId}`);
    moved.settledAt ??= number;
    if (type === 'charge') moved.charged += amount;
    else moved.released += amount;
  }

  #checkRecord(id: string, job: JobRecord): void {
    const moved = this.#moved.get(id);
    const prices = this.#prices(id, job.model);
    if (prices === undefined) {
      this.#report(`${id} is a job of model ${job.model}, which does not exist`);
      return;
    }
    // The one that it reserved by is the one that it is charged by.
    const perSecond = prices.find((one) => priceOf(one, job.lengthMs) === job.reserved) ?? prices[0] ?? 0;
    const price = priceOf(perSecond, job.lengthMs);
    if (job.reserved !== price || moved?.reserved !== price || moved.keyId !== job.key) {
      this.#report(
        `${id} costs ${price} micro-DA; ${moved?.reserved} were reserved, its record says ${job.reserved}`,
      );
    }
    if (!isSettled(job)) {
      if (moved?.settledAt !== undefined) this.#report(`${id} is ${job.status} and was settled`);
      return;
    }
    const { output } = job.machine.context;
    const made = job.status === 'completed' && output !== null ? output.lengthMs : 0;
    const owed = Math.min(job.reserved, priceOf(perSecond, made));
    if (job.settled?.cost !== owed || moved?.charged !== owed) {
      this.#report(
        `${id} ${job.status} with ${made} ms, which cost ${owed} micro-DA; ${moved?.charged} were charged, its record says ${job.settled?.cost}`,
      );
    }
    if (moved !== undefined && moved.released !== job.reserved - owed) {
      this.#report(`${id} held ${job.reserved} micro-DA and cost ${owed}; ${moved.released} were released`);
    }
  }
}
