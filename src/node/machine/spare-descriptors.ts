/**
 * Keeps some file descriptors back, and notices when the process has no other left.
 *
 * The bound on connections stands below the limit that the process was started with. That limit can be
 * lowered while it runs, and the machine as a whole can run out of files. Then the spare ones are let go:
 * what the node itself needs to open, it can open; a few connections of management can be served; and any
 * other finds a descriptor for as long as it takes to close it, so that none waits to be accepted, which
 * would keep the event loop spinning (`http/uws/connection-guard.ts`).
 *
 * Even then there may be none: a limit is one on the numbers of descriptors, so if it is lowered below those
 * in use, letting some go helps only if their numbers are below it.
 *
 * Invariants
 *  1. The spare ones are held, or descriptors are exhausted.
 *  2. That none is left is true from a look that can take none, all spare ones let go, to one that can take
 *     `LEFT_MIN`.
 */

const SPARE = 16;
/** As many must be left, besides the spare ones, before all is well again. */
const LEFT_MIN = 8;

type GiveBack = () => void;

export class SpareDescriptors {
  readonly #take: () => GiveBack | undefined;
  #held: GiveBack[] = [];
  #isExhausted = false;
  #isNoneLeft = false;

  /** @param take opens one; undefined if none is left */
  constructor(take: () => GiveBack | undefined) {
    this.#take = take;
    this.look();
  }

  get isExhausted(): boolean {
    return this.#isExhausted;
  }

  /** Not even one that was kept back. */
  get isNoneLeft(): boolean {
    return this.#isNoneLeft;
  }

  /** To be called from time to time. */
  look(): void {
    const wanted = this.#isExhausted || this.#held.length === 0 ? SPARE + LEFT_MIN : 1;
    const taken = this.#takeUpTo(wanted);
    this.#isExhausted = taken.length < wanted;
    if (this.#isExhausted) taken.push(...this.#held.splice(0));
    else if (this.#held.length === 0) this.#held = taken.splice(0, SPARE);
    for (const giveBack of taken) giveBack();
    this.#isNoneLeft = this.#isExhausted && this.#count(LEFT_MIN) < (this.#isNoneLeft ? LEFT_MIN : 1);
  }

  giveBack(): void {
    for (const giveBack of this.#held.splice(0)) giveBack();
  }

  /** How many can be taken, at most `max`. */
  #count(max: number): number {
    const taken = this.#takeUpTo(max);
    for (const giveBack of taken) giveBack();
    return taken.length;
  }

  #takeUpTo(count: number): GiveBack[] {
    const taken: GiveBack[] = [];
    while (taken.length < count) {
      const one = this.#take();
      if (one === undefined) break;
      taken.push(one);
    }
    return taken;
  }
}
