/** Operations on files, one after another; each that nobody waits for is tried again later if it fails. */
import type { World } from '../../time/world.js';

const AGAIN_MS = 60_000;

export class Tidying {
  readonly #world: World;
  readonly #onFault: (error: unknown) => void;
  #last: Promise<void> = Promise.resolve();

  /** @param onFault told of each failure */
  constructor(world: World, onFault: (error: unknown) => void) {
    this.#world = world;
    this.#onFault = onFault;
  }

  add(step: () => Promise<void>): void {
    this.inTurn(step).catch((error) => {
      this.#onFault(error);
      this.#world.after(AGAIN_MS, () => this.add(step));
    });
  }

  /** Behind those before it; that it failed is the caller's concern. */
  inTurn(step: () => Promise<void>): Promise<void> {
    const done = this.#last.then(step);
    this.#last = done.catch(() => {});
    return done;
  }

  /** Resolves when all have been tried. */
  done(): Promise<void> {
    return this.#last;
  }
}
