/**
 * One history of keys and jobs, run: the actors of a node against naive books that hear the same messages in
 * the same order.
 *
 * Rules
 *  - `reply`: each answer is what the naive books answer; a refusal has a reason; each message has one
 *    outcome.
 *  - `read`: what is read is what is committed.
 *  - `disk`, `books`: a disk found after a crash or stop is one commit's state, whole, and adds up.
 *  - `effects`: exactly what the naive jobs' effects leave, in their order, and only once it is committed.
 *  - `settles`: every job ends by its deadline and a little more, once; what was kept is forgotten in time.
 *  - `watched`: what a provider makes is asked for again and again, also after restarts.
 *  - those of `scripted-calls.ts`, if there are providers.
 */

import type { Effect } from '../../../src/actors/jobs/effects.js';
import type { VideoJobMessage } from '../../../src/actors/jobs/video-job-messages.js';
import type { ApiKeyMessage } from '../../../src/actors/keys/api-key-messages.js';
import type { MemoryStore } from '../../../src/store/memory/memory-store.js';
import { isFaultStep } from '../../history/process-faults.js';
import type { Outcome, Watch } from '../../model.js';
import { RunRecord } from '../../world/run-record.js';
import { takeInTime } from '../../world/step-times.js';
import { VirtualWorld } from '../../world/virtual-world.js';
import { type Life, type LivesHost, ProcessLives } from '../process-lives.js';
import {
  type ActorsHistory,
  type ActorsStep,
  accountName,
  jobName,
  keyName,
  messageFor,
} from './actors-history.js';
import { accountCreationOf, creationOf, messageOf, submitOf } from './actors-messages.js';
import { ActorsProcess } from './actors-process.js';
import { Asks } from './asks.js';
import { CommittedReads } from './committed-reads.js';
import type { Handled } from './handled.js';
import { Layers } from './layers.js';
import type { NaiveBooks } from './naive-books.js';
import { RestCheck } from './rest-check.js';
import { ScriptedCalls } from './scripted-calls.js';
import { TimeCheck } from './time-check.js';

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
  readonly #reads: CommittedReads;
  readonly #rest: RestCheck;
  readonly #times: TimeCheck;
  #steadyOffset = 0;

  constructor(history: ActorsHistory, watch: Watch, options: ActorsRunOptions = {}) {
    const { setup } = history;
    this.#history = history;
    this.#watch = watch;
    this.#options = options;
    this.#world = new VirtualWorld({ seed: history.seed });
    this.#record = new RunRecord(this.#world, watch);
    const { idempotencyMs: idempotencyKeptMs, retentionMs: jobsKeptMs } = setup;
    this.#layers = new Layers({ ...setup, idempotencyKeptMs, jobsKeptMs }, this.#record);
    this.#asks = new Asks(this.#record, this.#layers);
    this.#times = new TimeCheck(history, this.#layers, this.#record);
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
    this.#reads = new CommittedReads(this.#layers, this.#record, () => this.#times.jobs, !setup.hasProviders);
    this.#rest = new RestCheck({
      history,
      world: this.#world,
      record: this.#record,
      lives: this.#lives,
      layers: this.#layers,
      calls: this.#calls,
      asks: this.#asks,
      reads: this.#reads,
      steadyMs: () => this.#steadyMs(),
    });
  }

  async play(): Promise<Outcome> {
    this.#lives.start();
    await this.#world.advance(this.#history.setup.commitMs);
    await this.#setUp();
    await takeInTime(this.#world, this.#history.steps, (step) => this.#take(step));
    await this.#rest.check();
    return this.#record.outcome();
  }

  start(life: Life): ActorsProcess {
    this.#steadyOffset = life.world.steadyMs() - this.#world.steadyMs();
    this.#times.disturbed(this.#steadyMs());
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
    this.#reads.checkBooks(store);
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
    const { apiKey, videoJob } = process.actors;
    this.#record.count(step.do);
    switch (step.do) {
      case 'create_key':
        this.#create(process, step);
        return;
      case 'report': {
        const job = jobName(step.job);
        this.#asks.ask(process, videoJob, job, messageFor(job, step.says, step.outputMs));
        return;
      }
      case 'read':
        this.#reads.check(process);
        return;
      case 'submit': {
        const job = jobName(step.id);
        this.#times.learn(job, this.#steadyMs() + step.deadlineAfterMs);
        if (step.script !== undefined) this.#calls.learn(job, step.script);
        this.#asks.ask(process, videoJob, job, submitOf(step), `submit to ${keyName(step.key)}`);
        return;
      }
      default:
        this.#asks.ask(process, apiKey, keyName(step.key), messageOf(step));
    }
  }

  #create(process: ActorsProcess, step: Parameters<typeof creationOf>[0]): void {
    const message = creationOf(step, this.#world.wallMs());
    const about = `create_api_key to mkey_${step.account}`;
    this.#asks.ask(process, process.actors.apiKey, keyName(step.key), message, about);
  }

  #handled(seen: { kind: string; id: string; message: unknown; outcome: 'done' | 'failed' }): void {
    const { kind, id, message, outcome } = seen;
    const ask = this.#asks.get(message);
    const now = this.#steadyMs();
    const about = `${(message as { type: string }).type} to ${id}`;
    if (kind === 'video_job' && ask === undefined && outcome === 'done')
      this.#times.check(id, message as VideoJobMessage, now);
    const handled = this.#layers.turn(about, outcome, (books) =>
      this.#naively(books, kind, id, message, now),
    );
    if (handled !== undefined) this.#times.heard(message as { type: string }, handled, now);
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
      case 'video_job': {
        const isReminder = this.#asks.get(message) === undefined;
        return books.toJob(id, message as VideoJobMessage, now, isReminder, committed);
      }
      default:
        return { says: undefined, writes: true, effects: [] };
    }
  }

  #left(effect: Effect): void {
    this.#layers.left(effect);
    this.#record.trace('left', {
      effect: effect.type,
      job: 'ticket' in effect ? effect.ticket.jobId : effect.jobId,
    });
  }

  #storage(state: 'refusing' | 'taking'): void {
    this.#times.disturbed(this.#steadyMs());
    this.#layers.storage(state);
    this.#record.trace(`disk_${state}`);
  }

  async #setUp(): Promise<void> {
    const process = this.#lives.process;
    if (process === undefined) throw new Error('the first start did not come');
    const { system, account } = process.actors;
    for (const number of [0, 1] as const) system.ask(account, accountName(number), accountCreationOf(number));
    for (const [key, { account: of, creditsMicroDa }] of this.#history.setup.keys.entries())
      this.#create(process, { key, account: of, creditsMicroDa });
    await this.#world.advance(2 * this.#history.setup.commitMs + 1);
  }
}
