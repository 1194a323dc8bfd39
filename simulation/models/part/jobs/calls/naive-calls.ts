/**
 * The calls to one model as they are promised: lists of the jobs that are polled, looked for, asked a last
 * time and cancelled, looked through anew for whoever is next.
 *
 *  - A job is polled when it is due, by the earliest due first. After an answer its next poll follows the
 *    provider's hint, or intervals that grow from 250 ms by half to 20 s; after failures the same scale.
 *  - A lost job is looked for on the scale of failed polls, first after most of a second, until the provider
 *    says something of it or has had no such job three times in a row.
 *  - Final polls and cancels go past schedule and pauses in their order, and are given up after a while.
 *
 * Chance adds nothing here.
 */
import { NaivePacer } from './naive-pacer.js';

export interface CallBounds {
  readonly polls: number;
  readonly finds: number;
  readonly finalPolls: number;
  readonly cancels: number;
  readonly perSecond: number;
  readonly pollLimitMs: number;
  readonly finalPollLimitMs: number;
  readonly finalPollWaitMaxMs: number;
}

export type AskedKind = 'poll' | 'find' | 'last_call' | 'cancel';

export type Answered =
  | { readonly is: 'stands'; readonly state: 'pending' | 'in_progress'; readonly hintMs?: number }
  | { readonly is: 'over' }
  | { readonly is: 'absent' }
  /** `pauseMs`: the provider wants to be left alone for so long. */
  | { readonly is: 'not_now' | 'error'; readonly pauseMs?: number };

interface Asked {
  readonly kind: AskedKind;
  readonly job: string;
  /** When it is next, or, of those that are asked once, given up. */
  dueAt: number;
  order: number;
  answers: number;
  failures: number;
  looks: number;
  absences: number;
  isInProgress: boolean;
  /** Nobody wants to know any more. */
  isOff: boolean;
  /** When the call under way is given up; undefined if it waits. */
  endsAt: number | undefined;
  /** Of two calls that are given up at one time, the one that began first. */
  begun: number;
}

const ONCE: readonly AskedKind[] = ['last_call', 'cancel'];
const ABSENCES_MAX = 3;
const HOUR_MS = 3_600_000;

export class NaiveCalls {
  bounds: CallBounds;
  readonly pacer: NaivePacer;
  readonly takeUpPacer: NaivePacer;
  /** Calls that began, and reports, each with its time, since the lists were emptied. */
  readonly told: Record<AskedKind | 'reports', string[]> = {
    poll: [],
    find: [],
    last_call: [],
    cancel: [],
    reports: [],
  };
  #asked: Asked[] = [];
  #orders = 0;
  #at: number;
  readonly #pausedUntil: number[] = [Number.NEGATIVE_INFINITY];

  constructor(bounds: CallBounds, now: number) {
    this.bounds = bounds;
    this.#at = now;
    this.pacer = new NaivePacer(paceOf(bounds));
    this.takeUpPacer = new NaivePacer({ perSecond: bounds.perSecond / 2, burst: 1 });
  }

  configure(bounds: CallBounds): void {
    this.bounds = bounds;
    this.pacer.pace = paceOf(bounds);
    this.takeUpPacer.pace = { perSecond: bounds.perSecond / 2, burst: 1 };
  }

  add(kind: AskedKind, job: string, afterMs: number, now: number): void {
    const one = { answers: 0, failures: 0, looks: 0, absences: 0, isInProgress: false, isOff: false };
    const asked: Asked = { kind, job, dueAt: 0, order: 0, endsAt: undefined, begun: 0, ...one };
    this.#asked.push(asked);
    const dueInMs = { poll: afterMs, find: scaleMs(3), last_call: 0, cancel: 0 }[kind];
    this.#later(asked, now + (ONCE.includes(kind) ? this.bounds.finalPollWaitMaxMs : dueInMs));
    if (kind === 'find') asked.looks = 1;
  }

  stop(kind: AskedKind, job: string): void {
    for (const one of this.#asked) {
      if (one.kind !== kind || one.job !== job) continue;
      if (one.endsAt === undefined) this.#leave(one);
      else if (!ONCE.includes(kind)) one.isOff = true;
    }
  }

  underWay(kind: AskedKind): readonly Asked[] {
    return this.#asked.filter((one) => one.kind === kind && one.endsAt !== undefined);
  }

  waiting(kind: AskedKind): readonly Asked[] {
    return this.#asked.filter((one) => one.kind === kind && one.endsAt === undefined);
  }

  get watched(): number {
    return this.#asked.filter(({ kind, isOff }) => kind === 'poll' && !isOff).length;
  }

  /** All that came due has begun or ended, each at its time. */
  pass(now: number): void {
    for (let next = this.#next(); next.at <= now; next = this.#next()) {
      this.#at = Math.max(this.#at, next.at);
      next.act();
    }
    this.#at = Math.max(this.#at, now);
  }

