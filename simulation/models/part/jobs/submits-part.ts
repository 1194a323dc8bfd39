/** The submits to one model of a provider: those that wait, are noted, begin, or go elsewhere. */
import { ModelCalls } from '../../../../src/providers/calls/model-calls.js';
import type { CallLimits } from '../../../../src/providers/calls/slots/call-limits.js';
import type {
  Provider,
  ProviderSubmit,
  RouteName,
  SubmitAnswer,
} from '../../../../src/providers/provider.js';
import type { ProviderReport, WaitReport } from '../../../../src/providers/provider-report.js';
import type { SteadyMs } from '../../../../src/time/clock.js';
import type { Course, Part } from '../part.js';
import type { Trial } from '../trial.js';
import { callLimitsOf } from './calls/drawn-limits.js';
import { type NaiveSubmit, NaiveSubmits, type SubmitBounds } from './naive-submits.js';
import { type Outcome, type SubmitsAct, submitsAct } from './submits-acts.js';

const MODEL = 'film';
const MANY = 50;
/** No failures open the breaker, and no answers have to come first. */
const UNBOUNDED = 1_000_000;
const BREAKER = { failuresInARow: UNBOUNDED, coolDownFirstMs: 1, coolDownMaxMs: 1 };

export function submitsPart(): Part<SubmitBounds, SubmitsAct> {
  return {
    name: 'submits',
    limits: (random) => ({
      submits: random.pick([1, 2, 3]),
      notes: random.pick([1, 2, MANY, MANY]),
      waitingMax: random.pick([1, 2, 5, 1_000, 1_000]),
      submitLimitMs: random.pick([500, 30_000]),
    }),
    act: submitsAct,
    pauseMs: (random) => random.pick([0, 0, 0, 0, 1, 250, 999, 1_000, 1_001, 4_000]),
    begin: (trial, bounds) => new SubmitsCourse(trial, bounds),
  };
}

function limitsOf({ submits, notes, waitingMax, submitLimitMs }: SubmitBounds): CallLimits {
  const none = { finds: 1, polls: 1, finalPolls: 1, cancels: 1 };
  const limits = callLimitsOf({ ...none, submits, first: UNBOUNDED, breaker: BREAKER });
  const internal = { ...limits.internal, waitingNotesAtOnce: notes };
  return { ...limits, submitsWaitingMax: waitingMax, submitLimitMs, internal };
}

interface Answering {
  readonly job: string;
  readonly resolve: (answer: SubmitAnswer) => void;
  readonly reject: (error: Error) => void;
}

interface Telling {
  readonly one: NaiveSubmit | undefined;
  readonly about: WaitReport['about'];
  readonly told: (isTaken: boolean) => void;
}

class SubmitsCourse implements Course<SubmitsAct> {
  readonly #trial: Trial;
  readonly #calls: ModelCalls;
  readonly #naive: NaiveSubmits;
  readonly #underWay: Answering[] = [];
  #telling: Telling[] = [];
  /** The last answer to each job. */
  readonly #answers = new Map<string, { readonly outcome: Outcome; readonly pauseMs: number | undefined }>();
  #submitted = 0;
  #isOver = false;

