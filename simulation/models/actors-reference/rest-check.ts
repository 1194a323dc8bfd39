/**
 * The end of a history: the disk mends, what is open comes to its end, and nothing stays that is to be
 * forgotten.
 */

import type { RunRecord } from '../../world/run-record.js';
import type { VirtualWorld } from '../../world/virtual-world.js';
import type { ProcessLives } from '../process-lives.js';
import { type ActorsHistory, messageFor } from './actors-history.js';
import type { ActorsProcess } from './actors-process.js';
import type { Asks } from './asks.js';
import type { CommittedReads } from './committed-reads.js';
import { hasEnded, isOnItsWay } from './job-life.js';
import type { Layers } from './layers.js';
import type { ScriptedCalls } from './scripted-calls.js';

/** Gates that refuse try again every two seconds, dispatchers and starts every five, at the longest. */
const QUIET_MS = 12_000;
/** A final poll waits, is asked, and its answer is brought again if the disk fails. */
export const SETTLES_WITHIN_MS = 40_000;
const SWEEPS_EVERY_MS = 10_000;
/** A poll every 20 s, after a breaker's longest cool-down of 36 s, and one call of 10 s that hung. */
const WATCHED_EVERY_MS = 80_000;

export interface RestCheckParts {
  readonly history: ActorsHistory;
  readonly world: VirtualWorld;
  readonly record: RunRecord;
  readonly lives: ProcessLives<ActorsProcess>;
  readonly layers: Layers;
  readonly calls: ScriptedCalls;
  readonly asks: Asks;
  readonly reads: CommittedReads;
  readonly steadyMs: () => number;
}

export class RestCheck {
  readonly #run: RestCheckParts;

  constructor(run: RestCheckParts) {
    this.#run = run;
  }

  async check(): Promise<void> {
    await this.#mend();
    await this.#checkRest();
    await this.#checkWatching();
    const { steps, setup } = this.#run.history;
    const longest = steps.reduce(
      (most, step) => (step.do === 'submit' ? Math.max(most, step.deadlineAfterMs) : most),
      0,
    );
    await this.#run.world.advance(longest + SETTLES_WITHIN_MS);
    if (!setup.hasProviders) await this.#answerFinalPolls();
    for (const [id, job] of this.#run.layers.committed.jobs)
      if (!hasEnded(job.life))
        this.#run.record.broke('settles', `${id} has not ended: ${this.#run.layers.committed.standing(id)}`);
    for (const [id, key] of this.#run.layers.committed.keys)
      if (key.reserved !== 0 || key.open !== 0)
        this.#run.record.broke('settles', `${id} still holds ${key.reserved} for ${key.open} jobs`);
    await this.#checkRest();
    await this.#run.world.advance(Math.max(setup.retentionMs, setup.idempotencyMs) + 2 * SWEEPS_EVERY_MS);
    for (const table of [
      'jobs',
      'job_inputs',
      'key_jobs',
      'unfinished',
      'idempotency',
      'expiry',
      'reminders',
    ] as const)
      for (const { key } of this.#run.lives.store.range(table, {}))
        this.#run.record.broke('retention', `${table} ${key} was not forgotten`);
    await this.#checkRest();
  }

  /** The disk mends, and a process runs. */
  async #mend(): Promise<void> {
    await this.#run.lives.mend(QUIET_MS);
    if (this.#run.lives.process === undefined)
      this.#run.record.broke('starts', 'no process runs, though nothing stands in its way');
  }

  /** If providers answer, each of their jobs is polled again and again. */
  async #checkWatching(): Promise<void> {
    const open = [...this.#run.layers.committed.jobs].filter(([, { life }]) => !hasEnded(life));
    const [only] = open;
    if (
      only !== undefined &&
      open.length === 1 &&
      isOnItsWay(only[1].life) &&
      this.#run.history.setup.hasProviders
    )
      await this.#checkSending(only[0]);
    const before = this.#run.calls.polls(open.map(([id]) => id));
    if (before === undefined || open.some(([, { life }]) => isOnItsWay(life) || life.isFinalPoll)) return;
    await this.#run.world.advance(WATCHED_EVERY_MS);
    const after = this.#run.calls.polls(before.keys());
    for (const [id, polls] of before) {
      const life = this.#run.layers.committed.jobs.get(id)?.life;
      if (life === undefined || hasEnded(life) || life.isFinalPoll) continue;
      this.#run.record.count('watched');
      if (after?.get(id) === polls)
        this.#run.record.broke('watched', `${id} was not asked for in ${WATCHED_EVERY_MS} ms`);
    }
  }

  /** A job alone that was not taken yet is submitted again, or hears what became of it. */
  async #checkSending(id: string): Promise<void> {
    const [submits, job] = [this.#run.calls.submits(id), this.#run.layers.committed.jobs.get(id)];
    await this.#run.world.advance(WATCHED_EVERY_MS);
    this.#run.record.count('watched_sending');
    if (this.#run.calls.submits(id) === submits && this.#run.layers.committed.jobs.get(id) === job)
      this.#run.record.broke('watched', `nothing came of the submit of ${id} in ${WATCHED_EVERY_MS} ms`);
  }

  async #answerFinalPolls(): Promise<void> {
    const process = this.#run.lives.process;
    if (process === undefined) return;
    for (const id of this.#run.layers.committed.jobs.keys())
      this.#run.asks.ask(process, process.actors.videoJob, id, messageFor(id, 'last_call_silent', 0));
    await this.#run.world.advance(2 * this.#run.history.setup.commitMs + 1);
  }

  async #checkRest(): Promise<void> {
    // Sweeps come at any time: what one began may take two commits.
    for (let commit = 0; commit < 2 && this.#run.layers.isPending; commit++)
      await this.#run.world.advance(this.#run.history.setup.commitMs + 1);
    this.#run.asks.checkNoneLeft();
    this.#run.layers.checkNothingPending();
    this.#run.layers.checkDisk(this.#run.lives.store, this.#run.steadyMs());
    this.#run.reads.checkBooks(this.#run.lives.store);
    const process = this.#run.lives.process;
    if (process !== undefined) this.#run.reads.check(process);
  }
}
