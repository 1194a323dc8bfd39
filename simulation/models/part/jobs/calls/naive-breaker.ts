/**
 * A circuit breaker as it is promised: a list of all that ever happened to it, looked through anew at each
 * question.
 *
 *  - It opens after so many failures in a row of calls that began after the last answer; while it is half
 *    open, by a failure of the probe or of a call that began after it.
 *  - The first cool-down after an answer is the first one, each further one twice the one before, up to the
 *    longest. A cool-down is lengthened by a fifth at most.
 */
import type { BreakerLimits, BreakerState } from '../../../../../src/providers/calls/slots/breaker.js';

const LONGER_BY = 0.2;

type Happening =
  | { readonly is: 'answer' | 'begin'; readonly at: number }
  | { readonly is: 'failure'; readonly at: number; readonly beganAt: number; readonly state: BreakerState }
  | { readonly is: 'opening'; readonly at: number; readonly coolDownMs: number };

export class NaiveBreaker {
  limits: BreakerLimits;
  readonly #log: Happening[] = [];
  /** Of the latest opening, once it was told. */
  #probeFrom: number | undefined;

  constructor(limits: BreakerLimits) {
    this.limits = limits;
  }

  get state(): BreakerState {
    const since = this.#since('answer');
    const opened = since.findLastIndex(({ is }) => is === 'opening');
    if (opened < 0) return 'closed';
    return since.slice(opened).some(({ is }) => is === 'begin') ? 'half_open' : 'open';
  }

  get openings(): number {
    return this.#log.filter(({ is }) => is === 'opening').length;
  }

  /** Answers since it opened last. */
  get answers(): number {
    return this.#since('opening').filter(({ is }) => is === 'answer').length;
  }

  /** From when on a call may begin: the earliest and the latest that is right, before it was told. */
  get admitsFrom(): { readonly first: number; readonly last: number } {
    if (this.state === 'closed') return { first: Number.NEGATIVE_INFINITY, last: Number.NEGATIVE_INFINITY };
    if (this.state === 'half_open')
      return { first: Number.POSITIVE_INFINITY, last: Number.POSITIVE_INFINITY };
    if (this.#probeFrom !== undefined) return { first: this.#probeFrom, last: this.#probeFrom };
    const { at, coolDownMs } = this.#cooling.at(-1) ?? { at: 0, coolDownMs: 0 };
    return { first: at + coolDownMs, last: at + Math.ceil(coolDownMs * (1 + LONGER_BY)) };
  }

  /** The product has chosen one. */
  told(admitsFrom: number): void {
    if (this.state === 'open') this.#probeFrom = admitsFrom;
  }

  began(at: number): void {
    this.#log.push({ is: 'begin', at });
  }

  answered(at: number): void {
    this.#log.push({ is: 'answer', at });
  }

  failed(at: number, beganAt: number): void {
    const { state } = this;
    this.#log.push({ is: 'failure', at, beganAt, state });
    if (state === 'half_open' && beganAt >= this.#probeAt) this.#open(at);
    if (state === 'closed' && this.#inARow >= this.limits.failuresInARow && this.#counts(beganAt))
      this.#open(at);
  }

  #open(at: number): void {
    const before = this.#cooling.at(-1)?.coolDownMs;
    const { coolDownFirstMs, coolDownMaxMs } = this.limits;
    const coolDownMs = before === undefined ? coolDownFirstMs : Math.min(2 * before, coolDownMaxMs);
    this.#log.push({ is: 'opening', at, coolDownMs });
    this.#probeFrom = undefined;
  }

  /** All that happened after the latest of its kind. */
  #since(kind: Happening['is']): readonly Happening[] {
    return this.#log.slice(this.#log.findLastIndex(({ is }) => is === kind) + 1);
  }

  /** Openings since the last answer. */
  get #cooling() {
    return this.#since('answer').filter((one) => one.is === 'opening');
  }

  get #probeAt(): number {
    return this.#since('opening').find(({ is }) => is === 'begin')?.at ?? Number.POSITIVE_INFINITY;
  }

  get #inARow(): number {
    return this.#since('answer').filter((one) => one.is === 'failure' && this.#counts(one.beganAt)).length;
  }

  /** Whether nothing was answered since that call began. */
  #counts(beganAt: number): boolean {
    return beganAt > (this.#log.findLast(({ is }) => is === 'answer')?.at ?? Number.NEGATIVE_INFINITY);
  }
}
