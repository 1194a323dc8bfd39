/** All calls to one model of a provider but submits: who is next, and when. */
import { PolledJob } from '../../../../../src/providers/calls/call-tickets.js';
import { ModelCalls } from '../../../../../src/providers/calls/model-calls.js';
import type { CallLimits } from '../../../../../src/providers/calls/slots/call-limits.js';
import { BusyError, type Provider, type ProviderJob } from '../../../../../src/providers/provider.js';
import type { ProviderReport } from '../../../../../src/providers/provider-report.js';
import type { SteadyMs } from '../../../../../src/time/clock.js';
import type { Random } from '../../../../world/random.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import { callLimitsOf } from './drawn-limits.js';
import { type Answered, type AskedKind, type CallBounds, NaiveCalls } from './naive-calls.js';

type CallsAct =
  | { readonly do: 'add'; readonly kind: AskedKind; readonly jobs: number; readonly afterMs: number }
  /** Jobs that are overdue at a restart. */
  | { readonly do: 'take_up'; readonly jobs: number }
  /** `nth` of all that were ever added, from the latest on. */
  | { readonly do: 'stop'; readonly kind: AskedKind; readonly nth: number }
  /** `nth` of those under way. */
  | { readonly do: 'answer'; readonly kind: AskedKind; readonly nth: number; readonly answer: Answered }
  /** The provider has none of the jobs that it is asked for. */
  | { readonly do: 'all_absent' }
  | { readonly do: 'configure'; readonly bounds: CallBounds };

const MODEL = 'film';
const KINDS: readonly AskedKind[] = ['poll', 'find', 'last_call', 'cancel'];
/** No failures open the breaker, and no answers have to come first. */
const UNBOUNDED = 1_000_000;
const BREAKER = { failuresInARow: UNBOUNDED, coolDownFirstMs: 1, coolDownMaxMs: 1 };

export function callsPart(): Part<CallBounds, CallsAct> {
  return {
    name: 'calls',
    limits: drawnBounds,
    act: callsAct,
    pauseMs: (random, { pollLimitMs, finalPollWaitMaxMs }) =>
      random.pick([0, 0, 0, 1, 50, 250, 375, 1_000, 1_266, pollLimitMs, finalPollWaitMaxMs, 20_000]),
    begin: (trial, bounds) => new CallsCourse(trial, bounds),
  };
}

function drawnBounds(random: Random): CallBounds {
  return {
    polls: random.pick([1, 2, 50]),
    finds: random.pick([1, 2, 50]),
    finalPolls: random.pick([1, 2]),
    cancels: random.pick([1, 2]),
    perSecond: random.pick([1, 4, 20, 1_000]),
    pollLimitMs: random.pick([100, 10_000]),
    finalPollLimitMs: random.pick([100, 5_000]),
    finalPollWaitMaxMs: random.pick([50, 3_000, 30_000]),
  };
}

function callsAct(random: Random): CallsAct {
  const [kind, jobs] = [random.pick([...KINDS, 'poll', 'find'] as const), random.pick([1, 1, 2, 5])];
  return random.weighted<() => CallsAct>([
    [4, () => ({ do: 'add', kind, jobs, afterMs: random.pick([0, 0, 1, 500]) })],
    [0.5, () => ({ do: 'take_up', jobs })],
    [1.5, () => ({ do: 'stop', kind, nth: random.below(6) })],
    [3, () => ({ do: 'all_absent' })],
    [9, () => ({ do: 'answer', kind, nth: random.below(4), answer: drawnAnswer(random, kind) })],
    [0.5, () => ({ do: 'configure', bounds: drawnBounds(random) })],
  ])();
}

function drawnAnswer(random: Random, kind: AskedKind): Answered {
  const pause = random.chance(0.1) ? { pauseMs: random.pick([1, 300, 4_000]) } : {};
  const hint = random.chance(0.2) ? { hintMs: random.pick([0, 49, 51, 3_000, 90_000]) } : {};
  return random.weighted<Answered>([
    [5, { is: 'stands', state: random.pick(['pending', 'in_progress']), ...hint }],
    [1, { is: 'over' }],
    [kind === 'find' ? 12 : 2, { is: 'absent' }],
    [1, { is: 'not_now', ...pause }],
    [2, { is: 'error', ...pause }],
  ]);
}

