/**
 * The slots in which calls to one model of one provider are under way, some for each kind, so that a rush of
 * one does not hold up the others; and what the ends of calls say of the provider's health.
 *
 * A provider that just came back, or whose node just started, is not met by all that waited at once: the
 * bounds on calls under way open with each answer, as TCP's slow start does (RFC 5681, 3.1).
 *
 * Invariants
 *  1. Of each kind at most its bound is under way. Of submits and of polls there are at most
 *     `IN_FLIGHT_FIRST` more than calls were answered since the breaker opened last.
 *  2. No submit and no poll begins through an open breaker, save its probe. Last calls ask no breaker, and
 *     tell it nothing.
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

const IN_FLIGHT_FIRST = 16;

export interface SlotCall<Answer> extends TimedCall<Answer> {
  readonly jobId: string;
  /** The result that an answer counts as. */
  readonly resultOf: (answer: Answer) => CallResult;
}

/** Told of each call that begins. The function that it returns, if any, is told how the call ended. */
export type CallWatch = (kind: CallKind, jobId: string) => ((result: CallResult) => void) | undefined;

export class CallSlots {
  readonly #world: World;
  readonly #breaker: Breaker;
  readonly #counter = new CallCounter();
  readonly #inFlight: Record<CallKind, number> = { submit: 0, poll: 0, last_call: 0 };
  #inFlightMax: Readonly<Record<CallKind, number>>;
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
  }

  /** More than a lowered bound may stay under way until they end; none begins before. */
  configure(limits: CallLimits): void {
    this.#inFlightMax = inFlightMaxOf(limits);
    this.#breaker.configure(limits.breaker);
  }

  get breakerState(): BreakerState {
    return this.#breaker.state;
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

  /** Whether a call may begin now. */
  isFree(kind: CallKind): boolean {
    return this.#hasSlot(kind) && (kind === 'last_call' || this.#breaker.admits());
  }

  /** When a submit or a poll may begin, in steady ms; `Infinity` if another must end first. */
  freeFrom(kind: 'submit' | 'poll'): number {
    return this.#hasSlot(kind) ? this.#breaker.admitsFrom() : Number.POSITIVE_INFINITY;
  }

  /** To be asked first: `isFree`. */
  begin<Answer>(kind: CallKind, { jobId, limitMs, call, read, resultOf, done }: SlotCall<Answer>): void {
    const beganAt = this.#world.steadyMs();
    const beganAtMs = this.#world.stopwatchMs();
    if (kind !== 'last_call') this.#breaker.began();
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
        this.#learn(kind, result, beganAt);
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

  #hasSlot(kind: CallKind): boolean {
    const opened = kind === 'last_call' ? Number.POSITIVE_INFINITY : IN_FLIGHT_FIRST + this.#breaker.answers;
    return this.#inFlight[kind] < Math.min(this.#inFlightMax[kind], opened);
  }

  /** A provider that takes nothing now counts as failing: it is better left alone a while. */
  #learn(kind: CallKind, result: CallResult, beganAt: number): void {
    this.#counter.add(kind, result);
    if (kind === 'last_call') return;
    const isSound = result === 'answered' || result === 'accepted' || result === 'rejected';
    if (isSound) this.#breaker.answered();
    else this.#breaker.failed(beganAt);
  }
}

function inFlightMaxOf(limits: CallLimits): Readonly<Record<CallKind, number>> {
  return {
    submit: limits.submitsInFlightMax,
    poll: limits.pollsInFlightMax,
    last_call: limits.finalPollsInFlightMax,
  };
}
