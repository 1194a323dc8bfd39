/** A video job: its life with whatever may come to it, its records, and what is done about it. */

import { isDeepStrictEqual } from 'node:util';
import { createVideoJobBehavior } from '../../../../src/actors/jobs/video-job.js';
import type { VideoJobMessage } from '../../../../src/actors/jobs/video-job-messages.js';
import { DEADLINE_REMINDER, readVideoJob } from '../../../../src/actors/jobs/video-job-records.js';
import { parseExpiryKey } from '../../../../src/actors/storage/expiry.js';
import type { MicroDa } from '../../../../src/money/micro-da.js';
import type { Route } from '../../../../src/providers/provider.js';
import type { Random } from '../../../world/random.js';
import type { Course, Part } from '../part.js';
import type { Trial } from '../trial.js';
import { type JobAct, jobAct, likelyIn, type MetBy, PRICES } from './job-acts.js';
import { LoneTurn, NO_KEY, THE_JOB } from './lone-turn.js';
import { NaiveJob } from './naive-job.js';
import { reportOf } from './reports.js';
import { nameOf, namesLeft, namesOf, openOf, plain, shownEffect, shownOpen } from './shown-jobs.js';
import type { NaiveRoute, Told } from './told-jobs.js';

interface JobLimits {
  readonly keptMs: number;
  readonly readingLimitMs: number;
}

const MODEL = 'film';
const KEY = 'key_1';
const OUTLIVE_THE_JOB = ['activity', 'account_activity', 'audit'];
const REQUEST = { keyHash: 'hash', fingerprint: 'print' };

export function jobPart(): Part<JobLimits, JobAct> {
  return {
    name: 'job',
    limits: (random: Random) => ({
      keptMs: random.pick([1, 5_000]),
      readingLimitMs: random.pick([1_000, 7_200_000]),
    }),
    act: jobAct,
    pauseMs: (random) => random.pick([0, 0, 0, 0, 1, 250, 999, 60_000]),
    begin: (trial, limits) => new JobCourse(trial, limits),
  };
}

class JobCourse implements Course<JobAct> {
  readonly #trial: Trial;
  readonly #limits: JobLimits;
  readonly #behavior;
  #turn: LoneTurn;
  #naive: NaiveJob | undefined;
  /** It was traced so. */
  #trace: string | undefined;
  #marked = 0;
  #settledAt = 0;

