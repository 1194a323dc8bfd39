/**
 * Keeps some file descriptors back, and notices when the process has no other left.
 *
 * The bound on connections stands below the limit that the process was started with. That limit can be lowered while it
 * runs, and the machine as a whole can run out of files. Then the spare ones are let go: what the node itself needs
 * to open, it can open; and a new connection finds a descriptor for as long as it takes to close it, so that none waits
 * to be accepted, which would keep the event loop spinning (`../http/connection-guard.ts`).
 *
 * Invariant: the spare ones are held, or descriptors are exhausted.
 */

const SPARE = 8;
/** As many must be left, besides the spare ones, before all is well again. */
const LEFT_MIN = 8;

type GiveBack = () => void;

export class SpareDescriptors {
  readonly #take: () => GiveBack | undefined;
  #held: GiveBack[] = [];
  #isExhausted = false;

  /** @param take opens one; undefined where none is left */
  constructor(take: () => GiveBack | undefined) {
    this.#take = take;
    this.look();
  }

  get isExhausted(): boolean {
    return this.#isExhausted;
  }

  /** To be called from time to time. */
  look(): void {
    const wanted = this.#isExhausted || this.#held.length === 0 ? SPARE + LEFT_MIN : 1;
    const taken = this.#takeUpTo(wanted);
    this.#isExhausted = taken.length < wanted;
    if (this.#isExhausted) taken.push(...this.#held.splice(0));
    else if (this.#held.length === 0) this.#held = taken.splice(0, SPARE);
    for (const giveBack of taken) giveBack();
  }

  giveBack(): void {
    for (const giveBack of this.#held.splice(0)) giveBack();
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
