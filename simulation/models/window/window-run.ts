/**
 * One history of windows, run: the production parts against a list of times, to the millisecond.
 *
 * Rules
 *  - `verdict`, `remaining`, `reset`, `wait`: each answer of a window is that of the list.
 *  - `obedience`: who is alone and waits exactly as long as it was told is admitted.
 *  - `steady`: a start goes on in steady time as the contract has it.
 *  - `restart`: after a stop in order, a window is what it was; after a crash it is, for all subjects alike,
 *    what the last note on disk said, which with a sound disk is no older than a second.
 */
import type { CommitFault, MemoryStore } from '../../../src/store/memory/memory-store.js';
import { isFaultStep } from '../../history/process-faults.js';
import type { Outcome, Watch } from '../../model.js';
import { RunRecord } from '../../world/run-record.js';
import { takeInTime } from '../../world/step-times.js';
import { VirtualWorld } from '../../world/virtual-world.js';
import { type Life, type LivesHost, ProcessLives } from '../process-lives.js';
import { NaiveWindow } from './naive-window.js';
import type { OneWindow } from './one-window.js';
import { SteadyReference } from './steady-reference.js';
import type { WindowHistory, WindowStep } from './window-history.js';
import { WindowMemory } from './window-memory.js';
import { type NoteObserver, WindowProcess } from './window-process.js';

/** Gates that refuse try again every two seconds at the longest. */
const QUIET_MS = 6_000;

type Request = Extract<WindowStep, { readonly do: 'request' }>;
type Rain = Extract<WindowStep, { readonly do: 'rain' }>;

/** The window that answers; a test may put a broken one in its place. */
export type WindowUnderTest = Pick<OneWindow, 'admit' | 'remaining' | 'waitMs' | 'resetMs'>;

export interface WindowRunOptions {
  readonly broken?: (window: OneWindow) => WindowUnderTest;
}

export async function runWindowHistory(
  history: WindowHistory,
  watch: Watch,
  options: WindowRunOptions = {},
): Promise<Outcome> {
  const run = new WindowRun(history, watch, options);
  return run.play();
}

class WindowRun implements LivesHost<WindowProcess>, NoteObserver {
  readonly #history: WindowHistory;
  readonly #world: VirtualWorld;
  readonly #record: RunRecord;
  readonly #lives: ProcessLives<WindowProcess>;
  readonly #options: WindowRunOptions;
  readonly #limits: number[];
  #windows: NaiveWindow[];
  /** Goes up with whatever may change a window's answers but the passing of time. */
  readonly #changes: number[];
  readonly #steady: SteadyReference;
  readonly #memory: WindowMemory;

