/**
 * Refusals that wait to be written, so that to refuse never takes more than a share of the event loop's time.
 *
 * Clients that are refused and ask again at once would otherwise be all that a node is busy with: while there
 * is a socket to read the loop reads and refuses, and what was taken before gets nowhere (J. Mogul and K.
 * Ramakrishnan, "Eliminating Receive Livelock in an Interrupt-Driven Kernel", ACM TOCS 15, 3, 1997). A client
 * that waits for its refusal asks nothing meanwhile, and costs nothing.
 *
 * Invariants
 *  1. Each item is refused once, in the order in which it was added; one that comes while `WAITING_MAX` wait,
 *     at once.
 *  2. Refusing takes `WRITING_SHARE` of the time at most, give or take one step of each slice.
 *  3. While something waits, a slice is to come.
 */
import type { World } from '../time/world.js';

/**
 * Of the time of the loop. All in all a refusal takes about three times as long as its writing: its request
 * was read before, and what waits in memory meanwhile is work for the collector of garbage.
 */
const WRITING_SHARE = 0.03;
const SLICE_EVERY_MS = 5;
/** Refusals between two looks at the clock. */
const SLICE_STEP = 4;
/**
 * Of the time since the last slice, what counts for the next: a loop that stood still owes nobody a flood.
 */
const SINCE_LAST_MAX_MS = 250;
/** One for each connection that a node takes as it comes. */
const WAITING_MAX = 100_000;

export class PacedRefusals<T> {
  readonly #world: World;
  readonly #refuse: (one: T) => void;
  #waiting: T[] = [];
  /** Those before it are refused. */
  #from = 0;
  #lastEndMs: number;

  /** @param refuse must not throw; is called for those, too, that nobody waits for any more */
  constructor(world: World, refuse: (one: T) => void) {
    this.#world = world;
    this.#refuse = refuse;
    this.#lastEndMs = world.stopwatchMs();
  }

  get count(): number {
    return this.#waiting.length - this.#from;
  }

  add(one: T): void {
    if (this.count >= WAITING_MAX) {
      this.#refuse(one);
      return;
    }
    this.#waiting.push(one);
    if (this.count === 1) this.#arm();
  }

  #arm(): void {
    this.#world.after(SLICE_EVERY_MS, () => this.#writeSlice());
  }

  #writeSlice(): void {
    const beganMs = this.#world.stopwatchMs();
    const untilMs = beganMs + Math.min(beganMs - this.#lastEndMs, SINCE_LAST_MAX_MS) * WRITING_SHARE;
    let nowMs = beganMs;
    do {
      for (const one of this.#waiting.slice(this.#from, this.#from + SLICE_STEP)) this.#refuse(one);
      this.#from = Math.min(this.#from + SLICE_STEP, this.#waiting.length);
      nowMs = this.#world.stopwatchMs();
    } while (this.count > 0 && nowMs < untilMs);
    this.#lastEndMs = nowMs;
    // Moving what is left is paid for by as many that are gone.
    if (this.#from * 2 >= this.#waiting.length) {
      this.#waiting = this.#waiting.slice(this.#from);
      this.#from = 0;
    }
    if (this.count > 0) this.#arm();
  }
}
