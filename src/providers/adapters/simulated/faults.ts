/**
 * The faults of `sim/video-flaky`: which call fails, and how.
 *
 * Invariants
 *  1. After `FAULTS_IN_A_ROW_MAX` faults in a row the next call of a job is sound.
 *  2. A call that hangs ends by itself within `HANG_MAX_MS`, or at once when it is aborted.
 *  3. The memory of jobs is bounded; forgetting a job only allows it some more faults.
 */
import type { World } from '../../../time/world.js';

/** `lost`: the call took effect and its answer did not arrive. */
type Fault = 'error' | 'hang' | 'garbage' | 'lost';

const FAULTS_IN_A_ROW_MAX = 3;
const HANG_MAX_MS = 1_000;

const HANG_MIN_MS = 100;
const FAULT_SHARE = 0.3;
const FAULTS: readonly [Fault, ...Fault[]] = ['error', 'hang', 'garbage', 'lost'];
const JOBS_REMEMBERED_MAX = 50_000;

/** Answers that fit no provider's protocol, for submits and polls alike. */
const GARBAGE: readonly unknown[] = [
  undefined,
  null,
  42,
  '<html>502 Bad Gateway</html>',
  [],
  {},
  { outcome: 'perhaps' },
  { outcome: 'accepted', handle: '', state: null },
  { state: 'done' },
  { state: 'completed', outputMs: -1, location: '' },
  { state: 'completed', outputMs: '5000' },
  { state: 'failed', slug: 'no such slug', message: 7 },
];

export class FlakyFaults {
  readonly #world: World;
  /** Faults in a row, for jobs whose last call failed; oldest first. */
  readonly #inARow = new Map<string, number>();

  constructor(world: World) {
    this.#world = world;
  }

  /** The fault of this call of a job; undefined if it is sound. */
  next(jobId: string): Fault | undefined {
    const before = this.#inARow.get(jobId) ?? 0;
    this.#inARow.delete(jobId);
    if (before >= FAULTS_IN_A_ROW_MAX || this.#world.random() >= FAULT_SHARE) return undefined;
    this.#inARow.set(jobId, before + 1);
    this.#forgetOldest();
    return FAULTS[Math.floor(this.#world.random() * FAULTS.length)];
  }

  garbage(): unknown {
    return GARBAGE[Math.floor(this.#world.random() * GARBAGE.length)];
  }

  /** Rejects when aborted, else by itself. */
  hang(signal: AbortSignal): Promise<never> {
    const hangMs = HANG_MIN_MS + Math.floor(this.#world.random() * (HANG_MAX_MS - HANG_MIN_MS));
    return new Promise((_, reject) => {
      const onAbort = () => {
        cancel();
        reject(new Error('aborted while the simulated provider did not answer'));
      };
      const cancel = this.#world.after(hangMs, () => {
        signal.removeEventListener('abort', onAbort);
        reject(new Error('the simulated provider closed the connection without an answer'));
      });
      signal.addEventListener('abort', onAbort, { once: true });
      if (signal.aborted) onAbort();
    });
  }

  #forgetOldest(): void {
    if (this.#inARow.size <= JOBS_REMEMBERED_MAX) return;
    for (const oldest of this.#inARow.keys()) {
      this.#inARow.delete(oldest);
      return;
    }
  }
}
