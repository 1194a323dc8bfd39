/**
 * The one caller of providers as it is promised: a list of all that is asked of it, looked through anew at
 * each moment. Each model of each provider has turns of its own for final polls, and a line of its own for
 * submits; all else begins when it is due. Chance adds nothing here.
 */
import { NaivePacer } from '../calls/naive-pacer.js';
import type { AllBounds, Asked, DrawnJob, ProviderBounds, Said } from './all-calls-acts.js';
import { reportOf, scaleMs, stepsIn } from './told-calls.js';

export interface NaiveCall {
  readonly kind: Asked;
  readonly job: DrawnJob;
  readonly handle: string;
  /** When it is next, or, of a final poll that waits, given up. */
  dueAt: number;
  quiet: number;
  failures: number;
  progress: number;
  isBegun: boolean;
  isInTrouble: boolean;
  looks: number;
  absences: number;
  /** Nobody wants to know any more. */
  isOff: boolean;
  endsAt: number | undefined;
  /** By which the provider knows the call under way. */
  name: string;
}

const FINAL_POLL_LIMIT_MS = 5_000;
export const FINAL_POLL_WAIT_MS = 3_001;
const POLL_LIMIT_MS = 10_000;
/** Half of the usual polls in a second. */
const TAKEN_UP_IN_A_SECOND = 10_000;
const ABSENCES_MAX = 3;

export class NaiveAllCalls {
  /** Calls that began, and reports, since the lists were emptied. */
  readonly told: string[] = [];
  readonly reports: string[] = [];
  /** Providers in the order in which they were first configured, and the configuration that they are of. */
  readonly configured = new Map<string, number>();
  bounds: AllBounds;
  isHeld = false;
  #calls: NaiveCall[] = [];
  #at: number;
  #configurations = 0;
  readonly #begun = new Map<string, number>();
  readonly #pacers = new Map<string, NaivePacer>();

  constructor(bounds: AllBounds, now: number) {
    this.#at = now;
    this.bounds = bounds;
    this.configure(bounds);
  }

  configure(bounds: AllBounds): void {
    this.bounds = bounds;
    for (const provider of bounds.providers) this.configured.set(provider, this.#configurations);
    this.#configurations += 1;
  }

  add(kind: Asked, job: DrawnJob, handle: string, dueAt: number, already: Partial<NaiveCall> = {}): void {
    const none = { quiet: 0, failures: 0, progress: -1, isBegun: false, isInTrouble: false, looks: 0 };
    const now = { absences: 0, isOff: false, endsAt: undefined, name: '' };
    this.#calls.push({ kind, job, handle, dueAt, ...none, ...now, ...already });
  }

  /** The one call of the kind that is wanted for the job. */
  wanted(kind: Asked, jobId: string): NaiveCall | undefined {
    return this.#calls.find((call) => call.kind === kind && call.job.jobId === jobId && !call.isOff);
  }

  of(kind: Asked, isUnderWay: boolean): readonly NaiveCall[] {
    return this.#calls.filter((call) => call.kind === kind && (call.endsAt !== undefined) === isUnderWay);
  }

  /** A call under way goes on, and nobody hears of it. */
  leave(call: NaiveCall | undefined): void {
    if (call === undefined) return;
    call.isOff = true;
    if (call.endsAt === undefined) this.#drop(call);
  }

  /** The call of the kind for the job that has not begun. */
  waiting(kind: Asked, jobId: string): NaiveCall | undefined {
    return this.of(kind, false).find(({ job }) => job.jobId === jobId);
  }

  waits(kind: Asked, { provider, model }: Omit<DrawnJob, 'jobId'>): number {
    const waiting = this.of(kind, false);
    return waiting.filter(({ job }) => job.provider === provider && job.model === model).length;
  }

  /** Of those that are overdue at a restart, the next one's time. */
  placeOfOverdue({ provider, model }: DrawnJob, now: number): number {
    const key = `${provider} ${model}`;
    const pacer = this.#pacers.get(key) ?? new NaivePacer({ perSecond: TAKEN_UP_IN_A_SECOND, burst: 1 });
    this.#pacers.set(key, pacer);
    const place = Math.max(now, now + Math.ceil(Math.max(0, pacer.admitsFrom - now)));
    pacer.take(now);
    return place;
  }

  takenUp(job: DrawnJob, firstPollAt: number, isBegun: boolean, now: number): void {
    const sinceMs = now - firstPollAt;
    const dueAt = sinceMs < 0 ? firstPollAt : this.placeOfOverdue(job, now);
    this.add('poll', job, `handle of ${job.jobId}`, dueAt, { isBegun, quiet: stepsIn(sinceMs) });
  }

  pass(until: number): void {
    for (;;) {
      while (this.#beginOne()) {}
      const nextAt = Math.min(...this.#calls.map((call) => this.#nextOf(call)));
      if (!(nextAt <= until)) break;
      this.#at = nextAt;
      for (const call of this.#calls.filter(({ endsAt = Number.POSITIVE_INFINITY }) => endsAt <= nextAt))
        this.answered(call, { is: 'error' });
    }
    this.#at = Math.max(this.#at, until);
  }

  /** A call that is given up has brought no answer. */
  answered(call: NaiveCall, said: Said): void {
    call.endsAt = undefined;
    if (call.kind !== 'poll' && call.kind !== 'find') {
      this.#drop(call);
      if (call.kind !== 'cancel') this.#report(call, said);
    } else if (call.isOff) this.#drop(call);
    else if (call.kind === 'find') this.#found(call, said);
    else this.#polled(call, said);
  }

  #polled(call: NaiveCall, said: Said): void {
    call.isInTrouble = said.is !== 'pending' && said.is !== 'in_progress' && said.is !== 'over';
    if (call.isInTrouble) {
      call.dueAt = this.#at + scaleMs(call.failures++);
      return;
    }
    call.failures = 0;
    if (said.is === 'over') {
      this.#drop(call);
      this.#report(call, said);
      return;
    }
    const hintMs = said.is === 'pending' ? said.hintMs : undefined;
    const steps = call.quiet++;
    call.dueAt = this.#at + (hintMs === undefined ? scaleMs(steps) : Math.min(60_000, Math.max(50, hintMs)));
    if (said.is !== 'in_progress') return;
    call.progress = Math.max(call.progress, said.progress ?? -1);
    if (!call.isBegun) this.#report(call, said);
    call.isBegun = true;
  }

  #found(call: NaiveCall, said: Said): void {
    call.absences = said.is === 'absent' ? call.absences + 1 : 0;
    const isUnknown = said.is === 'error' || said.is === 'garbage' || said.is === 'not_now';
    if (isUnknown || (said.is === 'absent' && call.absences < ABSENCES_MAX)) {
      call.looks += 1;
      call.dueAt = this.#at + scaleMs(3 + call.looks);
      return;
    }
    this.#drop(call);
    this.#report(call, said);
  }

  #nextOf(call: NaiveCall): number {
    if (call.endsAt !== undefined) return call.endsAt;
    return call.kind === 'submit' && this.isHeld ? Number.POSITIVE_INFINITY : call.dueAt;
  }

  /** False if there is none to begin, or to give up. */
  #beginOne(): boolean {
    const call = this.#calls.find((one) => one.endsAt === undefined && this.#mayBegin(one));
    if (call === undefined) return false;
    if (call.kind === 'last_call' && call.dueAt <= this.#at) {
      this.#drop(call);
      this.#report(call, { is: 'error' });
    } else this.#begin(call);
    return true;
  }

