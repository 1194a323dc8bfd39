/**
 * One history of keys and jobs, run: the actors of a node against naive books that hear the same messages in the
 * same order.
 *
 * What is held to
 *  - `reply`: each answer is what the naive books answer; a refusal has a reason; each message has one outcome.
 *  - `read`: what is read is what is committed.
 *  - `disk`, `books`: a disk found after a crash or stop is one commit's state, whole, and adds up.
 *  - `effects`: exactly what the naive jobs wish leaves, in their order, and only once it is committed.
 *  - `settles`: every job ends by its deadline and a little more, once; what was kept is forgotten in time.
 *  - `watched`: what a provider makes is asked for again and again, also after restarts.
 *  - those of `scripted-calls.ts`, where there are providers.
 */
import type { ApiKeyMessage } from '../../actors/api-key-messages.js';
import type { Effect } from '../../actors/effects.js';
import type { ManagementKeyMessage } from '../../actors/management-key.js';
import type { VideoJobMessage } from '../../actors/video-job-messages.js';
import type { MemoryStore } from '../../store/memory-store.js';
import type { Outcome, Watch } from '../model.js';
import { isFaultStep } from '../process-faults.js';
import { type Life, type LivesHost, ProcessLives } from '../process-lives.js';
import { RunRecord } from '../run-record.js';
import { takeInTime } from '../step-times.js';
import { VirtualWorld } from '../virtual-world.js';
import {
  type ActorsHistory,
  type ActorsStep,
  accountName,
  jobName,
  keyName,
  messageFor,
} from './actors-history.js';
import { creationOf, messageOf } from './actors-messages.js';
import { ActorsProcess } from './actors-process.js';
import { type Ask, Asks } from './asks.js';
import { bookErrors } from './disk-books.js';
import { hasEnded } from './job-life.js';
import { Layers } from './layers.js';
import type { Handled, NaiveBooks } from './naive-books.js';
import { replyText } from './reply-text.js';
import { ScriptedCalls } from './scripted-calls.js';

/** Gates that refuse try again every two seconds, desks and starts every five, at the longest. */
const QUIET_MS = 12_000;
/** A last question waits, is asked, and its answer is brought again where the disk fails. */
const SETTLES_WITHIN_MS = 40_000;
const SWEEPS_EVERY_MS = 10_000;
const MINUTE_MS = 60_000;
/** A poll every 20 s, after a breaker's longest cool-down of 36 s, and one call of 10 s that hung. */
const WATCHED_EVERY_MS = 80_000;

export interface ActorsRunOptions {
  /** Puts a defect between the actors and the world, for tests of this model. */
  readonly broken?: (process: ActorsProcess) => void;
}

export class ActorsRun implements LivesHost<ActorsProcess> {
  readonly #history: ActorsHistory;
  readonly #watch: Watch;
  readonly #options: ActorsRunOptions;
  readonly #world: VirtualWorld;
  readonly #record: RunRecord;
  readonly #lives: ProcessLives<ActorsProcess>;
  readonly #layers: Layers;
  readonly #calls: ScriptedCalls;
  readonly #asks: Asks;
  /** When jobs are due, steady ms. */
  readonly #deadlines = new Map<string, number>();
  #steadyOffset = 0;