  constructor(history: WindowHistory, watch: Watch, options: WindowRunOptions) {
    this.#history = history;
    this.#options = options;
    this.#world = new VirtualWorld({ seed: history.seed });
    this.#record = new RunRecord(this.#world, watch);
    this.#limits = [...history.setup.limits];
    this.#windows = this.#limits.map(() => new NaiveWindow());
    this.#changes = this.#limits.map(() => 0);
    const { commitMs, isNoting } = history.setup;
    this.#steady = new SteadyReference(this.#world, this.#record);
    this.#memory = new WindowMemory({
      world: this.#world,
      record: this.#record,
      steadyMs: () => this.#steady.nowMs,
      nameOf,
      isNoting,
    });
    this.#lives = new ProcessLives({
      world: this.#world,
      record: this.#record,
      host: this,
      commitMs: () => commitMs,
    });
  }

  async play(): Promise<Outcome> {
    this.#lives.start();
    await this.#world.advance(this.#history.setup.commitMs);
    await takeInTime(this.#world, this.#history.steps, (step) => this.#take(step));
    await this.#end();
    return this.#record.outcome();
  }

  starting(store: MemoryStore, boot: number): void {
    this.#steady.starting(store, boot);
  }

  anchored(text: string): void {
    this.#steady.anchored(text);
  }

  start(life: Life): WindowProcess {
    const process = new WindowProcess(life, this.#history.setup, this);
    const now = life.world.steadyMs();
    this.#same('steady', 'a start', now, this.#steady.nowMs);
    const instants = (subject: number) => process.instants(nameOf(subject), now);
    this.#windows = this.#memory.started(this.#windows, instants, now);
    return process;
  }

  stop(process: WindowProcess): Promise<void> {
    this.#memory.stopping();
    return process.stop();
  }

  ended(_: MemoryStore, how: 'crashed' | 'stopped'): void {
    this.#memory.ended(how);
  }

  commitBegins(fault: CommitFault): void {
    if (fault !== 'none') this.#memory.diskFails();
  }

  noting(until: number): void {
    this.#memory.noting(until);
  }

  noted(until: number): void {
    this.#memory.noted(until);
    this.#record.count('notes');
    this.#record.trace('noted', { until });
  }

  storage(state: 'refusing' | 'taking'): void {
    if (state === 'refusing') this.#memory.diskFails();
    else this.#memory.diskWorks();
    this.#record.trace(`disk_${state}`);
  }

  defect(kind: string): void {
    this.#record.broke('defect', `the node reported a defect in ${kind}`);
  }

  #take(step: WindowStep): void {
    if (isFaultStep(step)) {
      this.#lives.take(step);
      return;
    }
    if (step.subject >= this.#limits.length) return;
    const process = this.#lives.process;
    switch (step.do) {
      case 'limit':
        this.#limits[step.subject] = step.rpm;
        this.#changes[step.subject] = (this.#changes[step.subject] ?? 0) + 1;
        return;
      case 'passivate':
        process?.passivate(nameOf(step.subject));
        return;
      case 'rain':
        if (process !== undefined) this.#rain(process, step);
        return;
      case 'request':
        if (process !== undefined) this.#request(process, step);
        return;
    }
  }

  #request(process: WindowProcess, step: Request): void {
    const { subject, times } = step;
    const real = process.windowOf(nameOf(subject));
    const window: WindowUnderTest = this.#options.broken?.(real) ?? real;
    const naive = this.#windows[subject] as NaiveWindow;
    const limit = this.#limits[subject] as number;
    const now = process.life.world.steadyMs();
    let admitted = 0;
    for (let time = 0; time < times; time++) {
      const isAdmitted = window.admit(now, limit);
      if (isAdmitted) {
        process.admitted(real.id);
        admitted += 1;
      }
      const expected = naive.ask(now, limit);
      if (isAdmitted === expected) continue;
      this.#record.broke(
        'verdict',
        `subject ${subject}, request ${time + 1} at ${now}: ${said(isAdmitted)}, and had to be ${said(expected)}; ${naive.told(now)}`,
      );
      break;
    }
    if (admitted > 0) this.#changes[subject] = (this.#changes[subject] ?? 0) + 1;
    const remaining = window.remaining(now, limit);
    const wait = window.waitMs(now, limit);
    const reset = window.resetMs(now, limit);
    const left = naive.remaining(now, limit);
    if (remaining !== left)
      this.#same('remaining', `${nameOf(subject)}, ${naive.told(now)}`, remaining, left);
    this.#same('wait', nameOf(subject), wait, naive.waitMs(now, limit));
    this.#same('reset', nameOf(subject), reset, naive.resetMs(now, limit));
    this.#record.trace('asked', { subject, times, admitted, remaining, wait, reset });
    this.#record.count('requests', times);
    this.#record.count('admitted', admitted);
    if (step.obeys && admitted < times) this.#askAgainAfter(process, wait, step);
  }

  #rain(process: WindowProcess, { id, at, subject, count, everyMs }: Rain): void {
    const drop = (left: number) => {
      if (this.#lives.process !== process) return;
      this.#request(process, { id, at, do: 'request', subject, times: 1, obeys: false });
      if (left > 1) this.#world.after(everyMs, () => drop(left - 1));
    };
    drop(count);
  }

  #askAgainAfter(process: WindowProcess, waitMs: number, { id, at, subject }: Request): void {
    const changes = this.#changes[subject];
    this.#world.after(waitMs, () => {
      if (this.#lives.process !== process) return;
      const isAlone = this.#changes[subject] === changes;
      this.#request(process, { id, at, do: 'request', subject, times: 1, obeys: false });
      this.#record.count('obeyed');
      if (isAlone && this.#changes[subject] === changes)
        this.#record.broke(
          'obedience',
          `subject ${subject} waited the ${waitMs} ms it was told and was refused`,
        );
    });
  }

  #same(invariant: string, of: string, seen: number, expected: number): void {
    if (seen !== expected) this.#record.broke(invariant, `${of}: ${seen}, and had to be ${expected}`);
  }

  async #end(): Promise<void> {
    await this.#lives.mend(QUIET_MS);
    const process = this.#lives.process;
    if (process !== undefined) void this.#lives.stop(1);
    await this.#world.advance(QUIET_MS);
    if (this.#lives.process === undefined || this.#lives.process === process)
      this.#record.broke('starts', 'no process runs, though nothing stands in its way');
  }
}

function nameOf(subject: number): string {
  return `api_key/${subject}`;
}

function said(isAdmitted: boolean): string {
  return isAdmitted ? 'admitted' : 'refused';
}
