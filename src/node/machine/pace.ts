/**
 * Holds work back while others wait for a core: for work beside a node that serves.
 *
 * A low priority alone (`low-priority.ts`) does not do that. Linux weighs priorities within a session or a
 * control group only, and gives each of these the same share if they want the same core: what cron, a
 * timer or another terminal started gets as much of it as the node does, whatever its priority.
 *
 * That others want the core is seen by this thread's own waits for one: if two want it, each waits while
 * the other runs. Waits behind threads of its own process, those that collect garbage, are none of others. So
 * work is either *free*, or *held back*: it is held back for a while when it had to wait, and for twice as
 * long each time that it has to wait again soon. If a core is free, it waits for none.
 *
 * Invariants
 *  1. Held back, it works for a slice at a time, and takes its share of the time at most.
 *  2. Free, it goes on for as long as it does not wait, and for a turn of the kernel's beside somebody who
 *     wants the core.
 *  3. If the system does not tell of waits, it is held back always.
 */
import { openSync, readSync } from 'node:fs';

/** Work goes on for so long before it is looked at. */
const SLICE_MS = 2;
/** The most that counts as work of a slice: the rest was a slow disk, or the process was stopped. */
const WORK_MS_MAX = 20;
/** Shorter waits tell of interrupts and of the system's own threads. */
const WAITED_MS_MIN = 1;
/** Of the time since work is free: others that want less of a core than this are served as well beside it. */
const WAITED_SHARE_MIN = 0.1;
const HELD_BACK_MS_MIN = 25;
const HELD_BACK_MS_MAX = 2_000;
/** After so long without a wait nobody wants the core any more. */
const FREE_MS = 50;

export interface PaceEnvironment {
  /** Monotonic milliseconds. */
  nowMs(): number;
  /** CPU time of all threads of this process, in ms. */
  cpuMs(): number;
  /**
   * How long this thread has waited for a core since it began, in ms; undefined if the system does not tell.
   */
  waitedMs(): number | undefined;
  /** Stands still. */
  sleep(ms: number): void;
}

export class Pace {
  /** Of one core. */
  readonly share: number;
  readonly #environment: PaceEnvironment;
  /** The slice under way: when it began, and what the thread had waited by then. */
  #sliceAtMs: number;
  #cpuByThenMs: number;
  #waitedByThenMs: number | undefined;
  #heldBackUntilMs: number;
  #heldBackMs = HELD_BACK_MS_MIN;
  #restedMs = 0;
  /** Since work is free. */
  #waitedMs = 0;

  /** @param share of one core, above 0; at 1 nothing is held back */
  constructor(share: number, environment: PaceEnvironment = kernelEnvironment()) {
    this.share = share;
    this.#environment = environment;
    this.#sliceAtMs = this.#heldBackUntilMs = environment.nowMs();
    this.#cpuByThenMs = environment.cpuMs();
    this.#waitedByThenMs = environment.waitedMs();
  }

  /** How long it stood still so far. */
  get restedMs(): number {
    return this.#restedMs;
  }

  /** To be called between pieces of work, each shorter than a slice. Stands still where it is time to. */
  step(): void {
    if (this.share >= 1) return;
    const nowMs = this.#environment.nowMs();
    const tookMs = nowMs - this.#sliceAtMs;
    if (tookMs < SLICE_MS) return;
    const waitedMs = this.#waitedForOthersMs(tookMs);
    this.#sliceAtMs = nowMs;
    if (nowMs >= this.#heldBackUntilMs) this.#judge(nowMs, waitedMs);
    if (nowMs >= this.#heldBackUntilMs) return;
    const workedMs = Math.min(tookMs, WORK_MS_MAX);
    const restMs = workedMs / this.share - workedMs;
    this.#environment.sleep(restMs);
    this.#restedMs += restMs;
    this.#sliceAtMs = nowMs + restMs;
  }

  /** In the slice that took so long. */
  #waitedForOthersMs(tookMs: number): number {
    const [cpuBeforeMs, waitedBeforeMs] = [this.#cpuByThenMs, this.#waitedByThenMs];
    this.#cpuByThenMs = this.#environment.cpuMs();
    this.#waitedByThenMs = this.#environment.waitedMs();
    if (this.#waitedByThenMs === undefined) return Number.POSITIVE_INFINITY;
    const waitedMs = this.#waitedByThenMs - (waitedBeforeMs ?? 0);
    return Math.max(0, Math.min(waitedMs, tookMs - (this.#cpuByThenMs - cpuBeforeMs)));
  }

  /** Decides, while work is free, whether it is to be held back. */
  #judge(nowMs: number, waitedMs: number): void {
    this.#waitedMs += waitedMs;
    const freeMs = nowMs - this.#heldBackUntilMs;
    if (this.#waitedMs >= Math.max(WAITED_MS_MIN, freeMs * WAITED_SHARE_MIN)) {
      this.#heldBackUntilMs = nowMs + this.#heldBackMs;
      this.#heldBackMs = Math.min(this.#heldBackMs * 2, HELD_BACK_MS_MAX);
      this.#waitedMs = 0;
    } else if (freeMs >= FREE_MS) {
      this.#heldBackUntilMs = nowMs;
      this.#heldBackMs = HELD_BACK_MS_MIN;
      this.#waitedMs = 0;
    }
  }
}

function kernelEnvironment(): PaceEnvironment {
  const never = new Int32Array(new SharedArrayBuffer(4));
  return {
    nowMs: () => performance.now(),
    cpuMs: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1_000;
    },
    waitedMs: waitsReader(),
    sleep: (ms) => void Atomics.wait(never, 0, 0, ms),
  };
}

/** From the kernel's account of the thread, if it keeps one (CONFIG_SCHED_INFO). */
function waitsReader(): () => number | undefined {
  let descriptor: number;
  try {
    descriptor = openSync('/proc/thread-self/schedstat', 'r');
  } catch {
    return () => undefined;
  }
  const text = Buffer.alloc(80);
  return () => waitedMsIn(text.toString('latin1', 0, readSync(descriptor, text, 0, text.length, 0)));
}

/** @param schedstat the time on a core and the time waited for one, in ns, and a count */
export function waitedMsIn(schedstat: string): number | undefined {
  const ns = /^\d+ (\d+) /.exec(schedstat)?.[1];
  return ns === undefined ? undefined : Number(ns) / 1e6;
}
