/**
 * Jobs are over soon after their deadline, whatever befell the node in between.
 *
 * A deadline counts from the submit, that of reading a result from when the node first asked for it. A node
 * that was down at that time, or whose disk failed, makes up for it as soon as all is well.
 */

import type { StoreReader } from '../../../src/store/store.js';
import type { NodeSetup } from '../../history/node-history.js';
import type { ProviderCalled } from '../../history/observation.js';
import { isFetch } from '../../history/results/result-calls.js';
import { TableImage } from '../facts/disk-image.js';
import { WellSince } from '../facts/ends/well-since.js';
import { OptionBounds } from '../facts/options.js';
import type { Requests } from '../facts/requests.js';
import { SteadyDoubt } from '../facts/steady-doubt.js';
import type { Invariant, Rule } from '../invariant.js';
import { modelAt } from '../jobs/catalogue.js';
import { isSettled, jobClaims } from '../jobs/job-claims.js';
import { ProviderRecord } from '../jobs/provider-record.js';

type Report = (message: string) => void;

const MINUTE_MS = 60_000;
/** A final poll is given seven seconds; the rest is for commits. */
const MARGIN_MS = 12_000;
/** It may wait for its turn if few are made at a time. */
const MARGIN_OF_SMALL_LIMITS_MS = 50_000;

export const DEADLINES: Rule = {
  name: 'deadlines',
  says: 'A job is over soon after its deadline, or after that of reading its result, and its provider is asked no more; no restart puts either off.',
  watch: (setup, report, requests) => new Deadlines(setup, report, requests),
};

class Deadlines implements Invariant {
  readonly #setup: NodeSetup;
  readonly #report: Report;
  readonly #requests: Requests;
  readonly #marginMs: number;
  /** By the provider's own name of their model. */
  readonly #unfinished = new TableImage<{ readonly model: string }>('unfinished');
  readonly #record = new ProviderRecord();
  readonly #doubt = new SteadyDoubt();
  readonly #options: OptionBounds;
  readonly #well = new WellSince();
  /** When the result of a job was first asked for. */
  readonly #readFrom = new Map<string, number>();

  constructor(setup: NodeSetup, report: Report, requests: Requests) {
    this.#setup = setup;
    this.#report = report;
    this.#requests = requests;
    this.#options = new OptionBounds(setup);
    this.#marginMs = setup.limits === undefined ? MARGIN_MS : MARGIN_OF_SMALL_LIMITS_MS;
  }

  observe(...[seen, exchange]: Parameters<Invariant['observe']>): void {
    this.#doubt.observe(seen);
    this.#options.observe(seen);
    this.#well.observe(seen);
    this.#record.observe(seen, this.#requests.seq);
    if (seen.what === 'provider_called') this.#checkCall(seen);
    for (const claim of jobClaims(seen, exchange)) {
      if (isSettled(claim) || exchange === undefined) continue;
      const { request, at } = exchange.sent;
      const lateMs = this.#lateMs(claim.jobId, this.#requestedModel(claim.jobId), at, this.#well.at);
      if (lateMs !== undefined)
        this.#report(
          `request ${request}: ${claim.jobId} is ${claim.status}, ${lateMs} ms after its deadline`,
        );
    }
  }

  disk(records: StoreReader): void {
    const { endedAt, lastedMs } = this.#well;
    const wellAt = endedAt - lastedMs;
    for (const [id, { model }] of this.#unfinished.read(records)) {
      const lateMs = this.#lateMs(id, modelAt(model), endedAt, wellAt);
      if (lateMs !== undefined) this.#report(`on disk, ${id} is not over ${lateMs} ms after its deadline`);
    }
  }

  #checkCall({ kind, jobId, model, at }: ProviderCalled & { readonly at: number }): void {
    if (kind === 'cancel') return;
    if (kind === 'read') {
      // A client may fetch what is made.
      for (const { sent } of this.#requests.open) if (isFetch(sent.call) && sent.jobId === jobId) return;
      if (!this.#readFrom.has(jobId)) this.#readFrom.set(jobId, at);
    }
    const lateMs = this.#lateMs(jobId, modelAt(model), at, this.#well.at);
    if (lateMs !== undefined)
      this.#report(`a ${kind} of ${jobId} at its provider, ${lateMs} ms after its deadline`);
  }

  /** How long after its deadline a time is; undefined if the job may still be under way. */
  #lateMs(jobId: string, model: string, at: number, wellAt: number): number | undefined {
    const deadlineAt = this.#deadlineAt(jobId, model);
    const slackMs = this.#doubt.slackSince(this.#firstSeenAt(jobId));
    const isLate = at > Math.max(deadlineAt, wellAt) + this.#marginMs + slackMs;
    return isLate ? at - deadlineAt : undefined;
  }

  #deadlineAt(jobId: string, modelId: string): number {
    const readFrom = this.#readFrom.get(jobId);
    const model = this.#setup.models.find(({ id }) => id === modelId);
    const madeAt = this.#record.job(jobId)?.madeAt;
    if (readFrom !== undefined) {
      const since = Math.min(madeAt ?? Number.NEGATIVE_INFINITY, readFrom);
      return readFrom + this.#options.most('resultDeadlineMinutes', since) * MINUTE_MS;
    }
    if (model === undefined || madeAt !== undefined) return Number.POSITIVE_INFINITY;
    return this.#firstSeenAt(jobId) + model.deadlineAfterMs;
  }

  /** It was made by then. */
  #firstSeenAt(jobId: string): number {
    const toldAt = this.#requests.job(jobId)?.submit.endAt ?? Number.POSITIVE_INFINITY;
    const calledAt = this.#record.job(jobId)?.submits[0]?.called.at ?? Number.POSITIVE_INFINITY;
    return Math.min(toldAt, calledAt);
  }

  #requestedModel(jobId: string): string {
    const call = this.#requests.job(jobId)?.submit.sent.call;
    return call?.op === 'submit' ? call.model : '';
  }
}