  #mayBegin(call: NaiveCall): boolean {
    if (call.kind === 'cancel') return true;
    if (call.kind !== 'last_call' || call.dueAt <= this.#at) {
      return call.dueAt <= this.#at && !(call.kind === 'submit' && this.isHeld);
    }
    const { provider, model } = call.job;
    const underWay = this.of('last_call', true).filter(({ job }) => job.provider === provider);
    return underWay.filter(({ job }) => job.model === model).length < this.#boundsOf(provider).finalPolls;
  }

  #begin(call: NaiveCall): void {
    const { provider, model, jobId } = call.job;
    const configuration = this.configured.get(provider);
    const bounds = this.#boundsOf(provider);
    const limitMs = {
      submit: bounds.submitLimitMs,
      poll: bounds.pollLimitMs ?? POLL_LIMIT_MS,
      find: bounds.pollLimitMs ?? POLL_LIMIT_MS,
      last_call: FINAL_POLL_LIMIT_MS,
      cancel: FINAL_POLL_LIMIT_MS,
    }[call.kind];
    // A provider that nobody configured fails at once, as one does that is to find jobs and cannot.
    if (configuration === undefined || (call.kind === 'find' && provider === 'b')) {
      this.answered(call, { is: 'error' });
      return;
    }
    const kind = call.kind === 'last_call' ? 'poll' : call.kind;
    const id = `${kind} ${provider}${configuration} ${model} ${jobId} ${call.handle}`;
    const nth = (this.#begun.get(id) ?? 0) + 1;
    this.#begun.set(id, nth);
    call.name = `${id} #${nth}`;
    call.endsAt = this.#at + limitMs;
    this.told.push(`${call.name} at ${this.#at}`);
  }

  #report({ kind, job }: NaiveCall, said: Said): void {
    this.reports.push(`${job.jobId} ${reportOf(kind, said)}`);
  }

  #drop(call: NaiveCall): void {
    this.#calls = this.#calls.filter((one) => one !== call);
  }

  #boundsOf(provider: string): ProviderBounds {
    const bounds = this.bounds.of[provider];
    if (bounds === undefined) throw new Error(`no bounds of ${provider}`);
    return bounds;
  }
}
