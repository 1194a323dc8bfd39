/**
 * The caller of providers: the one place from which a provider is called, and through which its answers
 * come in. Time limits, concurrency, pace, back-off and breakers are here; adapters have none of these.
 *
 * Everything is held in memory and rebuilt by the actors after a restart: they submit, watch and ask again
 * what their committed state says is under way.
 *
 * Invariants
 *  1. Reports never come from within a call to a method here.
 *  2. A job is watched at most once; watching it again replaces what was known of it.
 *  3. A job reported as completed or failed is watched no more. A caller that could not keep that report
 *     watches it again.
 *  4. After `close` there are no reports, no calls and no timers.
 */
import type { RemoteFile } from '../../outward/outward.js';
import type { World } from '../../time/world.js';
import type { Provider, ProviderSubmit, RouteName } from '../provider.js';
import type { ProviderReport } from '../provider-report.js';
import { absentProvider } from './absent-provider.js';
import {
  type CancelTicket,
  type JobTicket,
  PolledJob,
  type PollsOfJob,
  type PollTicket,
  type SubmitTicket,
  type TakeUpTicket,
} from './call-tickets.js';
import { CallsByModel } from './calls-by-model.js';
import { ModelCalls, type ModelCallsNumbers } from './model-calls.js';
import type { Readiness, TellJob } from './model-context.js';
import type { PollCalls } from './poll-calls.js';
import { quietPollsIn } from './poll-schedule.js';
import { readResultFile } from './provider-answers.js';
import { CALL_LIMITS, type CallLimits } from './slots/call-limits.js';
import type { CallObserver } from './slots/call-observer.js';

/** The bounds of a provider, by its name, that are not the default. */
export type LimitsOf = (provider: string) => Partial<CallLimits>;

export interface ProviderCallsOptions {
  readonly world: World;
  readonly providers: readonly Provider[];
  readonly limitsOf?: LimitsOf;
  readonly onReport: (jobId: string, report: ProviderReport) => void;
  readonly tell: TellJob;
  readonly observer?: CallObserver | undefined;
}

export interface ProviderCallsNumbers {
  readonly watched: number;
  readonly models: readonly ModelCallsNumbers[];
}

export class ProviderCalls {
  readonly #options: ProviderCallsOptions;
  #limitsOf: LimitsOf;
  readonly #providers: Map<string, Provider>;
  readonly #models = new CallsByModel((provider, model) => this.#callsTo(provider, model));
  readonly #watched = new Map<string, PolledJob>();
  #isHeld = false;
  #isClosed = false;

  constructor(options: ProviderCallsOptions) {
    this.#options = options;
    this.#limitsOf = options.limitsOf ?? (() => ({}));
    this.#providers = new Map(options.providers.map((provider) => [provider.name, provider]));
  }

