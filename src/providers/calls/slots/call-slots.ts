/**
 * The slots in which calls to one model of one provider are under way, some for each kind, so that a rush of
 * one does not hold up the others; and what the ends of calls say of the provider's health.
 *
 * A provider that just came back, or whose node just started, is not met by all that waited at once: the
 * bounds on calls under way open with each answer, as TCP's slow start does (RFC 5681, 3.1).
 *
 * Invariants
 *  1. Of each kind at most its bound is under way. Of submits and of polls there are at most
 *     `callsInFlightFirst` more than calls were answered since the breaker opened last.
 *  2. No submit, no poll and no look for a job begins through an open breaker, save its probe, nor before the
 *     time that the provider last said. Final polls and cancels ask no breaker, and tell it nothing.
 *     A refusal of one job is an answer to the breaker, though its call counts as an error.
 *  3. Each call that begins is counted once, by how it ends, unless it is abandoned.
 */
import type { World } from '../../../time/world.js';
import { Breaker, type BreakerState } from './breaker.js';
import {
  CallCounter,
  type CallCounts,
  type CallDurations,
  type CallKind,
  type CallResult,
} from './call-counts.js';
import type { CallLimits } from './call-limits.js';
import { type CallEnd, type TimedCall, TimedCalls } from './timed-calls.js';

/** A provider that puts calls off for no longer than this is waited for. */
const MOMENT_MS = 1_000;
/** A provider that says to stay away for longer is tried all the same. */
const PAUSE_MAX_MS = 3_600_000;

/** Results that show a provider that is there, and takes calls. */
const SOUND: ReadonlySet<CallResult> = new Set(['answered', 'accepted', 'rejected']);

type PromptKind = 'last_call' | 'cancel';

export interface SlotCall<Answer> extends TimedCall<Answer> {
  readonly jobId: string;
  /** The result that an answer counts as. */
  readonly resultOf: (answer: Answer) => CallResult;
  /** After how many ms the provider wants to be called again; undefined if the answer does not say. */
  readonly pauseOf?: (answer: Answer) => number | undefined;
}

/** Told of each call that begins. The function that it returns, if any, is told how the call ended. */
export type CallWatch = (kind: CallKind, jobId: string) => ((result: CallResult) => void) | undefined;

export class CallSlots {
  readonly #world: World;
  readonly #breaker: Breaker;
  readonly #counter = new CallCounter();
  readonly #inFlight: Record<CallKind, number> = { submit: 0, find: 0, poll: 0, last_call: 0, cancel: 0 };
  /** As the provider said, in steady ms. */
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #inFlightMax: Readonly<Record<CallKind, number>>;
  readonly #inFlightFirst: number;
  readonly #underWay: TimedCalls;
  readonly #freed: () => void;
  readonly #watch: CallWatch | undefined;

  /**
   * @param freed called when a slot is free again, before the end of its call is told
   * @param watch told of each call that begins
   */
  constructor(world: World, limits: CallLimits, freed: () => void, watch?: CallWatch) {
    this.#world = world;
    this.#breaker = new Breaker(world, limits.breaker);
    this.#underWay = new TimedCalls(world);
    this.#freed = freed;
    this.#watch = watch;
    this.#inFlightMax = inFlightMaxOf(limits);
    this.#inFlightFirst = limits.internal.callsInFlightFirst;
  }

  /** More than a lowered bound may stay under way until they end; none begins before. */
  configure(limits: CallLimits): void {
    this.#inFlightMax = inFlightMaxOf(limits);
    this.#breaker.configure(limits.breaker);
  }

  get breakerState(): BreakerState {
    return this.#breaker.state;
  }

  /** Whether the breaker is closed, and the provider has not put calls off. */
  get isOpen(): boolean {
    return this.#breaker.state === 'closed' && this.#pausedUntil <= this.#world.steadyMs();
  }

  /** Whether the breaker is open and would let a probe through. */
  get wantsProbe(): boolean {
    const now = this.#world.steadyMs();
    return this.#breaker.state === 'open' && this.#breaker.admitsFrom() <= now && this.#pausedUntil <= now;
  }