  constructor(history: ActorsHistory, watch: Watch, options: ActorsRunOptions = {}) {
    const { setup } = history;
    this.#history = history;
    this.#watch = watch;
    this.#options = options;
    this.#world = new VirtualWorld({ seed: history.seed });
    this.#record = new RunRecord(this.#world, watch);
    this.#layers = new Layers(
      {
        openJobsMax: setup.openJobsMax,
        idempotencyKeptMs: setup.idempotencyMs,
        jobsKeptMs: setup.retentionMs,
      },
      this.#record,
    );
    this.#asks = new Asks(this.#record, this.#layers);
    this.#lives = new ProcessLives({
      world: this.#world,
      record: this.#record,
      host: this,
      commitMs: () => setup.commitMs,
    });
    this.#calls = new ScriptedCalls({
      world: this.#world,
      record: this.#record,
      committedJob: (id) => this.#layers.committed.jobs.get(id),
      occasion: (on, deliver) => this.#lives.occasion(on, deliver),
    });
  }

  async play(): Promise<Outcome> {
    this.#lives.start();
    await this.#world.advance(this.#history.setup.commitMs);
    await this.#setUp();
    await takeInTime(this.#world, this.#history.steps, (step) => this.#take(step));
    await this.#end();
    return this.#record.outcome();
  }

  start(life: Life): ActorsProcess {
    this.#steadyOffset = life.world.steadyMs() - this.#world.steadyMs();
    const whileAlive = (tell: () => void) => {
      if (life.world.isAlive) tell();
    };
    const process = new ActorsProcess(life, this.#history.setup, {
      inspector: {
        turn: (seen) => whileAlive(() => this.#handled(seen)),
        commit: ({ outcome }) => whileAlive(() => this.#layers.commitEnds(outcome)),
        storage: ({ state }) => whileAlive(() => this.#storage(state)),
        defect: ({ kind, id }) => whileAlive(() => this.#record.broke('defect', `reported by ${kind} ${id}`)),
      },
      left: (effect) => this.#left(effect),
      onMachineStep: this.#watch.machineStep?.bind(this.#watch),
      providers: this.#history.setup.hasProviders
        ? this.#calls.providers(() => life.world.isAlive)
        : undefined,
    });
    this.#options.broken?.(process);
    return process;
  }

  async stop(process: ActorsProcess): Promise<void> {
    this.#asks.isStopping = true;
    await process.stop();
  }

  ended(store: MemoryStore): void {
    this.#asks.forget();
    this.#layers.ended(store, this.#steadyMs());
    this.#judgeBooks(store);
  }

  commitBegins(): void {
    this.#layers.commitBegins();
  }

  #steadyMs(): number {
    return this.#world.steadyMs() + this.#steadyOffset;
  }

  #take(step: ActorsStep): void {
    if (isFaultStep(step)) {
      this.#lives.take(step);
      return;
    }
    const process = this.#lives.process;
    if (process === undefined) return;
    const { apiKey, videoJob, managementKey } = process.actors;
    this.#record.count(step.do);
    switch (step.do) {
      case 'create_key':
        this.#asks.ask(
          process,
          managementKey,
          `mkey_${step.account}`,
          creationOf(step, this.#world.wallMs()),
        );
        return;
      case 'report':
        this.#asks.ask(
          process,
          videoJob,
          jobName(step.job),
          messageFor(jobName(step.job), step.says, step.outputMs),
        );
        return;
      case 'read':
        this.#read(process);
        return;
      case 'submit': {
        const job = jobName(step.id);
        this.#deadlines.set(job, this.#steadyMs() + step.deadlineAfterMs);
        if (step.script !== undefined) this.#calls.learn(job, step.script);
        this.#asks.ask(process, apiKey, keyName(step.key), messageOf(step));
        return;
      }
      default:
        this.#asks.ask(process, apiKey, keyName(step.key), messageOf(step));
    }
  }

  #handled(seen: { kind: string; id: string; message: unknown; outcome: 'done' | 'failed' }): void {
    const { kind, id, message, outcome } = seen;
    const ask = this.#asks.get(message);
    const now = this.#steadyMs();
    const about = `${(message as { type: string }).type} to ${id}`;
    if (kind === 'video_job') this.#judgeTime(id, message as VideoJobMessage, ask, outcome, now);
    const handled = this.#layers.turn(about, outcome, (books) =>
      this.#naively(books, kind, id, message, now),
    );
    if (ask === undefined) {
      this.#record.trace('handled', { about, outcome, says: handled?.says });
      return;
    }
    ask.says = handled?.says;
    ask.failures = this.#layers.failures;
    ask.restsOn = this.#layers.restsOn;
  }

  #naively(books: NaiveBooks, kind: string, id: string, message: unknown, now: number): Handled {
    const { committed } = this.#layers;
    switch (kind) {
      case 'api_key':
        return books.toKey(id, message as ApiKeyMessage, now, committed);
      case 'video_job':
        return books.toJob(id, message as VideoJobMessage, now, this.#asks.get(message) === undefined);
      case 'management_key': {
        const { key, idempotency } = message as Extract<ManagementKeyMessage, { type: 'create_api_key' }>;
        return books.createKey(id, key, idempotency, now, committed);
      }
      default:
        return { says: undefined, writes: true, wishes: [] };
    }
  }

  /** What comes by itself does not come too early; where nothing fails, a job has not ended too late. */
  #judgeTime(id: string, message: VideoJobMessage, ask: Ask | undefined, outcome: string, now: number): void {
    if (ask !== undefined || outcome !== 'done') return;
    const deadline = this.#deadlines.get(id);
    const { setup, faults } = this.#history;
    const keptUntil = this.#layers.committed.jobs.get(id)?.keptUntil;
    const dueAt = message.type === 'deadline' ? deadline : message.type === 'remove' ? keptUntil : undefined;
    if (dueAt !== undefined && now < dueAt)
      this.#record.broke('settles', `${message.type} of ${id} came ${dueAt - now} ms too early`);
    if (message.type !== 'remove' || !setup.hasProviders || faults !== 'none') return;
    if (keptUntil === undefined || deadline === undefined) return;
    const lateMs = keptUntil - setup.retentionMs - deadline;
    if (lateMs > SETTLES_WITHIN_MS)
      this.#record.broke('settles', `${id} ended ${lateMs} ms after its deadline`);
  }

  #left(effect: Effect): void {
    this.#layers.left(effect);
    this.#record.trace('left', {
      effect: effect.type,
      job: 'ticket' in effect ? effect.ticket.jobId : effect.jobId,
    });
  }

  #storage(state: 'refusing' | 'taking'): void {
    this.#layers.storage(state);
    this.#record.trace(`disk_${state}`);
  }

  #read({ actors }: ActorsProcess): void {
    const { committed } = this.#layers;
    for (const id of committed.keys.keys()) {
      const key = actors.system.view(actors.apiKey, id);
      const seen = key === undefined ? 'none' : replyText({ outcome: 'key', key });
      if (seen !== `key ${committed.figures(id)}`)
        this.#record.broke('read', `${id}: ${seen}, where it had to be ${committed.figures(id)}`);
    }
    for (const id of this.#deadlines.keys()) {
      const seen = replyText(actors.system.view(actors.videoJob, id));
      const expected = committed.jobs.has(id) ? committed.standing(id) : 'no_job';
      if (seen !== expected) this.#record.broke('read', `${id}: ${seen}, where it had to be ${expected}`);
    }
    this.#judgeBooks(actors.system.records);
  }

  #judgeBooks(store: Parameters<typeof bookErrors>[0]): void {
    const isDeadlineSaid = !this.#history.setup.hasProviders;
    for (const error of bookErrors(store, isDeadlineSaid)) this.#record.broke('books', error);
  }

  async #setUp(): Promise<void> {
    const process = this.#lives.process;
    if (process === undefined) throw new Error('the first start did not come');
    const { system, account, managementKey } = process.actors;
    for (const number of [0, 1] as const) {
      system.ask(account, accountName(number), {
        type: 'create',
        name: accountName(number),
        isVerified: true,
        createdAt: 0,
        managementKey: { id: `mkey_${number}`, role: 'operator', credentialHash: `hash-of-mkey-${number}` },
      });
    }
    for (const [key, { account: of, creditsMicroDa }] of this.#history.setup.keys.entries())
      this.#asks.ask(
        process,
        managementKey,
        `mkey_${of}`,
        creationOf({ key, account: of, creditsMicroDa }, this.#world.wallMs()),
      );
    await this.#world.advance(2 * this.#history.setup.commitMs + 1);
  }

  async #end(): Promise<void> {
    await this.#mend();
    await this.#judgeRest();
    await this.#judgeWatching();
    const { steps, setup } = this.#history;
    const longest = steps.reduce(
      (most, step) => (step.do === 'submit' ? Math.max(most, step.deadlineAfterMs) : most),
      0,
    );
    await this.#world.advance(longest + SETTLES_WITHIN_MS);
    if (!setup.hasProviders) await this.#answerLastCalls();
    for (const [id, job] of this.#layers.committed.jobs)
      if (!hasEnded(job.life))
        this.#record.broke('settles', `${id} has not ended: ${this.#layers.committed.standing(id)}`);
    for (const [id, key] of this.#layers.committed.keys)
      if (key.reserved !== 0 || key.open !== 0)
        this.#record.broke('settles', `${id} still holds ${key.reserved} for ${key.open} jobs`);
    await this.#judgeRest();
    await this.#world.advance(Math.max(setup.retentionMs, setup.idempotencyMs) + 2 * SWEEPS_EVERY_MS);
    for (const table of [
      'jobs',
      'job_inputs',
      'key_jobs',
      'unfinished',
      'idempotency',
      'expiry',
      'reminders',
    ] as const)
      for (const { key } of this.#lives.store.range(table, {}))
        this.#record.broke('retention', `${table} ${key} was not forgotten`);
    await this.#judgeRest();
  }

  /** The disk mends, and a process runs. */
  async #mend(): Promise<void> {
    // Of two batches, each may have met a fault that makes it hang.
    for (let batch = 0; batch < 2; batch++) {
      this.#lives.mend();
      await this.#world.advance(QUIET_MS);
    }
    if (this.#lives.process === undefined) await this.#world.advance(MINUTE_MS);
    if (this.#lives.process === undefined)
      this.#record.broke('starts', 'no process runs, though nothing stands in its way');
  }

  /** Where providers answer, every job that they have is asked for again and again. */
  async #judgeWatching(): Promise<void> {
    const open = [...this.#layers.committed.jobs].filter(([, { life }]) => !hasEnded(life));
    const [only] = open;
    if (
      only !== undefined &&
      open.length === 1 &&
      only[1].life.stage === 'sending' &&
      this.#history.setup.hasProviders
    )
      await this.#judgeSending(only[0]);
    const before = this.#calls.polls(open.map(([id]) => id));
    if (before === undefined || open.some(([, { life }]) => life.stage === 'sending' || life.isLastCall))
      return;
    await this.#world.advance(WATCHED_EVERY_MS);
    const after = this.#calls.polls(before.keys());
    for (const [id, polls] of before) {
      const life = this.#layers.committed.jobs.get(id)?.life;
      if (life === undefined || hasEnded(life) || life.isLastCall) continue;
      this.#record.count('watched');
      if (after?.get(id) === polls)
        this.#record.broke('watched', `${id} was not asked for in ${WATCHED_EVERY_MS} ms`);
    }
  }

  /** A job alone that was not taken yet is submitted again, or hears what became of it. */
  async #judgeSending(id: string): Promise<void> {
    const [submits, job] = [this.#calls.submits(id), this.#layers.committed.jobs.get(id)];
    await this.#world.advance(WATCHED_EVERY_MS);
    this.#record.count('watched_sending');
    if (this.#calls.submits(id) === submits && this.#layers.committed.jobs.get(id) === job)
      this.#record.broke('watched', `nothing came of the submit of ${id} in ${WATCHED_EVERY_MS} ms`);
  }

  async #answerLastCalls(): Promise<void> {
    const process = this.#lives.process;
    if (process === undefined) return;
    for (const id of this.#layers.committed.jobs.keys())
      this.#asks.ask(process, process.actors.videoJob, id, messageFor(id, 'last_call_silent', 0));
    await this.#world.advance(2 * this.#history.setup.commitMs + 1);
  }

  async #judgeRest(): Promise<void> {
    // Sweeps come at any time: what one began may take two commits.
    for (let commit = 0; commit < 2 && this.#layers.isPending; commit++)
      await this.#world.advance(this.#history.setup.commitMs + 1);
    this.#asks.judgeNoneLeft();
    this.#layers.judgeNothingPending();
    this.#layers.judgeDisk(this.#lives.store, this.#steadyMs());
    this.#judgeBooks(this.#lives.store);
    const process = this.#lives.process;
    if (process !== undefined) this.#read(process);
  }
}