  constructor(trial: Trial, bounds: SubmitBounds) {
    this.#trial = trial;
    trial.world.fraction = 0;
    this.#naive = new NaiveSubmits(bounds, trial.now, (about, message) => trial.broke(about, message));
    const none = () => Promise.reject(new Error('nothing but submits'));
    const provider: Provider = {
      name: 'a',
      models: [],
      lostAnswer: { kind: 'unknown' },
      submit: ({ jobId }) => this.#began(jobId),
      poll: none,
      content: none,
    };
    this.#calls = new ModelCalls(trial.world, provider, MODEL, limitsOf(bounds), {
      tell: (jobId, { about }, told) => this.#tell(jobId, about, told),
      report: (jobId, report) => this.#reported(jobId, report),
      ended: () => {},
      readinessOf: ({ provider: route }) => this.#naive.elsewhere[route]?.is ?? 'not_ready',
      observer: undefined,
    });
  }

  take(act: SubmitsAct): void {
    const { now } = this.#trial;
    const { submits } = this.#calls;
    switch (act.do) {
      case 'submit':
        for (let n = 0; n < act.jobs; n++) this.#submit(act);
        return;
      case 'again': {
        const one = this.#naive.all.at(-1 - act.nth);
        // Of one that was asked it would be the answer.
        if (one?.place === 'line' || one?.place === 'calling') submits.submit(ticketOf(one), requestOf(one));
        return;
      }
      case 'answer':
        this.#answer(act);
        return;
      case 'taken':
        this.#taken(act);
        return;
      case 'cancel': {
        const one = this.#naive.all.at(-1 - act.nth);
        if (one === undefined || one.place === 'gone') return;
        const isTakenBack = one.place !== 'calling';
        if (isTakenBack) one.place = 'gone';
        this.#naive.changedAt = now;
        this.#trial.same('cancel', submits.cancel(one.job), isTakenBack);
        return;
      }
      case 'elsewhere':
        this.#naive.elsewhere[act.route] = { is: act.is, since: now };
        return;
      case 'hold':
        this.#naive.hold(now);
        submits.hold();
    }
  }

  compare(): void {
    const [naive, { now }, numbers] = [this.#naive, this.#trial, this.#calls.numbers()];
    naive.check(now);
    this.#trial.same('waiting', numbers.submitsWaiting, naive.in('line').length);
    this.#trial.same('flight', numbers.inFlight.submit, naive.in('calling').length);
    const isReady = !naive.isFull && naive.pausedUntil <= now;
    this.#trial.same('ready', this.#calls.readiness, isReady ? 'ready' : 'not_ready');
    const hasCall = naive.in('calling').length < naive.bounds.submits;
    const beginsInMs = hasCall ? Math.max(0, naive.pausedUntil - now) : 0;
    this.#trial.same('from', this.#calls.submitsBeginInMs(), Number.isFinite(beginsInMs) ? beginsInMs : 0);
    if (naive.isHeld) this.#trial.same('rest', this.#calls.submits.isAtRest, naive.isAtRest);
  }

  async end(): Promise<void> {
    this.#calls.close();
    this.#isOver = true;
    await this.#trial.world.advance(100_000);
  }

  #submit({ fallbacks, afterMs, withinMs, isNoted }: Extract<SubmitsAct, { readonly do: 'submit' }>): void {
    const { now } = this.#trial;
    const notAfter = withinMs === 0 ? Number.POSITIVE_INFINITY : now + withinMs;
    const job = `job_${this.#submitted++}`;
    const one = this.#naive.add({ job, fallbacks, notAfter, dueAt: now + afterMs, isNoted }, now);
    this.#calls.submits.submit(ticketOf(one), requestOf(one));
  }

  #answer({ nth, outcome, pauseMs }: Extract<SubmitsAct, { readonly do: 'answer' }>): void {
    const underWay = this.#naive.in('calling');
    const job = underWay[nth % (underWay.length || 1)]?.job;
    const call = this.#underWay.find((one) => one.job === job);
    if (job === undefined || call === undefined) return;
    const wantsPause = outcome === 'not_now' && pauseMs > 0;
    this.#answers.set(job, { outcome, pauseMs: wantsPause ? pauseMs : undefined });
    if (outcome === 'unknown') call.reject(new Error('the connection is broken'));
    else call.resolve(answerOf(outcome, wantsPause ? pauseMs : undefined));
  }

  #taken({ nth, isTaken, isFirst }: Extract<SubmitsAct, { readonly do: 'taken' }>): void {
    const naive = this.#naive;
    const telling = this.#telling[nth % (this.#telling.length || 1)];
    if (telling === undefined) return;
    this.#telling = this.#telling.filter((other) => other !== telling);
    const { one, about, told } = telling;
    naive.changedAt = this.#trial.now;
    if (about === 'submit_waits') {
      // With few at once it is not known which note of a job comes next.
      const isNoted = isTaken || naive.bounds.notes < MANY;
      naive.notesUnderWay -= 1;
      if (!isNoted && one?.isNoted === true && one.place === 'line') one.noteAt = this.#trial.now;
      told(isNoted);
      return;
    }
    naive.asking -= 1;
    if (one?.place !== 'asked') {
      told(isTaken);
      return;
    }
    if (isFirst) told(isTaken);
    one.dueAt = isTaken ? Number.NEGATIVE_INFINITY : this.#trial.now;
    if (isTaken) one.isNoted = false;
    naive.line(one, this.#trial.now);
    if (isTaken) this.#calls.submits.submit(ticketOf(one), requestOf(one));
    if (!isFirst) told(isTaken);
  }

  #began(job: string): Promise<SubmitAnswer> {
    this.#naive.begins(job, this.#trial.now);
    return new Promise((resolve, reject) => this.#underWay.unshift({ job, resolve, reject }));
  }

  #tell(job: string, about: WaitReport['about'], told: (isTaken: boolean) => void): void {
    this.#telling.push({ one: this.#naive.find(job), about, told });
    if (about === 'submit_waits') this.#naive.notes(job, this.#trial.now);
    else this.#naive.asks(job, this.#trial.now);
  }

  #reported(job: string, report: ProviderReport): void {
    const [naive, { now }] = [this.#naive, this.#trial];
    if (this.#isOver || report.about !== 'submit') {
      this.#trial.broke('reports', `${report.about} of ${job}`);
      return;
    }
    const one = naive.find(job);
    if (one?.place === 'line' && report.outcome === 'not_now') naive.isTurnedAway(job, now);
    else if (one?.place === 'line') naive.isLate(job, now);
    else {
      const isOver = one !== undefined && now >= one.beganAt + naive.bounds.submitLimitMs;
      const answer =
        this.#answers.get(job) ?? (isOver ? { outcome: 'unknown', pauseMs: undefined } : undefined);
      this.#trial.same('reports', report.outcome, answer?.outcome);
      naive.ended(job, now, answer?.pauseMs);
    }
  }
}

function ticketOf({ fallbacks, notAfter, dueAt, isNoted }: NaiveSubmit) {
  const routes = fallbacks.map((provider): RouteName => ({ provider, model: MODEL }));
  const until = Number.isFinite(notAfter) ? (notAfter as SteadyMs) : null;
  return {
    provider: 'a',
    notBefore: dueAt as SteadyMs,
    notAfter: until,
    fallbacks: routes,
    isWaiting: isNoted,
  };
}

function requestOf({ job: jobId }: NaiveSubmit): ProviderSubmit {
  return { jobId, model: MODEL, prompt: 'A film.', lengthMs: 1_000, extra: {} };
}

function answerOf(outcome: Exclude<Outcome, 'unknown'>, pauseMs: number | undefined): SubmitAnswer {
  if (outcome === 'accepted') return { outcome, handle: 'handle', state: { state: 'pending' } };
  if (outcome === 'rejected') return { outcome, slug: 'provider_rejected', message: 'No.' };
  return { outcome, message: 'Later.', ...(pauseMs === undefined ? {} : { askAgainAfterMs: pauseMs }) };
}