  /** The call of a job that is under way ends with an answer. */
  answered(kind: AskedKind, job: string, answer: Answered, at: number): void {
    const one = this.underWay(kind).find((other) => other.job === job);
    if (one === undefined) return;
    one.endsAt = undefined;
    if ('pauseMs' in answer && answer.pauseMs !== undefined)
      this.#pausedUntil.push(at + Math.min(answer.pauseMs, HOUR_MS));
    if (one.isOff || kind === 'cancel') this.#leave(one);
    else if (kind === 'last_call') this.#report(one, answer.is === 'over' || answer.is === 'stands', at);
    else if (kind === 'find') this.#found(one, answer, at);
    else this.#polled(one, answer, at);
  }

  #polled(one: Asked, answer: Answered, at: number): void {
    if (answer.is === 'over') {
      this.#report(one, true, at);
      return;
    }
    if (answer.is !== 'stands') {
      this.#later(one, at + scaleMs(one.failures++));
      return;
    }
    const { hintMs, state } = answer;
    const delayMs = hintMs === undefined ? scaleMs(one.answers) : Math.min(Math.max(hintMs, 50), 60_000);
    one.answers += 1;
    one.failures = 0;
    this.#later(one, at + delayMs);
    if (state === 'in_progress' && !one.isInProgress) this.told.reports.push(`poll ${one.job} in_progress`);
    one.isInProgress ||= state === 'in_progress';
  }

  #found(one: Asked, answer: Answered, at: number): void {
    one.absences = answer.is === 'absent' ? one.absences + 1 : 0;
    if (answer.is === 'over' || one.absences >= ABSENCES_MAX) this.#report(one, answer.is === 'over', at);
    else this.#later(one, at + scaleMs(3 + one.looks++));
  }

  #report(one: Asked, isKnown: boolean, at: number): void {
    this.#leave(one);
    this.told.reports.push(`${one.kind} ${one.job} ${isKnown ? 'known' : 'unknown'} at ${at}`);
  }

  #next(): { readonly at: number; readonly act: () => void } {
    const never = { at: Number.POSITIVE_INFINITY, act: () => {} };
    const late = firstOf(this.#asked, ({ endsAt, begun }) => endsAt !== undefined && [endsAt, begun]);
    const endsAt = late?.endsAt ?? Number.POSITIVE_INFINITY;
    const end = () => late && this.answered(late.kind, late.job, { is: 'error' }, endsAt);
    const first = (kind: AskedKind) =>
      firstOf(this.#asked, (one) => one.kind === kind && one.endsAt === undefined && [one.dueAt, one.order]);
    const givenUp = ONCE.map((kind) => {
      const one = first(kind);
      return one === undefined ? never : { at: one.dueAt, act: () => this.#giveUp(one) };
    });
    const begins = (['last_call', 'cancel', 'poll', 'find'] as const).map((kind) => {
      const one = first(kind);
      if (one === undefined || this.underWay(kind).length >= this.#maxOf(kind)) return never;
      return { at: Math.max(this.#at, this.#beginsFrom(one)), act: () => this.#begin(one) };
    });
    // Of those at one time, ends come first, and a call that is late does not begin.
    const all = [{ at: endsAt, act: end }, ...givenUp, ...begins];
    return all.reduce((next, one) => (one.at < next.at ? one : next), never);
  }

  #beginsFrom({ kind, dueAt }: Asked): number {
    if (ONCE.includes(kind)) return Number.NEGATIVE_INFINITY;
    const paced = kind === 'poll' ? Math.ceil(this.pacer.admitsFrom) : Number.NEGATIVE_INFINITY;
    return Math.max(dueAt, paced, ...this.#pausedUntil);
  }

  #begin(one: Asked): void {
    if (one.kind === 'poll') this.pacer.take(this.#at);
    const { pollLimitMs, finalPollLimitMs } = this.bounds;
    one.endsAt = this.#at + (ONCE.includes(one.kind) ? finalPollLimitMs : pollLimitMs);
    one.begun = this.#orders++;
    this.told[one.kind].push(`${one.job} at ${this.#at}`);
  }

  #giveUp(one: Asked): void {
    if (one.kind === 'cancel') this.#leave(one);
    else this.#report(one, false, one.dueAt);
  }

  #later(one: Asked, dueAt: number): void {
    one.dueAt = dueAt;
    one.order = this.#orders++;
  }

  #leave(one: Asked): void {
    this.#asked = this.#asked.filter((other) => other !== one);
  }

  #maxOf(kind: AskedKind): number {
    const { polls, finds, finalPolls, cancels } = this.bounds;
    return { poll: polls, find: finds, last_call: finalPolls, cancel: cancels }[kind];
  }
}

/** The one that is first by its numbers, of those that have some. */
function firstOf(
  all: readonly Asked[],
  numbersOf: (one: Asked) => false | readonly [number, number],
): Asked | undefined {
  let [first, least, leastOrder] = [undefined as Asked | undefined, 0, 0];
  for (const one of all) {
    const numbers = numbersOf(one);
    if (numbers === false) continue;
    const [number, order] = numbers;
    if (first !== undefined && (number > least || (number === least && order > leastOrder))) continue;
    [first, least, leastOrder] = [one, number, order];
  }
  return first;
}

/** The n-th interval. */
function scaleMs(n: number): number {
  return Math.ceil(Math.min(250 * 1.5 ** n, 20_000));
}

function paceOf({ perSecond }: CallBounds): { readonly perSecond: number; readonly burst: number } {
  return { perSecond, burst: Math.max(1, Math.floor(perSecond / 10)) };
}