  /**
   * From the next call on, providers and limits are these. Calls under way end as they would, and what is
   * known of a provider's health stays. A provider that is not among them any more goes on to serve the jobs
   * that it has.
   */
  configure(providers: readonly Provider[], limitsOf: LimitsOf): void {
    this.#limitsOf = limitsOf;
    for (const provider of providers) this.#providers.set(provider.name, provider);
    for (const [name, ofProvider] of this.#models.byProvider()) {
      const [provider, limits] = [this.#providerOf(name), this.#limits(name)];
      for (const calls of ofProvider) calls.configure(provider, limits);
    }
  }

  /**
   * Submits a job, when its provider's breaker, bounds and `notBefore` allow. Reports one `SubmitReport`,
   * without a call if a fallback does better. A job has one submit waiting or under way at a time.
   */
  submit(ticket: SubmitTicket, request: ProviderSubmit): void {
    this.#callsOf(ticket.provider, request.model)?.submits.submit(ticket, request);
  }

  /** Stops its finds, takes back its final poll and submit if they wait; false if no submit does. */
  takeBack({ provider, model, jobId }: Omit<JobTicket, 'handle'>): boolean {
    const calls = this.#callsOf(provider, model);
    calls?.finds.stop(jobId);
    calls?.finalPolls.stop(jobId);
    return calls?.submits.cancel(jobId) ?? false;
  }

  /** Polls a job until it ends, and reports a `StatusReport` when it begins and when it ends. */
  watch(ticket: PollTicket): void {
    const calls = this.#callsOf(ticket.provider, ticket.model);
    if (calls !== undefined) this.#watch(calls.polls, ticket, 0);
  }

  /**
   * As `watch`, for a job of the run before: it is asked for as often as it was. Those that are overdue, and
   * after a restart nearly all are, come one after another.
   */
  takeUp(ticket: TakeUpTicket): void {
    const calls = this.#callsOf(ticket.provider, ticket.model);
    if (calls === undefined) return;
    const sinceFirstPollMs = this.#options.world.steadyMs() - ticket.firstPollAt;
    const nextPollAt = sinceFirstPollMs < 0 ? ticket.firstPollAt : calls.polls.placeOfOverdue();
    this.#watch(calls.polls, { ...ticket, nextPollAt }, quietPollsIn(sinceFirstPollMs));
  }

  /** No news of the job is reported from now on. Fine for a job that is not watched. */
  unwatch(jobId: string): void {
    const job = this.#watched.get(jobId);
    if (job === undefined) return;
    this.#watched.delete(jobId);
    job.watcher.unwatch(job);
  }

  /**
   * Asks once, at once, past breaker and schedule, and reports one `FinalPollReport`. Whether the job is
   * watched is not changed by it.
   */
  finalPoll({ provider, jobId, model, handle }: JobTicket): void {
    this.#callsOf(provider, model)?.finalPolls.add({ jobId, model, handle });
  }

  /** Asks for a job by its id until the provider says whether it has it; reports one `FindReport`. */
  find({ provider, model, jobId }: Omit<JobTicket, 'handle'>): void {
    this.#callsOf(provider, model)?.finds.find(jobId);
  }

  /** Asks once, soon, that the provider give the job up, if it can and its handle is known. */
  cancel({ provider, jobId, model, ...job }: CancelTicket): void {
    const handle = job.handle ?? this.#providerOf(provider).handleOf?.(jobId);
    if (this.#providerOf(provider).cancel === undefined || handle === undefined) return;
    this.#callsOf(provider, model)?.cancels.add({ jobId, model, handle });
  }

  /** 0 to 100 as the provider last said; undefined if it has not, or the job is not watched. */
  progressOf(jobId: string): number | undefined {
    const progress = this.#watched.get(jobId)?.progress ?? -1;
    return progress < 0 ? undefined : progress;
  }

  /** When the job is asked for again, and how its polls went. */
  pollsOf(jobId: string): PollsOfJob | undefined {
    const job = this.#watched.get(jobId);
    if (job === undefined) return undefined;
    const { dueAt, failures, trouble } = job;
    return { nextInMs: Math.max(0, dueAt - this.#options.world.steadyMs()), failures, trouble };
  }

  /** How long until the job is asked for again, 0 while it is; undefined if it is not watched. */
  nextPollInMs(jobId: string): number | undefined {
    return this.pollsOf(jobId)?.nextInMs;
  }

  /**
   * Opens the result of a completed job; undefined if the provider no longer has it. Rejects if the
   * provider fails or answers garbage, or when `signal` says so: how long to wait is the reader's to decide.
   */
  async content(provider: string, location: string, signal: AbortSignal): Promise<RemoteFile | undefined> {
    const answer: unknown = await this.#providerOf(provider).content(location, signal);
    if (answer === undefined) return undefined;
    const content = readResultFile(answer);
    if (content === undefined) throw new Error(`provider ${provider} answered garbage for a result`);
    return content;
  }

  /** Opens the result that a link leads to; undefined if no provider gave it out, or none has it any more. */
  async openLink(path: string, signal: AbortSignal): Promise<RemoteFile | undefined> {
    for (const { name, servesLinks } of this.#providers.values()) {
      const content = servesLinks === true ? await this.content(name, path, signal) : undefined;
      if (content !== undefined) return content;
    }
    return undefined;
  }

  /** As far as breaker, backlog and the provider say. */
  readinessOf(route: RouteName): Readiness {
    return this.#models.find(route)?.readiness ?? 'ready';
  }

  /** For how long no further submit may wait, in ms, as far as is known; undefined if another may. */
  fullForMs(route: RouteName): number | undefined {
    const calls = this.#models.find(route);
    return calls?.submits.isFull === true ? calls.submitsBeginInMs() : undefined;
  }

  numbers(): ProviderCallsNumbers {
    return { watched: this.#watched.size, models: this.#models.all().map((calls) => calls.numbers()) };
  }

  /** No submit begins from now on; all else goes on. */
  holdSubmits(): void {
    this.#isHeld = true;
    for (const calls of this.#models.all()) calls.submits.hold();
  }

  /** True once no submit is under way any more, and all that wait are on disk as waiting. */
  get submitsAreAtRest(): boolean {
    return this.#models.all().every(({ submits }) => submits.isAtRest);
  }

  /** Aborts what is under way and forgets what waits. Afterwards every other method does nothing. */
  close(): void {
    this.#isClosed = true;
    for (const calls of this.#models.all()) calls.close();
    this.#watched.clear();
  }

  #watch(polls: PollCalls, ticket: PollTicket, quietPolls: number): void {
    this.unwatch(ticket.jobId);
    const job = new PolledJob(polls, ticket, quietPolls);
    this.#watched.set(job.jobId, job);
    polls.watch(job);
  }

  #callsOf(provider: string, model: string): ModelCalls | undefined {
    return this.#isClosed ? undefined : this.#models.of(provider, model);
  }

  #callsTo(provider: string, model: string): ModelCalls {
    const { world, onReport: report, tell, observer } = this.#options;
    const calls = new ModelCalls(world, this.#providerOf(provider), model, this.#limits(provider), {
      report,
      tell,
      readinessOf: (route) => this.readinessOf(route),
      ended: (job) => this.#watched.delete(job.jobId),
      observer,
    });
    if (this.#isHeld) calls.submits.hold();
    return calls;
  }

  #limits(provider: string): CallLimits {
    return { ...CALL_LIMITS, ...this.#limitsOf(provider) };
  }

  #providerOf(name: string): Provider {
    return this.#providers.get(name) ?? absentProvider(name);
  }
}
