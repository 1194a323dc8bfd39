/**
 * Jobs end as their providers said, and providers are asked only for what is on disk, once.
 *
 * An end is checked when it is first seen, in an answer or on disk, by what the provider had answered to the
 * node until then: it completes only with an output that the provider named, and fails only for a reason that
 * was there. The operator's request is one.
 */
import type { StoreReader } from '../../../src/store/store.js';
import type { NodeSetup } from '../../history/node-history.js';
import type { ProviderCalled } from '../../history/observation.js';
import { mayBeRepeated, providerKind } from '../../history/provider-kinds.js';
import { type JobRecord, LedgerImage, TableImage } from '../facts/disk-image.js';
import { DiskTrouble } from '../facts/disk-trouble.js';
import { OptionBounds } from '../facts/options.js';
import type { Requests, Sent } from '../facts/requests.js';
import { SteadyDoubt } from '../facts/steady-doubt.js';
import type { Invariant, Rule } from '../invariant.js';
import { embeddedEnd, modelAt, offeredModel } from './catalogue.js';
import { isSettled, jobClaims } from './job-claims.js';
import { ABSENCES_MIN, type ProviderFacts, ProviderRecord } from './provider-record.js';
import { submitFlaws } from './submit-flaws.js';

type Report = (message: string) => void;

/** How a job ended, whoever says so. */
interface End {
  readonly jobId: string;
  readonly status: string;
  readonly outputMs: number | undefined;
  readonly slug: string | undefined;
  /** Undefined if only a submit whose answer was lost knows it. */
  readonly model: string | undefined;
  readonly lengthMs: number;
}

/** A submit without an answer for less than this has not timed out. */
const TIMEOUT_MS_MIN = 1_000;
/** A provider that takes repeated submits for one is asked so often at least. */
const SUBMITS_MAX = 8;
const MINUTE_MS = 60_000;
/** A provider is not asked again for the last minute of its promise. */
const REPEAT_MARGIN_MS = MINUTE_MS;
const READ_AGAIN_MS = 75_000;

export const SETTLEMENT_CAUSE: Rule = {
  name: 'settlement-cause',
  says: 'A job ends only as its provider said or for a reason that was there; a provider is asked only for jobs on disk, and one that would make a second job is submitted to once.',
  watch: (setup, report, requests) => new SettlementCause(setup, report, requests),
};

class SettlementCause implements Invariant {
  readonly #setup: NodeSetup;
  readonly #report: Report;
  readonly #requests: Requests;
  readonly #record = new ProviderRecord();
  readonly #doubt = new SteadyDoubt();
  readonly #trouble = new DiskTrouble();
  readonly #options: OptionBounds;
  readonly #jobs = new TableImage<JobRecord>('jobs');
  readonly #ledger = new LedgerImage();
  /** Jobs that a reservation on disk proves. */
  readonly #proven = new Set<string>();
  readonly #checked = new Set<string>();
  /** Jobs of which the end was shown. */
  readonly #shownSettled = new Set<string>();
  /** Jobs that the operator has asked to end. */
  readonly #askedToEnd = new Set<string>();
  #now = 0;
  #lastEndOfProcessAt = Number.NEGATIVE_INFINITY;
  #startedAt = Number.NEGATIVE_INFINITY;

  constructor(setup: NodeSetup, report: Report, requests: Requests) {
    this.#setup = setup;
    this.#options = new OptionBounds(setup);
    this.#report = report;
    this.#requests = requests;
  }

  observe(...[seen, exchange]: Parameters<Invariant['observe']>): void {
    this.#now = seen.at;
    this.#doubt.observe(seen);
    this.#trouble.observe(seen);
    this.#options.observe(seen);
    if (seen.what === 'started') this.#startedAt = seen.at;
    if (seen.what === 'crashed' || seen.what === 'stopped') this.#lastEndOfProcessAt = seen.at;
    if (seen.what === 'sent' && seen.call.op === 'fail_job') this.#askedToEnd.add(seen.jobId);
    if (seen.what === 'provider_called' && seen.kind === 'submit') this.#parseSubmit(seen);
    this.#record.observe(seen, this.#requests.seq);
    for (const claim of jobClaims(seen, exchange)) {
      if (!isSettled(claim)) continue;
      this.#shownSettled.add(claim.jobId);
      const submit = this.#requests.job(claim.jobId)?.submit.sent.call;
      this.#checkEnd({ ...claim, model: submit?.op === 'submit' ? submit.model : undefined });
    }
  }

