/**
 * One timer for many things to come: rings at the earliest of the times it was set for, or a little later.
 */
import type { CancelTimer, World } from './world.js';

export class Alarm {
  readonly #world: World;
  readonly #ring: () => void;
  #setFor = Number.POSITIVE_INFINITY;
  #cancel: CancelTimer | undefined;

  constructor(world: World, ring: () => void) {
    this.#world = world;
    this.#ring = ring;
  }

  /** @param at steady ms; `Infinity` asks for nothing. A ring that is due earlier stays. */
  setFor(at: number): void {
    if (at >= this.#setFor) return;
    this.#cancel?.();
    this.#setFor = at;
    this.#cancel = this.#world.after(Math.max(0, Math.ceil(at - this.#world.steadyMs())), () => {
      this.#setFor = Number.POSITIVE_INFINITY;
      this.#ring();
    });
  }

  stop(): void {
    this.#cancel?.();
    this.#setFor = Number.NEGATIVE_INFINITY;
  }
}
