/** The jobs that providers are told to give up. */
import type { StoreReader } from '../../../src/store/store.js';
import type { NodeSetup } from '../../history/node-history.js';
import type { ProviderCalled } from '../../history/observation.js';
import { providerKind } from '../../history/provider-kinds.js';
import { type JobRecord, TableImage } from '../facts/disk-image.js';
import { OptionBounds } from '../facts/options.js';
import type { Exchange, Requests } from '../facts/requests.js';
import { SteadyDoubt } from '../facts/steady-doubt.js';
import type { Invariant, Rule } from '../invariant.js';
import { offeredModel } from './catalogue.js';
import { type JobClaim, jobClaims } from './job-claims.js';
import { type ProviderFacts, ProviderRecord } from './provider-record.js';
import { UnheardTakings } from './routes/unheard-takings.js';

export const CANCELS: Rule = {
  name: 'cancels',
  says: 'A provider that takes cancels is told once to give a job up that ended at its deadline or by the operator, after that is on disk, and no other job.',
  watch: (setup, report, requests) => new Cancels(setup, report, requests),
};

/** From the end of a call to what follows from it. */
const TELLS_WITHIN_MS = 1_000;

class Cancels implements Invariant {
  readonly #setup: NodeSetup;
  readonly #report: (message: string) => void;
  readonly #requests: Requests;
  readonly #record = new ProviderRecord();
  readonly #jobs = new TableImage<JobRecord>('jobs');
  readonly #doubt = new SteadyDoubt();
  readonly #askedToEnd = new Set<string>();
  readonly #cancelled = new Set<string>();
  /** In the life of this process, calls that did not arrive included. */
  #cancelledNow = new Set<string>();
  readonly #unheard: UnheardTakings;
  readonly #options: OptionBounds;
  /** By job, the provider that began it, whether or not it was heard. */
  readonly #begunBy = new Map<string, string>();
  #startedAt = 0;
  #isQuiet = false;

  constructor(setup: NodeSetup, report: (message: string) => void, requests: Requests) {
    this.#setup = setup;
    this.#report = report;
    this.#requests = requests;
    this.#unheard = new UnheardTakings(setup, report, requests);
    this.#options = new OptionBounds(setup);
  }

  observe(...[seen, exchange]: Parameters<Invariant['observe']>): void {
    this.#doubt.observe(seen);
    this.#unheard.observe(seen);
    this.#options.observe(seen);
    this.#record.observe(seen, this.#requests.seq);
    switch (seen.what) {
      case 'starting':
        this.#cancelledNow = new Set();
        this.#startedAt = seen.at;
        return;
      case 'quiet':
        this.#isQuiet = true;
        return;
      case 'sent':
        if (seen.call.op === 'fail_job') this.#askedToEnd.add(seen.jobId);
        return;
      case 'provider_failed':
        if (seen.kind === 'cancel' && seen.how === 'refused') this.#cancelledNow.add(seen.jobId);
        return;
      case 'provider_began':
        this.#begunBy.set(seen.jobId, seen.provider);
        return;
      case 'provider_called':
        if (seen.kind === 'cancel') this.#cancel(seen);
        return;
      case 'answered':
        for (const claim of jobClaims(seen, exchange)) this.#check(claim, exchange);
    }
  }

  disk(records: StoreReader): void {
    const jobs = this.#jobs.read(records);
    for (const id of this.#cancelled) {
      const status = jobs.get(id)?.status ?? 'failed';
      if (status !== 'failed') this.#report(`${id} was cancelled, and is ${status} on disk`);
    }
  }

  #cancel({ jobId, at }: ProviderCalled & { readonly at: number }): void {
    if (this.#cancelledNow.has(jobId)) this.#report(`${jobId} was cancelled twice by one process`);
    this.#cancelledNow.add(jobId);
    this.#cancelled.add(jobId);
    const sent = this.#requests.job(jobId)?.submit.sent;
    if (this.#askedToEnd.has(jobId) || sent?.call.op !== 'submit') return;
    const slackMs = this.#doubt.slackSince(sent.at);
    const deadlineAfterMs = offeredModel(this.#setup, sent.call.model)?.deadlineAfterMs ?? 0;
    if (at - sent.at < deadlineAfterMs - slackMs && !this.#isReplay(jobId)) {
      this.#report(`${jobId} was cancelled ${at - sent.at} ms after its submit, and nobody ended it`);
    }
  }

  /** Once all is quiet, every job that this process has ended has been cancelled. */
  #check({ jobId, status, slug }: JobClaim, exchange: Exchange | undefined): void {
    if (status === 'completed' && this.#cancelled.has(jobId)) {
      this.#report(`${jobId} was cancelled, and is completed`);
    }
    if (!this.#isQuiet || exchange?.sent.step !== 0 || status !== 'failed' || slug !== 'expired') return;
    const facts = this.#record.job(jobId);
    const submit = this.#requests.job(jobId)?.submit;
    if (facts === undefined) return;
    const taker = facts.takenBy ?? this.#takerUnheard(facts, exchange.sent.at);
    if (taker === undefined || providerKind(taker)?.cancels !== true) return;
    if (submit === undefined || submit.sent.at < this.#startedAt || this.#isReplay(jobId)) return;
    const isKnownToHaveEnded = facts.madeAt !== undefined || facts.completed.size + facts.failed.size > 0;
    if (!isKnownToHaveEnded && !this.#cancelledNow.has(jobId)) {
      this.#report(`${jobId} was given up, and ${taker} was not told`);
    }
  }

  /** A provider that knows jobs by their ids can be told without an answer, once it is waited for no more. */
  #takerUnheard({ jobId, submits }: ProviderFacts, now: number): string | undefined {
    const last = submits.at(-1);
    if (last !== undefined && last.end === undefined) {
      const limitMs = this.#options.most('providerSubmitTimeoutMs', last.called.at);
      if (now - last.called.at <= limitMs + TELLS_WITHIN_MS) return undefined;
    }
    const provider = this.#begunBy.get(jobId);
    return providerKind(provider ?? '')?.lostAnswer === 'findable' ? provider : undefined;
  }

  /** Whether only a replay told of it, which comes later than the submit that made it. */
  #isReplay(jobId: string): boolean {
    return this.#requests.job(jobId)?.submit.answer?.headers['idempotent-replayed'] !== undefined;
  }
}