  disk(records: StoreReader): void {
    for (const { job, type } of this.#ledger.read(records, () => {})) {
      if (job !== null && type === 'reserve') this.#proven.add(job);
    }
    for (const { jobId } of this.#record.jobs) {
      if (this.#proven.has(jobId)) continue;
      this.#proven.add(jobId);
      this.#report(`a provider was called for ${jobId}, which is not on disk`);
    }
    for (const [jobId, job] of this.#jobs.read(records)) {
      if (!isSettled(job)) continue;
      const { output, failure } = job.machine.context;
      const { status, model, lengthMs } = job;
      this.#checkEnd({ jobId, status, model, lengthMs, outputMs: output?.lengthMs, slug: failure?.slug });
    }
  }

  #parseSubmit(called: ProviderCalled & { readonly at: number }): void {
    const { jobId } = called;
    const facts = this.#record.job(jobId);
    if (this.#shownSettled.has(jobId))
      this.#report(`${jobId} was submitted to its provider after it had ended`);
    const slackMs = this.#doubt.slackSince(facts?.submits[0]?.called.at ?? called.at);
    for (const flaw of submitFlaws(called, facts, slackMs)) this.#report(flaw);
  }

  #checkEnd(end: End): void {
    const { jobId, status, outputMs, slug = '' } = end;
    const text = `${jobId} ${status} ${outputMs} ${slug}`;
    if (this.#checked.has(text)) return;
    this.#checked.add(text);
    if (this.#setup.providersAreSeen === false) {
      this.#checkUnseenEnd(end);
      return;
    }
    const facts = this.#record.job(jobId);
    if (status === 'completed') {
      if (outputMs === undefined || facts?.completed.has(outputMs) !== true) {
        const said = [...(facts?.completed.keys() ?? [])].join(', ');
        this.#report(
          `${jobId} completed with ${outputMs} ms; its provider had said: ${said || 'nothing of the kind'}`,
        );
      }
      return;
    }
    if (facts?.failed.has(slug) === true) return;
    const missing = this.#reasonMissing(jobId, slug, facts);
    if (missing !== undefined) this.#report(`${jobId} failed with ${slug}, but ${missing}`);
  }

  /** If nobody sees what the embedded provider said, its models say what there is to say. */
  #checkUnseenEnd({ jobId, status, outputMs, slug, model, lengthMs }: End): void {
    if (model === undefined || (slug === 'expired' && this.#askedToEnd.has(jobId))) return;
    const due = embeddedEnd(model, lengthMs);
    if (due === undefined || (status === due.status && outputMs === due.outputMs && slug === due.slug))
      return;
    this.#report(
      `${jobId}, ${lengthMs} ms of ${model}, ${status} with ${slug ?? `${outputMs} ms`}; that model ${due.status} with ${due.slug ?? `${due.outputMs} ms`}`,
    );
  }