function limitsOf(bounds: CallBounds): CallLimits {
  const { perSecond, pollLimitMs, finalPollLimitMs, finalPollWaitMaxMs } = bounds;
  const drawn = { ...bounds, submits: 1, first: UNBOUNDED, breaker: BREAKER };
  const limits = callLimitsOf(drawn);
  return { ...limits, pollsPerSecondMax: perSecond, pollLimitMs, finalPollLimitMs, finalPollWaitMaxMs };
}

interface UnderWay {
  readonly jobId: string;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

type PerKind<T> = Record<AskedKind, T[]>;

class CallsCourse implements Course<CallsAct> {
  readonly #trial: Trial;
  readonly #calls: ModelCalls;
  readonly #naive: NaiveCalls;
  readonly #told: NaiveCalls['told'] = { poll: [], find: [], last_call: [], cancel: [], reports: [] };
  readonly #underWay: PerKind<UnderWay> = { poll: [], find: [], last_call: [], cancel: [] };
  readonly #jobs: PerKind<PolledJob | ProviderJob> = { poll: [], find: [], last_call: [], cancel: [] };
  readonly #provider: Provider;
  #added = 0;

  constructor(trial: Trial, bounds: CallBounds) {
    this.#trial = trial;
    trial.world.fraction = 0;
    this.#naive = new NaiveCalls(bounds, trial.now);
    this.#provider = {
      name: 'made-up',
      models: [],
      lostAnswer: { kind: 'findable' },
      submit: () => Promise.reject(new Error('nothing is submitted')),
      poll: ({ jobId, handle }) => this.#asked(handle === 'last' ? 'last_call' : 'poll', jobId),
      find: ({ jobId }) => this.#asked('find', jobId),
      cancel: ({ jobId }) => this.#asked('cancel', jobId),
      content: async () => undefined,
    };
    this.#calls = new ModelCalls(trial.world, this.#provider, MODEL, limitsOf(bounds), {
      tell: () => {},
      report: (jobId, report) => this.#told.reports.push(`${this.#shown(jobId, report)}`),
      ended: () => {},
      readinessOf: () => 'ready',
      observer: undefined,
    });
  }

  take(act: CallsAct): void {
    const { now } = this.#trial;
    switch (act.do) {
      case 'add':
        for (let n = 0; n < act.jobs; n++) this.#add(act.kind, act.afterMs);
        return;
      case 'take_up':
        for (let n = 0; n < act.jobs; n++) {
          const place = this.#calls.polls.placeOfOverdue();
          const expected = Math.max(now, Math.ceil(this.#naive.takeUpPacer.admitsFrom));
          this.#naive.takeUpPacer.take(now);
          this.#trial.same('place', place, expected);
          this.#add('poll', place - now);
        }
        return;
      case 'stop':
        this.#stop(act.kind, this.#jobs[act.kind].at(-1 - act.nth));
        return;
      case 'configure':
        this.#calls.configure(this.#provider, limitsOf(act.bounds));
        this.#naive.configure(act.bounds);
        return;
      case 'all_absent':
        for (const _ of this.#naive.underWay('find')) this.#answer('find', 0, { is: 'absent' });
        return;
      case 'answer':
        this.#answer(act.kind, act.nth, act.answer);
    }
  }

  compare(): void {
    const [naive, numbers] = [this.#naive, this.#calls.numbers()];
    naive.pass(this.#trial.now);
    for (const kind of KINDS) {
      this.#trial.same(kind, this.#told[kind].splice(0), naive.told[kind].splice(0));
      this.#trial.same('flight', numbers.inFlight[kind], naive.underWay(kind).length);
    }
    this.#trial.same('reports', this.#told.reports.splice(0).sort(), naive.told.reports.splice(0).sort());
    this.#trial.same('watched', numbers.watched, naive.watched);
    this.#trial.same('waiting', numbers.findsWaiting, naive.waiting('find').length);
    this.#trial.same('waiting', numbers.finalPollsWaiting, naive.waiting('last_call').length);
  }

  async end(): Promise<void> {
    this.#calls.close();
    await this.#trial.world.advance(100_000);
    this.#trial.same('closed', Object.values(this.#told).flat(), []);
  }

  #add(kind: AskedKind, afterMs: number): void {
    const { now } = this.#trial;
    const jobId = `job_${this.#added++}`;
    const ticket = {
      jobId,
      provider: 'made-up',
      model: MODEL,
      handle: kind === 'last_call' ? 'last' : 'job',
    };
    this.#naive.add(kind, jobId, afterMs, now);
    if (kind === 'poll') {
      const job = new PolledJob(this.#calls.polls, { ...ticket, nextPollAt: (now + afterMs) as SteadyMs }, 0);
      this.#jobs.poll.push(job);
      this.#calls.polls.watch(job);
      return;
    }
    this.#jobs[kind].push(ticket);
    if (kind === 'find') this.#calls.finds.find(jobId);
    else if (kind === 'cancel') this.#calls.cancels.add(ticket);
    else this.#calls.finalPolls.add(ticket);
  }

  #stop(kind: AskedKind, job: PolledJob | ProviderJob | undefined): void {
    if (job === undefined) return;
    this.#naive.stop(kind, job.jobId);
    if (job instanceof PolledJob) this.#calls.polls.unwatch(job);
    else if (kind === 'find') this.#calls.finds.stop(job.jobId);
    else if (kind === 'cancel') this.#calls.cancels.stop(job.jobId);
    else this.#calls.finalPolls.stop(job.jobId);
  }

  #answer(kind: AskedKind, nth: number, answer: Answered): void {
    const underWay = this.#naive.underWay(kind);
    const jobId = underWay[nth % (underWay.length || 1)]?.job;
    const call = this.#underWay[kind].findLast((one) => one.jobId === jobId);
    if (jobId === undefined || call === undefined) return;
    this.#naive.answered(kind, jobId, answer, this.#trial.now);
    const pauseMs = 'pauseMs' in answer ? answer.pauseMs : undefined;
    if (kind === 'find' && answer.is === 'not_now') {
      call.resolve({ outcome: 'not_now', message: '', askAgainAfterMs: pauseMs } as never);
    } else if (pauseMs !== undefined) call.reject(new BusyError('later', pauseMs));
    else if (kind === 'find') this.#answerFind(call, answer);
    else call.resolve(stateOf(answer) as never);
  }

  #answerFind({ resolve, reject }: UnderWay, answer: Answered): void {
    if (answer.is === 'absent') resolve(undefined as never);
    else if (answer.is === 'over')
      resolve({ outcome: 'rejected', slug: 'provider_error', message: 'no' } as never);
    else reject(new Error('the connection is broken'));
  }

  #asked<T>(kind: AskedKind, jobId: string): Promise<T> {
    this.#told[kind].push(`${jobId} at ${this.#trial.now}`);
    return new Promise((resolve, reject) => this.#underWay[kind].push({ jobId, resolve, reject }));
  }

  #shown(jobId: string, report: ProviderReport): string {
    const { now } = this.#trial;
    if (report.about === 'final_poll')
      return `last_call ${jobId} ${report.state === undefined ? 'unknown' : 'known'} at ${now}`;
    if (report.about === 'find')
      return `find ${jobId} ${report.outcome === 'not_found' ? 'unknown' : 'known'} at ${now}`;
    if (report.about === 'poll' && report.state.state === 'in_progress') return `poll ${jobId} in_progress`;
    return `${report.about} ${jobId} known at ${now}`;
  }
}

/** The answer to a poll; garbage if it is no answer. */
function stateOf(answer: Answered): unknown {
  if (answer.is === 'over') return { state: 'completed', outputMs: 1_000, location: 'there' };
  if (answer.is !== 'stands') return { state: 'lost' };
  return { state: answer.state, ...(answer.hintMs === undefined ? {} : { askAgainAfterMs: answer.hintMs }) };
}
