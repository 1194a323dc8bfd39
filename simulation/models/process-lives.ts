/**
 * One process after the other on one disk and one machine, in virtual time: starts, crashes, and stops in
 * order.
 *
 * Invariants
 *  1. At most one process lives. The acts of a dead one reach neither the disk nor the model.
 *  2. Steady time goes on from one process to the next by the arithmetic of a real start
 *     (`steady-anchor.ts`), over a monotonic clock that a reboot begins anew.
 *  3. A crash falls between two tasks of the process, or before or after a commit takes effect or a call
 *     leaves.
 *  4. A new process meets a disk without faults, save those that a step brings while it starts.
 */
import {
  anchorAt,
  anchorWrite,
  type ClockReading,
  continueSteady,
  readAnchor,
} from '../../src/node/clock/steady-anchor.js';
import { type CommitFault, MemoryStore } from '../../src/store/memory/memory-store.js';
import type { Write } from '../../src/store/store.js';
import type { CrashStep, FaultStep, Occasion } from '../history/process-faults.js';
import { MortalWorld } from '../world/mortal-world.js';
import type { RunRecord } from '../world/run-record.js';
import type { VirtualWorld } from '../world/virtual-world.js';

/** The means of a start. */
export interface Life {
  readonly world: MortalWorld;
  readonly store: MemoryStore;
  /** The present moment on all clocks, to be written along with the windows. */
  readonly anchor: () => Write;
}

export interface LivesHost<Process> {
  /** The process comes to life on what the disk holds. */
  start(life: Life): Process;
  /** Resolves when everything that the process was to do is done. */
  stop(process: Process): Promise<void>;
  /** The process is gone, and the disk is what the next one will find. */
  ended?(store: MemoryStore, how: 'crashed' | 'stopped'): void;
  /** A process is about to start on what `store` holds, in run number `boot` of the machine. */
  starting?(store: MemoryStore, boot: number): void;
  /** An anchor was made, which stands for the present moment. */
  anchored?(text: string): void;
  /** A commit begins; it will meet `fault`. */
  commitBegins?(fault: CommitFault): void;
}

export interface LivesOptions<Process> {
  readonly world: VirtualWorld;
  readonly record: RunRecord;
  readonly host: LivesHost<Process>;
  /** How long the next commit takes, in ms. */
  readonly commitMs: () => number;
}

/** A process that was told to stop is killed after this long. */
const KILLED_AFTER_MS = 30_000;
/** By then a process that was killed in the end has started again. */
const STARTED_WITHIN_MS = 60_000;
/** A start that the disk did not let happen is tried again. */
const START_AGAIN_AFTER_MS = 1_000;

export class ProcessLives<Process> {
  store: MemoryStore;
  readonly #options: LivesOptions<Process>;
  readonly #faults: CommitFault[] = [];
  #life: MortalWorld | undefined;
  #process: Process | undefined;
  #armed: { readonly step: CrashStep; left: number } | undefined;
  #boot = 1;
  #bootedAtMs = 0;