  /** Undefined if the reason was there. */
  #reasonMissing(jobId: string, slug: string, facts: ProviderFacts | undefined): string | undefined {
    const submits = facts?.submits ?? [];
    switch (slug) {
      case 'expired':
        return this.#askedToEnd.has(jobId) ? undefined : this.#expiredEarly(jobId);
      case 'provider_unavailable': {
        if (!submits.some(({ end }) => end === 'not_now')) return 'its provider never put it off';
        const isUnclear = submits.some(({ end }) => end !== 'not_now');
        return isUnclear ? 'one of its submits had no known outcome' : undefined;
      }
      case 'result_unavailable':
        return this.#resultAvailable(facts);
      case 'outcome_unknown':
        return this.#outcomeKnown(jobId, facts);
      default:
        return 'its provider had not said so';
    }
  }

  #resultAvailable(facts: ProviderFacts | undefined): string | undefined {
    if (facts?.madeAt === undefined) return 'its provider had not made it';
    if (facts.isUnreadable) return undefined;
    const slackMs = this.#doubt.slackSince(facts.madeAt);
    const deadlineAt =
      facts.madeAt + this.#options.least('resultDeadlineMinutes', facts.madeAt) * MINUTE_MS - slackMs;
    if (this.#now < deadlineAt) {
      return `it was made ${this.#now - facts.madeAt} ms ago, and nothing was wrong with its result`;
    }
    // It is tried again at the latest a minute after a try that failed, if the disk lets it be taken up.
    const triableSince = Math.max(facts.madeAt, this.#startedAt);
    const againAt = Math.max(triableSince, this.#trouble.until) + READ_AGAIN_MS;
    const isTried = facts.openedAt >= triableSince || deadlineAt < againAt;
    return isTried ? undefined : 'this process never opened its result';
  }

  #expiredEarly(jobId: string): string | undefined {
    const sent = this.#madeBy(jobId);
    const model = sent?.call.op === 'submit' ? offeredModel(this.#setup, sent.call.model) : undefined;
    if (sent === undefined || model === undefined) return undefined;
    const afterMs = this.#now - sent.at;
    return afterMs < model.deadlineAfterMs - this.#doubt.slackSince(sent.at)
      ? `it was ${afterMs} ms old and had ${model.deadlineAfterMs}`
      : undefined;
  }

  /**
   * Undefined if nobody was told of it, or if only a replay told of it, which comes later than the submit
   * that made the job.
   */
  #madeBy(jobId: string): Sent | undefined {
    const submit = this.#requests.job(jobId)?.submit;
    return submit?.answer?.headers['idempotent-replayed'] === undefined ? submit?.sent : undefined;
  }

  #outcomeKnown(jobId: string, facts: ProviderFacts | undefined): string | undefined {
    const sent = this.#madeBy(jobId);
    const submits = facts?.submits ?? [];
    const provider = submits.at(-1)?.called.provider;
    if (provider === undefined) {
      return sent === undefined || this.#lastEndOfProcessAt >= sent.at ? undefined : 'it was never submitted';
    }
    const isOneRoute = submits.every(({ called }) => called.provider === provider);
    const isRepeatable = submits.length < SUBMITS_MAX && this.#isTimeToRepeat(provider, sent);
    if (isOneRoute && isRepeatable && !this.#mayHaveMovedOn(submits))
      return 'its provider can be asked again';
    const isUnclear = submits.some(
      ({ end, called, endAt }) =>
        end === undefined || end === 'error' || end === 'garbage' || endAt - called.at >= TIMEOUT_MS_MIN,
    );
    if (sent === undefined || this.#lastEndOfProcessAt >= sent.at) return undefined;
    if (!isUnclear) return 'the node ran on and every submit was answered in time';
    const isSought = providerKind(provider)?.lostAnswer === 'findable';
    const isMissed = (facts?.absences ?? 0) >= ABSENCES_MIN;
    return isSought && !isMissed ? 'its provider was not asked for it three times in a row' : undefined;
  }

  /** The provider takes a repeat for the same for as long as it promises, up to the gateway's margin. */
  #isTimeToRepeat(provider: string, sent: Sent | undefined): boolean {
    if (sent === undefined) return mayBeRepeated(provider, Number.POSITIVE_INFINITY);
    return mayBeRepeated(provider, this.#now - sent.at + REPEAT_MARGIN_MS + this.#doubt.slackSince(sent.at));
  }

  /** The process may have ended right before a call on the next route, which then was never seen. */
  #mayHaveMovedOn(submits: ProviderFacts['submits']): boolean {
    const last = submits.at(-1);
    const id = modelAt(last?.called.model ?? '');
    const hasNext = this.#setup.models.find((model) => model.id === id)?.fallbacks !== undefined;
    return hasNext && last?.end === 'not_now' && this.#lastEndOfProcessAt >= last.endAt;
  }
}
