/**
 * The life of a video job as it is promised.
 *
 * It is submitted on the first of its routes, and on the next one if that surely did not take it. A submit
 * without a known outcome binds it: the submit is repeated, or its provider is asked whether it has the job,
 * or it fails. Its provider is asked for it then, a last time at its deadline. A result is read, which has
 * a deadline of its own. It is charged for its output, at most what it reserved.
 */

import type { Bought, Heard, NaiveRoute, Output, Told } from './told-jobs.js';

type Place = 'submitting' | 'waiting' | 'finding' | 'asked' | 'reading' | 'over';

const MARGIN_MS = 60_000;
const SUBMITS_MAX = 8;

export class NaiveJob {
  place: Place = 'submitting';
  begun = false;
  /** It was asked for the last time. */
  isLast = false;
  attempt = 1;
  isBound = false;
  hasHandle = false;
  left: readonly NaiveRoute[];
  route: NaiveRoute;
  takenAt: number;
  deadlineAt: number | undefined;
  slug: string | undefined;
  cost: number | undefined;
  readonly #bought: Bought;

  constructor(bought: Bought, now: number) {
    const [route, ...left] = bought.routes;
    if (route === undefined) throw new Error('a job has a route');
    this.route = route;
    this.left = left;
    this.takenAt = now;
    this.deadlineAt = now + bought.deadlineAfterMs;
    this.#bought = bought;
  }

  get status(): string {
    if (this.place === 'over') return this.slug === undefined ? 'completed' : 'failed';
    return this.begun ? 'in_progress' : 'pending';
  }

  get reserve(): number {
    return this.#priceOf(this.#bought.lengthMs);
  }

  /** A call has to come back before anything else comes of the job. */
  get isCalling(): boolean {
    return this.place !== 'asked' || this.isLast;
  }

  submit(): string {
    const { attempt, route, left, isBound, place } = this;
    const afterMs = attempt === 1 ? 0 : Math.min(100 * 2 ** (attempt - 2), 5_000);
    const until = isBound ? this.repeatedUntil : undefined;
    const names = left.map(({ name }) => name).join(' ');
    return `submit ${route.name} in ${afterMs}, until ${until}, else ${names}${place === 'waiting' ? ', noted' : ''}`;
  }

  /** @returns what is to be done about it */
  meet(told: Told, { outputMs }: Output, now: number): readonly string[] {
    switch (told.is) {
      case 'accepted':
        return this.#accepted(told.state, told.hintMs, outputMs, now);
      case 'polled':
        return this.#hear(told.state, outputMs, now);
      case 'last_poll': {
        const heard = this.#hear(told.state, outputMs, now);
        return this.place === 'asked' && this.isLast ? this.#fail('expired', true) : heard;
      }
      case 'no_last_answer':
        return this.place === 'asked' && this.isLast ? this.#fail('expired', true) : [];
      case 'read':
        return this.place === 'reading' ? this.#complete(outputMs) : [];
      case 'unreadable':
        return this.place === 'reading' ? this.#fail('result_unavailable') : [];
      case 'deadline':
        return this.#expire();
      case 'end':
        return this.place === 'over' ? [] : this.#fail('expired', ['finding', 'asked'].includes(this.place));
      case 'resume':
        return this.#resume(now);
      default:
        return this.#submitted(told.is, now);
    }
  }

