/**
 * The requests to a model of text as they are promised: a list of all that ever left, looked through anew at
 * each question.
 *
 * A request is turned away while the breaker is open, the provider has put requests off, or a bound on them
 * is reached, at a time or in a second. A provider has answered once a piece of its text is there, or once it
 * has refused the request. A request that nobody waits for any more says nothing of it, unless it is the
 * probe.
 */

import type { BreakerLimits } from '../../../../../src/providers/calls/slots/breaker.js';
import type { TextOutcome } from '../../../../../src/providers/calls/text-calls.js';
import { NaiveBreaker } from './naive-breaker.js';
import { NaivePacer } from './naive-pacer.js';

const HOUR_MS = 3_600_000;

export interface TextBounds {
  readonly atOnce: number;
  readonly perSecond: number;
  readonly breaker: BreakerLimits;
}

export interface NaiveText {
  readonly beganAt: number;
  isJudged: boolean;
  outcome?: TextOutcome;
}

export class NaiveTexts {
  readonly breaker: NaiveBreaker;
  #bounds: TextBounds;
  readonly #pacer: NaivePacer;
  readonly #texts: NaiveText[] = [];
  readonly #pausedUntil: number[] = [];

  constructor(bounds: TextBounds) {
    this.#bounds = bounds;
    this.breaker = new NaiveBreaker(bounds.breaker);
    this.#pacer = new NaivePacer({ perSecond: bounds.perSecond, burst: bounds.perSecond });
  }

  configure(bounds: TextBounds): void {
    this.#bounds = bounds;
    this.breaker.limits = bounds.breaker;
    this.#pacer.pace = { perSecond: bounds.perSecond, burst: bounds.perSecond };
  }

  get underWay(): number {
    return this.#texts.filter(({ outcome }) => outcome === undefined).length;
  }

  outcomes(outcome: TextOutcome): number {
    return this.#texts.filter((text) => text.outcome === outcome).length;
  }

  /** In how many ms it is worth asking again, or `unknown`; undefined if a request may leave now. */
  turnsAwayFor(now: number): number | 'unknown' | undefined {
    const opensInMs = this.breaker.admitsFrom.first - now;
    if (opensInMs > 0) return Number.isFinite(opensInMs) ? opensInMs : 'unknown';
    const pauseMs = Math.max(0, ...this.#pausedUntil.map((until) => until - now));
    if (pauseMs > 0) return pauseMs;
    if (this.underWay >= this.#bounds.atOnce) return 'unknown';
    const inMs = Math.ceil(this.#pacer.admitsFrom - now);
    return inMs > 0 ? inMs : undefined;
  }

  begin(now: number): NaiveText {
    this.#pacer.take(now);
    this.breaker.began(now);
    const text: NaiveText = { beganAt: now, isJudged: false };
    this.#texts.push(text);
    return text;
  }

  pause(ms: number, now: number): void {
    this.#pausedUntil.push(now + Math.min(ms, HOUR_MS));
  }

  /** @param isLeft nobody waits for it any more */
  judge(text: NaiveText, isSound: boolean, isLeft: boolean, now: number): void {
    if (text.isJudged) return;
    text.isJudged = true;
    if (isSound) this.breaker.answered(now);
    else if (!isLeft || this.breaker.state === 'half_open') this.breaker.failed(now, text.beganAt);
    // Chance adds nothing to cool-downs here.
    this.breaker.told(this.breaker.admitsFrom.first);
  }
}
