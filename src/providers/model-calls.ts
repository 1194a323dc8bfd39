/**
 * All calls to one model of one provider: what waits, what is under way, and when the next may begin.
 *
 * Submits, polls and last calls wait in a heap each and have slots of their own, so that a rush of one kind
 * does not hold up the others. One alarm is set for the earliest time at which something may begin. Nothing
 * is called from within a method of a caller: calls begin when the events at hand have been handled.
 *
 * A provider that just came back, or whose node just started, is not met by all that waited at once: the bounds
 * on calls under way open with each answer, as TCP's slow start does (RFC 5681, 3.1), and jobs that are overdue
 * after a restart are asked for at half the rate, which leaves the other half to all else.
 *
 * Invariants
 *  1. Of each kind at most its bound is under way; of polls at most the rate begins. Of submits and of polls there
 *     are under way at most `IN_FLIGHT_FIRST` more than calls were answered since the breaker opened last.
 *  2. No submit and no poll begins through an open breaker, save its probe. Last calls ask no breaker.
 *  3. Each submit and each last call is reported once, unless it is cancelled before it began.
 *  4. A wanted job is in the heap of polls or has one poll under way.
 *  5. A poll after which a job stands as before is not reported.
 */
import { later, type SteadyMs } from '../time/clock.js';
import { DeadlineHeap } from '../time/deadline-heap.js';
import type { World } from '../time/world.js';
import { Alarm } from './alarm.js';
import { Breaker, type BreakerState } from './breaker.js';
import {
  CallCounter,
  type CallCounts,
  type CallKind,
  type CallResult,
  Lateness,
  type LatenessNumbers,
} from './call-counts.js';
import type { CallLimits } from './call-limits.js';
import { LastCall, Submission, type SubmitTicket, type WatchedJob, type Watcher } from './call-tickets.js';
import { Pacer } from './pacer.js';
import { delayAfterAnswerMs, delayAfterFailureMs } from './poll-schedule.js';
import type { Provider, ProviderJob, ProviderState, ProviderSubmit, SubmitAnswer } from './provider.js';
import { readProviderState, readSubmitAnswer } from './provider-answers.js';
import { noOutcome, type ProviderReport, type SubmitReport } from './provider-reports.js';
import { type CallEnd, type TimedCall, TimedCalls } from './timed-calls.js';

/** Of a second's polls, the part that may begin at once. */
const POLL_BURST_SHARE = 0.1;
/** Polls begun before other events get their chance again: some milliseconds. */
const POLLS_BEGUN_AT_ONCE = 256;
const IN_FLIGHT_FIRST = 16;
/** Of the rate of polls, the part at which overdue jobs are taken up. */
const TAKE_UP_SHARE = 0.5;
/** Overdue jobs are spread over this long besides, so that those of many nodes do not come as one. */
const TAKE_UP_SPREAD_MS = 2_000;

export interface ModelCallsHost {
  report(jobId: string, report: ProviderReport): void;
  /** The job has ended: it is polled no more. */
  ended(job: WatchedJob): void;
}

export interface ModelCallsNumbers {
  readonly provider: string;
  readonly model: string;
  readonly breaker: BreakerState;
  readonly watched: number;
  readonly submitsWaiting: number;
  readonly lastCallsWaiting: number;
  readonly inFlight: Readonly<Record<CallKind, number>>;
  readonly calls: CallCounts;
  readonly pollLateness: LatenessNumbers;
}

export class ModelCalls implements Watcher {
  readonly #world: World;
  readonly #provider: Provider;
  readonly #model: string;
  readonly #limits: CallLimits;
  readonly #host: ModelCallsHost;
  readonly #breaker: Breaker;
  readonly #pacer: Pacer;
  readonly #takeUpPacer: Pacer;
  readonly #alarm: Alarm;
  readonly #counter = new CallCounter();
  readonly #lateness = new Lateness();
  readonly #submits = new DeadlineHeap<Submission>();
  readonly #polls = new DeadlineHeap<WatchedJob>();
  readonly #lastCalls = new DeadlineHeap<LastCall>();
  /** Submits that wait or are under way, by job. */
  readonly #submissions = new Map<string, Submission>();
  readonly #inFlight: Record<CallKind, number> = { submit: 0, poll: 0, last_call: 0 };
  readonly #inFlightMax: Readonly<Record<CallKind, number>>;
  readonly #underWay: TimedCalls;
  readonly #begin = () => this.#beginWhatMay();
  #watched = 0;
  #isBeginSet = false;
  #isClosed = false;