  constructor(trial: Trial, limits: JobLimits) {
    this.#trial = trial;
    this.#limits = limits;
    this.#turn = new LoneTurn(trial.world, 0);
    this.#behavior = createVideoJobBehavior({
      ...limits,
      openJobsMax: 1_000,
      idempotencyKeptMs: 1_000,
      apiKey: NO_KEY,
    });
  }

  take(act: JobAct): void {
    const naive = this.#naive;
    const by = act.do === 'likely' ? likelyIn(naive, act.nth) : act.do;
    if (by === 'create') this.#create(act);
    else if (by === 'remove') this.#remove();
    else if (by === 'restart') this.#restart(act);
    else if (naive !== undefined && mayCome(by, naive)) this.#meet({ is: by, ...act } as Told, act);
  }

  compare(): void {
    const [{ state, records, tallies, reminders, settled }, naive] = [this.#turn, this.#naive];
    if (naive === undefined || state === undefined) {
      this.#trial.same('kept', state !== undefined, naive !== undefined);
      const left = [...records.keys()].filter((key) => !OUTLIVE_THE_JOB.includes(key.split(' ')[0] ?? ''));
      this.#trial.same('left', left, []);
      return;
    }
    const { context } = state.machine;
    this.#trial.same('status', state.status, naive.status);
    this.#trial.same('route', nameOf(context.route, state.provider), naive.route.name);
    this.#trial.same('routes', namesOf(context.fallbacks), namesLeft(naive));
    this.#trial.same('submits', context.attempt, naive.attempt);
    this.#trial.same('repeat', state.repeatUntil ?? undefined, naive.repeatedUntil);
    this.#trial.same('slug', context.failure?.slug, naive.slug);
    this.#trial.same('deadline', reminders.get(DEADLINE_REMINDER), naive.deadlineAt);
    this.#trial.same('cost', state.settled?.cost, naive.cost);
    const { reserve: reserved, cost: charge } = naive;
    const marked = this.#marked;
    this.#trial.same('settled', settled, charge === undefined ? [] : [{ reserved, charge, marked }]);
    if (state.settled !== null) this.#trial.same('time', state.settled.at, this.#settledAt);
    const ofStatus = [...tallies].filter(([name, n]) => name.startsWith('jobs/') && n !== 0);
    this.#trial.same('sums', ofStatus, [[`jobs/${naive.status}`, 1]]);
    const read = readVideoJob(THE_JOB, this.#turn.reader);
    this.#trial.same('record', isDeepStrictEqual(plain(read), plain(state)), true);
    this.#compareLists(naive);
  }

  #compareLists(naive: NaiveJob): void {
    const { records } = this.#turn;
    const open = records.get(`unfinished ${THE_JOB}`);
    const isOpen = naive.place !== 'over';
    this.#trial.same(
      'open',
      open === undefined ? undefined : shownOpen(open),
      isOpen ? openOf(naive) : undefined,
    );
    const lists = [...records.keys()].filter((key) => key.startsWith('key_jobs '));
    const list = isOpen ? 'open' : naive.status;
    this.#trial.same('lists', lists, [`key_jobs ${KEY}/${list}/${THE_JOB}`]);
  }

  #create(act: JobAct): void {
    if (this.#naive !== undefined && this.#naive.place !== 'over') return;
    const { now, world } = this.#trial;
    const routes = act.routes.map((lost, n): NaiveRoute => ({ name: `${'abc'[n]}/${act.names[n]}`, lost }));
    const { lengthMs, deadlineAfterMs } = act;
    const pricePerSecond = PRICES[act.nth % PRICES.length] ?? 1;
    const bought = { routes, pricePerSecond, lengthMs, deadlineAfterMs, ...this.#limits };
    const naive = new NaiveJob(bought, now);
    this.#naive = naive;
    this.#trace = act.isTraced ? 'trace' : undefined;
    this.#marked = act.isMarked ? 1 : 0;
    this.#turn = new LoneTurn(world, this.#marked);
    const [route, ...fallbacks] = routes.map(routeOf);
    if (route === undefined) return;
    this.#tell(
      {
        type: 'create',
        key: KEY,
        quote: {
          ok: true,
          model: MODEL,
          route,
          fallbacks,
          lengthMs,
          pricePerSecond: pricePerSecond as MicroDa,
          reserve: naive.reserve as MicroDa,
          deadlineAfterMs,
        },
        prompt: 'A film.',
        extra: {},
        idempotency: act.isTraced ? REQUEST : undefined,
        trace: this.#trace,
      },
      [naive.submit()],
    );
  }

  #meet(told: Told, act: JobAct): void {
    const naive = this.#naive;
    if (naive === undefined) return;
    // A reminder that comes due stands no more.
    if (told.is === 'deadline') {
      if (naive.deadlineAt === undefined) return;
      this.#turn.reminders.delete(DEADLINE_REMINDER);
      naive.deadlineAt = undefined;
    }
    const wasOver = naive.place === 'over';
    const expected = naive.meet(told, act, this.#trial.now);
    if (!wasOver && naive.place === 'over') this.#settledAt = Math.floor(this.#turn.wall / 1_000);
    this.#tell(messageOf(told, act), expected);
  }

  #tell(message: VideoJobMessage, expected: readonly string[]): void {
    const turn = this.#turn;
    const reply = this.#behavior.receive(turn.state, message, turn);
    const effects = turn.effects.splice(0);
    this.#trial.same('effects', effects.map(shownEffect), expected);
    const traces = new Set(effects.map(({ trace }) => trace ?? 'none'));
    this.#trial.same('traced', [...traces], effects.length > 0 ? [this.#trace ?? 'none'] : []);
    const job = 'job' in reply ? reply.job : undefined;
    this.#trial.same('reply', job === turn.state, true);
  }

  /** All that is left stands on disk, and the job is woken if that says so. */
  #restart(act: JobAct): void {
    const turn = this.#turn;
    turn.state = readVideoJob(THE_JOB, turn.reader);
    if (this.#naive?.place !== 'over' && this.#naive?.isCalling === true) this.#meet({ is: 'resume' }, act);
  }

  #remove(): void {
    const turn = this.#turn;
    const row = [...turn.records.keys()].find((key) => key.startsWith('expiry ') && key.includes('/job/'));
    if (this.#naive === undefined || (row === undefined && this.#naive.place === 'over')) return;
    const expiryRow = row?.slice('expiry '.length) ?? 'none';
    if (row !== undefined) {
      const { due } = parseExpiryKey(expiryRow);
      this.#trial.between('expiry', due, this.#limits.keptMs, this.#trial.now + this.#limits.keptMs);
      this.#naive = undefined;
    }
    this.#behavior.receive(turn.state, { type: 'remove', expiryRow }, turn);
  }
}

/** Nobody turns a job away that waits, and has nowhere to go. */
function mayCome(by: MetBy, { place, left }: NaiveJob): boolean {
  return !(by === 'not_now' && place === 'waiting' && left.length === 0);
}

function messageOf(told: Told, act: JobAct): VideoJobMessage {
  switch (told.is) {
    case 'deadline':
      return { type: 'deadline' };
    case 'resume':
      return { type: 'resume' };
    case 'end':
      return { type: 'end', by: { kind: 'node', id: 'node' }, reason: 'It is enough.' };
    default:
      return { type: 'report', report: reportOf(told, act.outputMs) };
  }
}

function routeOf({ name, lost }: NaiveRoute): Route {
  const [provider = '', model = ''] = name.split('/');
  const { kind, forMs } = lost;
  return { provider, model, lostAnswer: kind === 'idempotent' && forMs > 0 ? { kind, forMs } : { kind } };
}
