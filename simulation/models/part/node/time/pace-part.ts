/** Work beside a node that serves, held back while others wait for a core: its slices, and where it rests. */
import { Pace, waitedMsIn } from '../../../../../src/node/machine/pace.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';

interface PaceLimits {
  readonly share: number;
  /** Whether the system tells how long a thread waits. */
  readonly isTold: boolean;
}

/** A piece of work: its time on the core, its waits for it, and the part of these behind its own threads. */
interface PaceAct {
  readonly do: 'work';
  readonly workMs: number;
  readonly waitMs: number;
  readonly ownMs: number;
  readonly times: number;
}

const [SLICE_MS, LONGEST_MS, FREE_MS] = [2, 20, 50];
const [FIRST_HELD_MS, LAST_HELD_MS] = [25, 2_000];

export function pacePart(): Part<PaceLimits, PaceAct> {
  return {
    name: 'pace',
    limits: (random) => ({
      share: random.pick([0.1, 0.25, 0.5, 0.5, 1]),
      isTold: random.chance(0.85),
    }),
    act: (random) => {
      const waitMs = random.pick([0, 0, 0, 0.25, 0.5, 1, 3, 12]);
      return {
        do: 'work',
        workMs: random.pick([0.5, 1, 2, 4, 20, 24, 60]),
        waitMs,
        ownMs: random.pick([0, 0, waitMs / 2, waitMs]),
        times: random.pick([1, 1, 3, 10, 30]),
      };
    },
    pauseMs: () => 0,
    begin: (trial, limits) => new PaceCourse(trial, limits),
  };
}

class PaceCourse implements Course<PaceAct> {
  readonly #trial: Trial;
  readonly #limits: PaceLimits;
  readonly #pace: Pace;
  readonly #rests: number[] = [];
  #nowMs = 1_000;
  #cpuMs = 500;
  #waitedMs = 250;
  /** The slice under way. */
  #since = { tookMs: 0, othersMs: 0 };
  /** Waits of each slice since work is free, and when that began. */
  #waits: number[] = [];
  #freeSince = 1_000;
  #nextHeldMs = FIRST_HELD_MS;
  #restedMs = 0;

  constructor(trial: Trial, limits: PaceLimits) {
    this.#trial = trial;
    this.#limits = limits;
    this.#pace = new Pace(limits.share, {
      nowMs: () => this.#nowMs,
      cpuMs: () => this.#cpuMs,
      waitedMs: () => (limits.isTold ? this.#waitedMs : undefined),
      sleep: (ms) => {
        this.#rests.push(ms);
        this.#nowMs += ms;
      },
    });
  }

  take({ workMs, waitMs, ownMs, times }: PaceAct): void {
    for (let n = 0; n < times; n++) {
      this.#nowMs += workMs + waitMs;
      this.#waitedMs += waitMs;
      // Threads of its own have the core meanwhile.
      this.#cpuMs += workMs + ownMs;
      this.#since.tookMs += workMs + waitMs;
      this.#since.othersMs += waitMs - ownMs;
      this.#rests.length = 0;
      const dueMs = this.#dueRestMs();
      this.#pace.step();
      this.#restedMs += dueMs;
      this.#trial.same('rest', this.#rests, dueMs === 0 ? [] : [dueMs]);
    }
  }

  compare(): void {
    this.#trial.same('rested', this.#pace.restedMs, this.#restedMs);
    const told = this.#waitedMs * 1e6;
    this.#trial.same('told', waitedMsIn(`${this.#cpuMs * 1e6} ${told} 7\n`), this.#waitedMs);
  }

  /** Of the work so far, if a slice ends with it. */
  #dueRestMs(): number {
    const { share, isTold } = this.#limits;
    const { tookMs, othersMs } = this.#since;
    if (share === 1 || tookMs < SLICE_MS) return 0;
    this.#since = { tookMs: 0, othersMs: 0 };
    if (this.#nowMs >= this.#freeSince) this.#judge(isTold ? othersMs : Number.POSITIVE_INFINITY);
    if (this.#nowMs >= this.#freeSince) return 0;
    const workedMs = Math.min(tookMs, LONGEST_MS);
    return workedMs / share - workedMs;
  }

  /** A millisecond of waits counts, and so does a tenth of the time, if that is more. */
  #judge(waitedMs: number): void {
    this.#waits.push(waitedMs);
    const freeMs = this.#nowMs - this.#freeSince;
    const allMs = this.#waits.reduce((sum, ms) => sum + ms, 0);
    if (allMs >= 1 && allMs >= freeMs / 10) {
      this.#freeSince = this.#nowMs + this.#nextHeldMs;
      this.#nextHeldMs = Math.min(2 * this.#nextHeldMs, LAST_HELD_MS);
      this.#waits = [];
    } else if (freeMs >= FREE_MS) {
      this.#freeSince = this.#nowMs;
      this.#nextHeldMs = FIRST_HELD_MS;
      this.#waits = [];
    }
  }
}
