/**
 * Turns at a distance in time: for work that many ask for at the same moment, such as pages that turn people
 * away. The event loop comes round between two of them, so that what else waits is not behind all of them.
 */
import type { World } from '../time/world.js';

export class SpacedTurns {
  readonly #world: World;
  readonly #everyMs: number;
  #nextAtMs = 0;

  constructor(world: World, everyMs: number) {
    this.#world = world;
    this.#everyMs = everyMs;
  }

  /** Resolves with one's turn: at once if there was none for `everyMs`. */
  async next(): Promise<void> {
    const nowMs = this.#world.stopwatchMs();
    const waitMs = Math.max(0, this.#nextAtMs - nowMs);
    this.#nextAtMs = nowMs + waitMs + this.#everyMs;
    if (waitMs > 0) await new Promise<void>((resolve) => this.#world.after(waitMs, resolve));
  }
}