  constructor(options: LivesOptions<Process>) {
    this.#options = options;
    this.store = new MemoryStore({
      faults: { next: () => this.#nextFault() },
      schedule: (task) => this.#complete(task),
    });
  }

  /** The process that runs and takes work; undefined while there is none. */
  get process(): Process | undefined {
    return this.#process;
  }

  start(): void {
    const { world, record, host } = this.#options;
    host.starting?.(this.store, this.#boot);
    const offsetMs = continueSteady(readAnchor(this.store), this.#clocks());
    const life = new MortalWorld(world, {
      steadyOffsetMs: offsetMs - this.#bootedAtMs,
      onWake: () => this.occasion('event'),
    });
    this.#life = life;
    const { store } = this;
    const anchor = (): Write => {
      const write = anchorWrite(anchorAt(this.#clocks(), offsetMs));
      if (life.isAlive) host.anchored?.(write.value);
      return write;
    };
    store.commit([anchor()]).then(
      () => {
        if (!life.isAlive) return;
        this.#process = host.start({ world: life, store, anchor });
        record.trace('started');
        record.count('starts');
      },
      () => {
        if (!life.isAlive) return;
        record.trace('start_failed');
        this.#end(START_AGAIN_AFTER_MS, 'lost', false);
      },
    );
  }

  /** Does what a step of a history says. */
  take(step: FaultStep): void {
    const { world, record } = this.#options;
    switch (step.do) {
      case 'disk':
        for (let commit = 0; commit < step.commits; commit++) this.#faults.push(step.fault);
        return;
      case 'release_disk':
        this.store.releaseHung();
        return;
      case 'step_wall':
        world.stepWall(step.ms);
        return;
      case 'crash':
        if (step.on === 'now') this.#crash(step);
        else this.#armed = { step, left: step.nth };
        return;
      case 'restart':
        record.count('restarts');
        void this.stop(step.downMs);
        return;
    }
  }

  /** Stops in order, and starts again after `downMs`; nothing if no process runs. */
  async stop(downMs: number): Promise<void> {
    const [life, process] = [this.#life, this.#process];
    if (life === undefined || process === undefined) return;
    const { world, host, record } = this.#options;
    this.#process = undefined;
    record.trace('stopping');
    const cancelKill = world.after(KILLED_AFTER_MS, () => {
      if (this.#life !== life) return;
      record.trace('killed');
      this.#end(downMs, 'lost', false);
    });
    await host.stop(process);
    cancelKill();
    if (this.#life !== life) return;
    record.trace('stopped');
    this.#end(downMs, 'kept', false, 'stopped');
  }

  /**
   * The disk does its work from now on, nothing is to happen any more, and a process has had time to start.
   *
   * @param quietMs the longest wait before whatever the disk refused is tried again
   */
  async mend(quietMs: number): Promise<void> {
    const { world } = this.#options;
    // Of two batches, each may have met a fault that makes it hang.
    for (let batch = 0; batch < 2; batch++) {
      this.#faults.length = 0;
      this.#armed = undefined;
      this.store.releaseHung();
      await world.advance(quietMs);
    }
    // A process that was told to stop while nothing could be written is killed in the end; another starts.
    if (this.#process === undefined) await world.advance(STARTED_WITHIN_MS);
  }

  /** Something is about to leave the process, which may end here. */
  occasion(on: Occasion, deliver: () => void = () => {}): void {
    const armed = this.#armed;
    if (armed === undefined || armed.step.on !== on || --armed.left > 0) {
      deliver();
      return;
    }
    if (armed.step.side === 'after') deliver();
    this.#crash(armed.step);
  }

  #crash(step: CrashStep): void {
    const { record, world } = this.#options;
    this.#armed = undefined;
    if (this.#life === undefined) return;
    record.trace('crashed', { on: step.on, undecided: step.undecided, reboot: step.reboot });
    record.count('crashes');
    this.#end(step.downMs, step.undecided, step.reboot);
    if (!step.reboot) return;
    this.#boot += 1;
    this.#bootedAtMs = world.steadyMs();
  }

  #end(downMs: number, undecided: 'lost' | 'kept', isReboot: boolean, how?: 'stopped'): void {
    const { world, host } = this.#options;
    this.#life?.end();
    this.#life = undefined;
    this.#process = undefined;
    this.#faults.length = 0;
    this.store = this.store.crash(undecided);
    host.ended?.(this.store, how ?? 'crashed');
    world.after(isReboot ? downMs + 1 : downMs, () => this.start());
  }

  #nextFault(): CommitFault {
    const fault = this.#faults.shift() ?? 'none';
    this.#options.host.commitBegins?.(fault);
    if (fault !== 'none') {
      this.#options.record.trace('disk_failed', { fault });
      this.#options.record.count(`disk_${fault}`);
    }
    return fault;
  }

  #complete(task: () => void): void {
    const life = this.#life;
    const done = () => {
      if (life === this.#life) this.occasion('commit', task);
    };
    const ms = this.#options.commitMs();
    if (ms === 0) queueMicrotask(done);
    else this.#options.world.after(ms, done);
  }

  #clocks(): ClockReading {
    const { world } = this.#options;
    return {
      bootId: `boot-${this.#boot}`,
      monotonicMs: world.steadyMs() - this.#bootedAtMs,
      wallMs: world.wallMs(),
    };
  }
}
