/**
 * The slots of calls to one model as they are promised: a list of all calls that ever began, and of all
 * pauses that the provider asked for, looked through anew at each question.
 */
import type { CallKind, CallResult } from '../../../../../src/providers/calls/slots/call-counts.js';
import type { DrawnLimits } from './drawn-limits.js';
import { NaiveBreaker } from './naive-breaker.js';

const MOMENT_MS = 1_000;
const HOUR_MS = 3_600_000;
/** Of those a call ends well for the breaker. */
const SOUND: readonly CallResult[] = ['answered', 'accepted', 'rejected'];

export type EndOfCall =
  /** `pauseMs`: the provider wants to be left alone for so long. */
  | { readonly is: CallResult; readonly pauseMs?: number }
  /** The provider refuses this one job. */
  | { readonly is: 'error'; readonly isRefusal: true };

interface Call {
  readonly id: number;
  readonly kind: CallKind;
  readonly beganAt: number;
  readonly dueAt: number;
  end?: EndOfCall;
}

export class NaiveSlots {
  readonly breaker: NaiveBreaker;
  readonly #first: number;
  #limits: DrawnLimits;
  readonly #calls: Call[] = [];
  readonly #pausedUntil: number[] = [Number.NEGATIVE_INFINITY];
  /** Calls that have ended since the list was emptied, in their order, each with its end. */
  readonly ended: string[] = [];

  constructor(limits: DrawnLimits) {
    this.#limits = limits;
    this.#first = limits.first;
    this.breaker = new NaiveBreaker(limits.breaker);
  }

  set limits(limits: DrawnLimits) {
    this.#limits = limits;
    this.breaker.limits = limits.breaker;
  }

  begin(kind: CallKind, at: number, limitMs: number): number {
    const id = this.#calls.length;
    this.#calls.push({ id, kind, beganAt: at, dueAt: at + limitMs });
    if (!isPrompt(kind)) this.breaker.began(at);
    return id;
  }

  /** Those whose time is over have ended, each at its time. */
  pass(now: number): void {
    for (;;) {
      const due = this.underWay().filter(({ dueAt }) => dueAt <= now);
      const [first] = due.sort((one, other) => one.dueAt - other.dueAt || one.id - other.id);
      if (first === undefined) return;
      this.end(first.id, { is: 'timeout' }, first.dueAt);
    }
  }

  end(id: number, end: EndOfCall, at: number): void {
    const call = this.#calls[id];
    if (call === undefined || call.end !== undefined) return;
    call.end = end;
    this.ended.push(`${id} ${end.is} at ${at}`);
    if (!isPrompt(call.kind)) {
      if (SOUND.includes(end.is) || 'isRefusal' in end) this.breaker.answered(at);
      else this.breaker.failed(at, call.beganAt);
      // Chance adds nothing to cool-downs here.
      this.breaker.told(this.breaker.admitsFrom.first);
    }
    if ('pauseMs' in end && end.pauseMs !== undefined)
      this.#pausedUntil.push(at + Math.min(end.pauseMs, HOUR_MS));
  }

  underWay(kind?: CallKind): Call[] {
    return this.#calls.filter((call) => call.end === undefined && (kind === undefined || call.kind === kind));
  }

  ofResult(kind: CallKind, result: CallResult): number {
    return this.#calls.filter((call) => call.kind === kind && call.end?.is === result).length;
  }

  /** Calls that have ended. */
  get over(): number {
    return this.#calls.filter(({ end }) => end !== undefined).length;
  }

  isOpen(now: number): boolean {
    return this.breaker.state === 'closed' && this.#pause <= now;
  }

  wantsProbe(now: number): boolean {
    return this.breaker.state === 'open' && this.#admits(now) && this.#pause <= now;
  }

  isClosed(now: number): boolean {
    return !this.#admits(now) || this.#pause > now + MOMENT_MS;
  }

  freeFrom(kind: CallKind, besides: number): number {
    const { state, answers, admitsFrom } = this.breaker;
    const under = this.underWay(kind).length + besides;
    if (under >= this.#maxOf(kind)) return Number.POSITIVE_INFINITY;
    if (isPrompt(kind)) return Number.NEGATIVE_INFINITY;
    if (under >= this.#first + answers || (besides > 0 && state !== 'closed'))
      return Number.POSITIVE_INFINITY;
    return Math.max(admitsFrom.first, this.#pause);
  }

  get #pause(): number {
    return Math.max(...this.#pausedUntil);
  }

  #admits(now: number): boolean {
    return this.breaker.admitsFrom.first <= now;
  }

  #maxOf(kind: CallKind): number {
    const { submits, finds, polls, finalPolls, cancels } = this.#limits;
    return { submit: submits, find: finds, poll: polls, last_call: finalPolls, cancel: cancels }[kind];
  }
}

export function isPrompt(kind: CallKind): kind is 'last_call' | 'cancel' {
  return kind === 'last_call' || kind === 'cancel';
}
