/**
 * Ends the process if a run holds its only thread and never lets go: nothing on that thread could. A
 * thread of its own looks on, says which run it was, and kills the process.
 */
import { startThread } from '../../src/packaged/program.js';
import { FAULT_LEVELS, type History } from '../model.js';

/** The memory that both threads see. */
export interface WatchdogMemory {
  /** Counts beginnings and ends of runs, so it is odd while one is under way; and a place to sleep on. */
  readonly beat: Int32Array<SharedArrayBuffer>;
  /** Seed of the run, and the place of its level in `FAULT_LEVELS`. */
  readonly run: Float64Array<SharedArrayBuffer>;
  readonly model: string;
  readonly runMsMax: number;
}

export class Watchdog {
  readonly #memory: WatchdogMemory;

  constructor(model: string, runMsMax: number) {
    const beat = new Int32Array(new SharedArrayBuffer(8));
    const run = new Float64Array(new SharedArrayBuffer(16));
    this.#memory = { beat, run, model, runMsMax };
    const thread = startThread('watchdog-thread', import.meta.url, {
      workerData: this.#memory,
      execArgv: [],
    });
    thread.unref();
  }

  begin({ seed, faults }: History): void {
    const { run, beat } = this.#memory;
    run[0] = seed;
    run[1] = FAULT_LEVELS.indexOf(faults);
    Atomics.add(beat, 0, 1);
  }

  end(): void {
    Atomics.add(this.#memory.beat, 0, 1);
  }
}
