/**
 * A node that stops and starts again: it takes no new work, lets what is under way end for as long as it may,
 * and the next one goes on where it stopped.
 */
import { StopSequence, type StopSignal } from '../../../../../src/node/machine/stop-signals.js';
import { managementKey } from '../../../node/config/node-config.js';
import { NaiveWindow } from '../../../window/naive-window.js';
import type { Answer } from '../../jobs/desk/asked.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import { FilmHouse, MODEL } from './film-house.js';
import { type StopAct, type StopLimits, stopAct, stopLimits } from './stop-acts.js';
import { WholeNode } from './whole-node.js';

const SAME_SIGNAL_MS = 1_000;
const EXIT_STATUS = { SIGTERM: 143, SIGINT: 130 } as const;
/** A stop looks so often whether all is at rest, and then writes its last. */
const LAST_STEPS_MS = 60;
/** The disk has all that it was handed by then. */
const WRITTEN_MS = 100;
/** A kill forgets the admissions of the last second, and those count for a minute. */
const DOUBT_MS = 60_000;
const ROUNDS_MAX = 60;

export function stopsPart(): Part<StopLimits, StopAct> {
  return {
    name: 'stops',
    limits: stopLimits,
    act: stopAct,
    pauseMs: (random) => random.pick([0, 0, 1, 10, 10, 90, 200, 400, 999, 1_000, 1_001]),
    begin: (trial, limits) => new StopsCourse(trial, limits),
  };
}

class StopsCourse implements Course<StopAct> {
  readonly #trial: Trial;
  readonly #limits: StopLimits;
  readonly #house: FilmHouse;
  readonly #node: WholeNode;
  readonly #window = new NaiveWindow();
  /** Jobs that were accepted, and those of them of which a kill may have left in doubt how far they came. */
  readonly #jobs = new Map<string, { readonly at: number; isInDoubt: boolean }>();
  #state: 'none' | 'serving' | 'draining' = 'none';
  #sequence = new StopSequence();
  #stopAt = 0;
  #windowKnownFrom = 0;
  #secret = '';

  constructor(trial: Trial, limits: StopLimits) {
    this.#trial = trial;
    this.#limits = limits;
    this.#house = new FilmHouse(trial);
    this.#node = new WholeNode(trial, limits, this.#house);
  }