  /** Whether the breaker lets nothing through now, or the provider put calls off for more than a moment. */
  get isClosed(): boolean {
    return !this.#breaker.admits() || this.#pausedUntil > this.#world.steadyMs() + MOMENT_MS;
  }

  inFlight(): Readonly<Record<CallKind, number>> {
    return { ...this.#inFlight };
  }

  counts(): CallCounts {
    return this.#counter.numbers();
  }

  durations(): CallDurations {
    return this.#counter.durations();
  }

  /** How often the breaker opened. */
  get breakerOpenings(): number {
    return this.#breaker.openings;
  }

  /**
   * Whether a call may begin now.
   *
   * @param besides so many are about to begin: of those an open breaker lets one through
   */
  isFree(kind: CallKind, besides = 0): boolean {
    if (!this.#hasSlot(kind, besides)) return false;
    return isPrompt(kind) || (this.#breaker.admits() && this.#pausedUntil <= this.#world.steadyMs());
  }

  /** When a call may begin, in steady ms; `Infinity` if another must begin or end first. */
  freeFrom(kind: Exclude<CallKind, PromptKind>, besides = 0): number {
    if (!this.#hasSlot(kind, besides)) return Number.POSITIVE_INFINITY;
    return Math.max(this.#breaker.admitsFrom(), this.#pausedUntil);
  }

  /** To be asked first: `isFree`. */
  begin<Answer>(
    kind: CallKind,
    { jobId, limitMs, call, read, resultOf, pauseOf, done }: SlotCall<Answer>,
  ): void {
    const beganAt = this.#world.steadyMs();
    const beganAtMs = this.#world.stopwatchMs();
    if (!isPrompt(kind)) this.#breaker.began();
    this.#inFlight[kind]++;
    const ended = this.#watch?.(kind, jobId);
    this.#underWay.begin<Answer>({
      limitMs,
      call,
      read,
      done: (end) => {
        this.#inFlight[kind]--;
        this.#counter.took(kind, this.#world.stopwatchMs() - beganAtMs);
        this.#freed();
        const result = end.end === 'answered' ? resultOf(end.answer) : end.end;
        ended?.(result);
        this.#counter.add(kind, result);
        const isRefused = end.end === 'error' && end.isRefused;
        if (!isPrompt(kind)) this.#learn(isRefused || SOUND.has(result), beganAt);
        this.#pause(end.end === 'answered' ? pauseOf?.(end.answer) : busyMs(end));
        done(end);
      },
    });
  }

  /** A call that ended before it had a slot. */
  count(kind: CallKind, { end }: CallEnd<never>): void {
    this.#counter.add(kind, end);
  }

  /** Aborts all that is under way; none is begun afterwards, and no end is told. */
  abandon(): void {
    this.#underWay.abandon();
  }

  #hasSlot(kind: CallKind, besides = 0): boolean {
    if (besides > 0 && this.#breaker.state !== 'closed') return false;
    const opened = isPrompt(kind) ? Number.POSITIVE_INFINITY : this.#inFlightFirst + this.#breaker.answers;
    return this.#inFlight[kind] + besides < Math.min(this.#inFlightMax[kind], opened);
  }

  /** A provider that takes nothing now counts as failing: it is better left alone a while. */
  #learn(isSound: boolean, beganAt: number): void {
    if (isSound) this.#breaker.answered();
    else this.#breaker.failed(beganAt);
  }

  #pause(forMs: number | undefined): void {
    if (forMs === undefined) return;
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#world.steadyMs() + Math.min(forMs, PAUSE_MAX_MS));
  }
}

function isPrompt(kind: CallKind): kind is PromptKind {
  return kind === 'last_call' || kind === 'cancel';
}

function busyMs(end: CallEnd<never>): number | undefined {
  return end.end === 'error' ? end.askAgainAfterMs : undefined;
}

function inFlightMaxOf(limits: CallLimits): Readonly<Record<CallKind, number>> {
  return {
    submit: limits.submitsInFlightMax,
    find: limits.internal.findsInFlight,
    poll: limits.pollsInFlightMax,
    last_call: limits.internal.finalPollsInFlight,
    cancel: limits.internal.cancelsInFlight,
  };
}
