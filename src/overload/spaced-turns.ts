/**
 * Turns at a distance in time: for work that many ask for at the same moment. The event loop comes round
 * between two of them, so that what else waits is not behind all of them.
 */
import type { World } from '../time/world.js';

export class SpacedTurns {
  readonly #world: World;
  readonly #everyMs: number;
  readonly #waitMsMax: number;
  #nextAtMs = 0;

  constructor(world: World, everyMs: number, waitMsMax: number) {
    this.#world = world;
    this.#everyMs = everyMs;
    this.#waitMsMax = waitMsMax;
  }

  /** How long one's turn is off, in ms: none if there was none for `everyMs`; undefined if it is too long. */
  next(): number | undefined {
    const nowMs = this.#world.stopwatchMs();
    const waitMs = Math.max(0, this.#nextAtMs - nowMs);
    if (waitMs > this.#waitMsMax) return undefined;
    this.#nextAtMs = nowMs + waitMs + this.#everyMs;
    return waitMs;
  }
}