  constructor(world: World, provider: Provider, model: string, limits: CallLimits, host: ModelCallsHost) {
    this.#world = world;
    this.#provider = provider;
    this.#model = model;
    this.#limits = limits;
    this.#host = host;
    this.#breaker = new Breaker(world, limits.breaker);
    const burst = Math.max(1, Math.floor(limits.pollsPerSecondMax * POLL_BURST_SHARE));
    this.#pacer = new Pacer(limits.pollsPerSecondMax, burst);
    this.#takeUpPacer = new Pacer(limits.pollsPerSecondMax * TAKE_UP_SHARE, 1);
    this.#alarm = new Alarm(world, this.#begin);
    this.#underWay = new TimedCalls(world);
    this.#inFlightMax = {
      submit: limits.submitsInFlightMax,
      poll: limits.pollsInFlightMax,
      last_call: limits.lastCallsInFlightMax,
    };
  }

  /** A job whose submit waits or is under way already is not submitted beside that. */
  submit({ notBefore }: SubmitTicket, request: ProviderSubmit): void {
    if (this.#submissions.has(request.jobId)) return;
    const submission = new Submission(request, notBefore ?? this.#world.steadyMs());
    this.#submissions.set(request.jobId, submission);
    this.#submits.add(submission);
    this.#beginSoon();
  }

  /** True where the submit had not begun: it never will, and is not reported. */
  cancelSubmit(jobId: string): boolean {
    const submission = this.#submissions.get(jobId);
    if (submission === undefined || !this.#submits.remove(submission)) return false;
    return this.#submissions.delete(jobId);
  }

  watch(job: WatchedJob): void {
    this.#watched++;
    this.#polls.add(job);
    this.#beginSoon();
  }

  /** When the next of the jobs that are overdue at a restart is to be polled, in steady ms. */
  placeOfOverdue(): SteadyMs {
    const now = this.#world.steadyMs();
    const pacedMs = Math.max(0, this.#takeUpPacer.admitsFrom() - now);
    this.#takeUpPacer.take(now);
    return later(now, Math.ceil(pacedMs) + Math.floor(this.#world.random() * TAKE_UP_SPREAD_MS));
  }

  unwatch(job: WatchedJob): void {
    if (!job.isWanted) return;
    job.isWanted = false;
    this.#watched--;
    this.#polls.remove(job);
  }

  askOnce(job: ProviderJob): void {
    this.#lastCalls.add(new LastCall(job, later(this.#world.steadyMs(), this.#limits.lastCallWaitMaxMs)));
    this.#beginSoon();
  }

  numbers(): ModelCallsNumbers {
    return {
      provider: this.#provider.name,
      model: this.#model,
      breaker: this.#breaker.state,
      watched: this.#watched,
      submitsWaiting: this.#submits.size,
      lastCallsWaiting: this.#lastCalls.size,
      inFlight: { ...this.#inFlight },
      calls: this.#counter.numbers(),
      pollLateness: this.#lateness.numbers(),
    };
  }

  close(): void {
    this.#isClosed = true;
    this.#alarm.stop();
    this.#underWay.abandon();
    this.#submits.clear();
    this.#polls.clear();
    this.#lastCalls.clear();
    this.#submissions.clear();
  }

  #beginSoon(): void {
    if (this.#isBeginSet || this.#isClosed) return;
    this.#isBeginSet = true;
    this.#world.soon(this.#begin);
  }

  #beginWhatMay(): void {
    this.#isBeginSet = false;
    if (this.#isClosed) return;
    this.#beginLastCalls();
    // Polls before submits: where the breaker wants a probe, asking for a job is the harmless one.
    this.#beginPolls();
    this.#beginSubmits();
    if (!this.#isBeginSet) this.#alarm.setFor(this.#nextBeginAt());
  }

  #nextBeginAt(): number {
    const lastCallAt = this.#lastCalls.nextDueAt;
    const pollAt = this.#hasSlot('poll')
      ? Math.max(this.#polls.nextDueAt, this.#pacer.admitsFrom())
      : Infinity;
    const submitAt = this.#hasSlot('submit') ? this.#submits.nextDueAt : Infinity;
    return Math.min(lastCallAt, Math.max(Math.min(pollAt, submitAt), this.#breaker.admitsFrom()));
  }

  #beginLastCalls(): void {
    const now = this.#world.steadyMs();
    for (let late = this.#lastCalls.takeDue(now); late !== undefined; late = this.#lastCalls.takeDue(now)) {
      this.#lastCallEnded(late.job, { end: 'timeout' });
    }
    while (this.#hasSlot('last_call')) {
      const next = this.#lastCalls.takeDue(Infinity);
      if (next === undefined) return;
      this.#beginLastCall(next.job);
    }
  }

  #beginLastCall(job: ProviderJob): void {
    this.#call('last_call', {
      limitMs: this.#limits.lastCallLimitMs,
      call: (call) => this.#provider.poll(job, call),
      read: readProviderState,
      done: (end) => this.#lastCallEnded(job, end),
    });
  }

  #lastCallEnded(job: ProviderJob, end: CallEnd<ProviderState>): void {
    this.#counter.add('last_call', end.end);
    this.#host.report(
      job.jobId,
      end.end === 'answered'
        ? { kind: 'final', state: end.answer }
        : { kind: 'final_no_outcome', ...noOutcome(end) },
    );
  }

  #beginPolls(): void {
    const now = this.#world.steadyMs();
    let begun = 0;
    while (this.#hasSlot('poll') && this.#breaker.admits() && this.#pacer.admitsFrom() <= now) {
      const job = begun++ < POLLS_BEGUN_AT_ONCE ? this.#polls.takeDue(now) : undefined;
      if (job === undefined) break;
      this.#pacer.take(now);
      this.#lateness.add(now - job.dueAt);
      this.#beginPoll(job);
    }
    if (begun > POLLS_BEGUN_AT_ONCE) this.#beginSoon();
  }

  #beginPoll(job: WatchedJob): void {
    const beganAt = this.#world.steadyMs();
    const asked = { jobId: job.jobId, model: this.#model, handle: job.handle };
    this.#breaker.began();
    this.#call('poll', {
      limitMs: this.#limits.pollLimitMs,
      call: (call) => this.#provider.poll(asked, call),
      read: readProviderState,
      done: (end) => this.#pollEnded(job, beganAt, end),
    });
  }

  #pollEnded(job: WatchedJob, beganAt: number, end: CallEnd<ProviderState>): void {
    this.#judge('poll', end.end, beganAt);
    if (!job.isWanted) return;
    if (end.end === 'answered') this.#learn(job, end.answer);
    else this.#pollLater(job, delayAfterFailureMs(++job.failures, this.#world.random()));
  }

  #learn(job: WatchedJob, state: ProviderState): void {
    if (state.state === 'completed' || state.state === 'failed') {
      this.unwatch(job);
      this.#host.ended(job);
      this.#host.report(job.jobId, { kind: 'news', state });
      return;
    }
    this.#pollLater(job, delayAfterAnswerMs(state, job.quietPolls++, this.#world.random()));
    job.failures = 0;
    if (state.state === 'pending') return;
    // A provider's progress may fall back; a client's never does.
    job.progress = Math.max(job.progress, state.progress ?? -1);
    if (job.status === 'in_progress') return;
    job.status = 'in_progress';
    this.#host.report(job.jobId, { kind: 'news', state });
  }

  #pollLater(job: WatchedJob, delayMs: number): void {
    job.dueAt = later(this.#world.steadyMs(), delayMs);
    this.#polls.add(job);
  }

  #beginSubmits(): void {
    const now = this.#world.steadyMs();
    while (this.#hasSlot('submit') && this.#breaker.admits()) {
      const submission = this.#submits.takeDue(now);
      if (submission === undefined) return;
      this.#beginSubmit(submission.begin());
    }
  }

  #beginSubmit(request: ProviderSubmit): void {
    const beganAt = this.#world.steadyMs();
    this.#breaker.began();
    this.#call('submit', {
      limitMs: this.#limits.submitLimitMs,
      call: (call) => this.#provider.submit(request, call),
      read: readSubmitAnswer,
      done: (end) => this.#submitEnded(request.jobId, beganAt, end),
    });
  }

  #submitEnded(jobId: string, beganAt: number, end: CallEnd<SubmitAnswer>): void {
    this.#judge('submit', end.end === 'answered' ? end.answer.outcome : end.end, beganAt);
    this.#submissions.delete(jobId);
    this.#host.report(jobId, submitReport(end));
  }

  /** What a call's end says of the provider's health: one that takes nothing now is better left alone a while. */
  #judge(kind: CallKind, result: CallResult, beganAt: number): void {
    this.#counter.add(kind, result);
    const isSound = result === 'answered' || result === 'accepted' || result === 'rejected';
    if (isSound) this.#breaker.answered();
    else this.#breaker.failed(beganAt);
  }

  #hasSlot(kind: CallKind): boolean {
    const opened = kind === 'last_call' ? Number.POSITIVE_INFINITY : IN_FLIGHT_FIRST + this.#breaker.answers;
    return this.#inFlight[kind] < Math.min(this.#inFlightMax[kind], opened);
  }

  #call<Answer>(kind: CallKind, timed: TimedCall<Answer>): void {
    this.#inFlight[kind]++;
    const { limitMs, call, read, done } = timed;
    this.#underWay.begin<Answer>({
      limitMs,
      call,
      read,
      done: (end) => {
        this.#inFlight[kind]--;
        this.#beginSoon();
        done(end);
      },
    });
  }
}

function submitReport(end: CallEnd<SubmitAnswer>): SubmitReport {
  if (end.end !== 'answered') return { kind: 'no_outcome', ...noOutcome(end) };
  const { answer } = end;
  switch (answer.outcome) {
    case 'accepted':
      return { kind: 'accepted', handle: answer.handle, state: answer.state };
    case 'rejected':
      return { kind: 'rejected', slug: answer.slug, message: answer.message };
    case 'not_now':
      return { kind: 'not_now', message: answer.message };
  }
}