  #submitted(is: Told['is'], now: number): readonly string[] {
    const [isOut, isSought] = [this.place === 'submitting', this.place === 'finding'];
    if (is === 'rejected') return isOut || isSought ? this.#fail('provider_rejected') : [];
    if (is === 'not_found') return isSought ? this.#fail('outcome_unknown') : [];
    if (this.place === 'waiting') {
      if (is === 'begins') this.place = 'submitting';
      else if (is === 'not_now') this.#next(now);
      else return [];
      return [this.submit()];
    }
    if (!isOut) return [];
    if (is === 'waits') this.place = 'waiting';
    if (is === 'not_now') return this.#notTaken(now);
    if (is === 'unknown') return this.#unknown(now);
    return is === 'begins' ? [this.submit()] : [];
  }

  #notTaken(now: number): readonly string[] {
    if (this.left.length > 0) this.#next(now);
    else if (this.attempt === SUBMITS_MAX || (this.isBound && this.#isTooLate(now)))
      return this.#fail(this.isBound ? 'outcome_unknown' : 'provider_unavailable');
    else this.attempt += 1;
    return [this.submit()];
  }

  #unknown(now: number): readonly string[] {
    const { kind } = this.route.lost;
    if (kind === 'findable') return this.#seek();
    if (kind === 'unknown' || this.#isTooLate(now) || this.attempt === SUBMITS_MAX)
      return this.#fail('outcome_unknown');
    this.#bind();
    this.attempt += 1;
    return [this.submit()];
  }

  #resume(now: number): readonly string[] {
    switch (this.place) {
      case 'waiting':
        return [this.submit()];
      case 'submitting': {
        const { kind } = this.route.lost;
        if (kind === 'findable') return this.#seek();
        if (kind === 'unknown' || this.#isTooLate(now)) return this.#fail('outcome_unknown');
        this.#bind();
        return [this.submit()];
      }
      case 'finding':
        return [`find ${this.route.name}`];
      case 'asked':
        return this.isLast ? ['final_poll'] : [];
      case 'reading':
        return ['read'];
      case 'over':
        return [];
    }
  }

  #expire(): readonly string[] {
    if (this.place === 'over') return [];
    if (this.place === 'reading') return this.#fail('result_unavailable');
    if (this.place !== 'asked') return this.#fail('expired', this.place === 'finding');
    if (this.isLast) return [];
    this.isLast = true;
    return ['final_poll'];
  }

  #accepted(state: Heard, hintMs: number | undefined, outputMs: number, now: number): readonly string[] {
    if (this.place !== 'submitting' && this.place !== 'finding') return this.#hear(state, outputMs, now);
    this.place = 'asked';
    this.hasHandle = true;
    this.left = [];
    const heard = this.#hear(state, outputMs, now);
    if (this.place !== 'asked') return heard;
    const hint = state === 'pending' || state === 'in_progress' ? hintMs : undefined;
    return [`watch, ${this.status}, at ${now + (hint ?? 250)}`];
  }

  #hear(state: Heard, outputMs: number, now: number): readonly string[] {
    if (this.place !== 'asked') return [];
    if (state === 'failed') return this.#fail('provider_error');
    if (state === 'pending') return [];
    this.begun = true;
    if (state === 'completed') return this.#complete(outputMs);
    if (state === 'in_progress') return [];
    this.place = 'reading';
    this.deadlineAt = now + this.#bought.readingLimitMs;
    return ['read'];
  }

  #seek(): readonly string[] {
    this.#bind();
    this.place = 'finding';
    return [`find ${this.route.name}`];
  }

  #bind(): void {
    this.isBound = true;
    this.left = [];
  }

  #next(now: number): void {
    const [route, ...left] = this.left;
    if (route === undefined) throw new Error('there is no other route');
    this.route = route;
    this.left = left;
    this.attempt = 1;
    this.takenAt = now;
    this.place = 'submitting';
  }

  #complete(outputMs: number): readonly string[] {
    this.cost = Math.min(this.#priceOf(outputMs), this.reserve);
    return this.#end();
  }

  #fail(slug: string, isGivenUp = false): readonly string[] {
    this.slug = slug;
    this.cost = 0;
    return [...(isGivenUp ? [`cancel ${this.route.name} ${this.hasHandle}`] : []), ...this.#end()];
  }

  #end(): readonly string[] {
    this.place = 'over';
    this.left = [];
    this.deadlineAt = undefined;
    return ['forget'];
  }

  get repeatedUntil(): number | undefined {
    const { kind, forMs } = this.route.lost;
    if (kind !== 'idempotent' || forMs === 0) return undefined;
    return this.takenAt + Math.max(0, forMs - MARGIN_MS);
  }

  #isTooLate(now: number): boolean {
    return this.repeatedUntil !== undefined && now >= this.repeatedUntil;
  }

  #priceOf(lengthMs: number): number {
    return Math.ceil((this.#bought.pricePerSecond * lengthMs) / 1_000);
  }
}