  async take(act: StopAct): Promise<void> {
    if (this.#secret === '') await this.#firstStart();
    switch (act.do) {
      case 'submit':
        return this.#submit();
      case 'look': {
        const answer = await this.#asked('GET', '/v1/credits');
        if (answer !== undefined) this.#trial.same('look', answer.status, 200);
        return;
      }
      case 'ready': {
        const isDraining = this.#state === 'draining';
        const answer = await this.#node.ask({ method: 'GET', path: '/readyz', secret: '' });
        if (answer !== undefined && isDraining === (this.#state === 'draining'))
          this.#trial.same('ready', answer.status, isDraining ? 503 : 200);
        return;
      }
      case 'accept':
        this.#house.accept(act.nth);
        return;
      case 'requests':
        if (!act.areOpen) this.#node.requestsEnded();
        else if (this.#state === 'serving') this.#node.areRequestsOpen = true;
        return;
      case 'signal':
        if (this.#state !== 'none') this.#signal(act.signal);
        return;
      case 'start':
        if (this.#state === 'none') await this.#start();
    }
  }

  compare(): void {
    if (this.#secret === '') return;
    const isReady = this.#state === 'serving';
    if (this.#state !== 'none')
      this.#trial.same('why', this.#node.whyNotReady, isReady ? undefined : 'draining');
    if (this.#state !== 'draining') return;
    const dueAt = this.#endsBy();
    if (dueAt !== undefined && this.#trial.now > dueAt + LAST_STEPS_MS)
      this.#trial.broke('end', `nothing is under way since ${this.#trial.now - dueAt} ms, and it goes on`);
  }

  /** Each job is asked for once in the end, unless a kill left that in doubt. */
  async end(): Promise<void> {
    if (this.#secret === '') return;
    const { world } = this.#trial;
    this.#node.requestsEnded();
    for (
      let round = 0;
      round < ROUNDS_MAX && (this.#state !== 'serving' || this.#house.waiting > 0);
      round++
    ) {
      while (this.#house.waiting > 0) this.#house.accept(0);
      await world.advance(WRITTEN_MS);
      if (this.#state === 'none') await this.#start();
      await world.advance(WRITTEN_MS);
    }
    for (const [id, { isInDoubt }] of this.#jobs) {
      const times = this.#house.asked.filter((asked) => asked === id).length;
      if (times > 1 || (times === 0 && !isInDoubt))
        this.#trial.broke('asked', `the provider was asked ${times} times for job ${id}`);
    }
  }

  async #firstStart(): Promise<void> {
    await this.#start();
    const body = { rate_limit_rpm: this.#limits.rpm, credits: 1_000_000 };
    const secret = managementKey(0);
    const answer = await this.#node.ask({ method: 'POST', path: '/api/keys', secret, body });
    this.#secret = (JSON.parse(answer?.body ?? '{}') as { key?: string }).key ?? 'none';
  }

  async #start(): Promise<void> {
    this.#house.isHeld = false;
    this.#sequence = new StopSequence();
    this.#state = 'serving';
    await this.#node.start();
    for (const [id, { isInDoubt }] of this.#jobs) {
      if (isInDoubt) continue;
      const answer = await this.#node.ask({
        method: 'GET',
        path: `/api/jobs/${id}`,
        secret: managementKey(0),
      });
      const { status } = JSON.parse(answer?.body ?? '{}') as { status?: string };
      this.#trial.same('resumed', status, 'pending');
    }
  }

  async #submit(): Promise<void> {
    const isDraining = this.#state === 'draining';
    const body = { model: MODEL, prompt: 'A film.' };
    const { now } = this.#trial;
    const answer = await this.#asked('POST', '/v1/videos', body);
    if (answer === undefined) return;
    this.#trial.same('submit', answer.status, isDraining ? 503 : 202);
    if (answer.status !== 202) return;
    const { id } = JSON.parse(answer.body) as { id: string };
    this.#jobs.set(id, { at: now, isInDoubt: false });
  }

  /** The answer to a request that the window admits; undefined if there is none. */
  async #asked(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer | undefined> {
    if (this.#state === 'none') return undefined;
    const { now } = this.#trial;
    const isKnown = now >= this.#windowKnownFrom;
    const isAdmitted = this.#window.ask(now, isKnown ? this.#limits.rpm : Number.POSITIVE_INFINITY);
    const asked = { method, path, secret: this.#secret };
    const answer = await this.#node.ask(body === undefined ? asked : { ...asked, body });
    if (answer === undefined) {
      if (this.#state === 'serving') this.#trial.broke('answered', `${path} is not answered`);
      return undefined;
    }
    if (!isKnown) return answer.status === 429 ? undefined : answer;
    const left = answer.fields['x-ratelimit-remaining-rpm'];
    this.#trial.same('window', left, String(this.#window.remaining(now, this.#limits.rpm)));
    this.#trial.same('window', answer.status === 429, !isAdmitted);
    return isAdmitted ? answer : undefined;
  }

  #signal(signal: StopSignal): void {
    const { now, world } = this.#trial;
    const told = this.#sequence.next(signal, world.steadyMs());
    if (this.#state === 'serving') {
      this.#trial.same('signal', told, { step: 'drain' });
      this.#stop();
      return;
    }
    const isSame = now - this.#stopAt <= SAME_SIGNAL_MS;
    this.#trial.same('signal', told, isSame ? { step: 'ignore' } : endOf(signal));
    if (!isSame) this.#kill();
  }

  #stop(): void {
    const { now } = this.#trial;
    this.#state = 'draining';
    this.#stopAt = now;
    this.#house.isHeld = true;
    this.#node.stop(() => {
      if (this.#state !== 'draining' || this.#stopAt !== now) return;
      const dueAt = this.#endsBy();
      if (dueAt === undefined || this.#trial.now < dueAt)
        this.#trial.broke('end', 'it has stopped, and something is under way');
      this.#over();
    });
  }

  /** When all has ended; undefined if something goes on. */
  #endsBy(): number | undefined {
    const until = this.#stopAt + this.#limits.drainTimeLimitMs;
    const { drainedAt } = this.#node;
    const isLate = this.#trial.now >= until;
    const quietAt = this.#house.quietSince ?? (isLate ? until : undefined);
    if (drainedAt === undefined || quietAt === undefined) return undefined;
    return Math.max(this.#stopAt, drainedAt, Math.min(quietAt, until));
  }

  #kill(): void {
    const { now } = this.#trial;
    for (const [id, job] of this.#jobs) {
      const acceptedAt = this.#house.acceptedAt.get(id) ?? Number.POSITIVE_INFINITY;
      if (acceptedAt > now - WRITTEN_MS) job.isInDoubt = true;
    }
    this.#windowKnownFrom = now + DOUBT_MS;
    this.#over();
  }

  /** A provider that has not answered by now is not heard any more. */
  #over(): void {
    for (const [id, job] of this.#jobs) {
      if (this.#house.asked.includes(id) && !this.#house.acceptedAt.has(id)) job.isInDoubt = true;
    }
    this.#house.hungUp();
    this.#state = 'none';
    this.#node.end();
  }
}

function endOf(signal: StopSignal): object {
  return { step: 'end', exitStatus: EXIT_STATUS[signal] };
}
