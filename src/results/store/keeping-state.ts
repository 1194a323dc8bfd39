/**
 * Whether results can be kept: told once when that is over, and once when it is so again.
 *
 * Invariant
 *  1. As long as an obstacle stands, nothing further is told of it, and the disk is looked at every 2 s:
 *     else the first job after a quiet time would be refused for what was so long ago.
 */

import type { World } from '../../time/world.js';

const LOOK_AGAIN_MS = 2_000;

export interface KeepingObserver {
  /** Told of the first failure, of as many as follow each other. */
  readonly onObstacle: (error: unknown) => void;
  /** No obstacle is left. */
  readonly onCleared: () => void;
}

/** There is no room for a clip, and none can be made now. */
export class NoRoomError extends Error {
  override readonly name = 'NoRoomError';
}

/** The folder takes no writes, or there is no room for a further clip. */
export type Obstacle = 'unwritable' | 'no_room';

export class KeepingState {
  readonly #observer: KeepingObserver;
  readonly #world: World;
  readonly #look: () => Promise<void>;
  readonly #obstacles = new Set<Obstacle>();
  #willLook = false;

  constructor(observer: KeepingObserver, world: World, look: () => Promise<void>) {
    this.#observer = observer;
    this.#world = world;
    this.#look = look;
  }

  has(obstacle: Obstacle): boolean {
    return this.#obstacles.has(obstacle);
  }

  met(obstacle: Obstacle, error: unknown): void {
    if (this.#obstacles.has(obstacle)) return;
    if (!this.#willLook) this.#lookAgain();
    this.#obstacles.add(obstacle);
    this.#observer.onObstacle(error);
  }

  #lookAgain(): void {
    this.#willLook = true;
    this.#world.after(LOOK_AGAIN_MS, async () => {
      this.#willLook = false;
      if (this.#obstacles.size === 0) return;
      this.#lookAgain();
      await this.#look();
    });
  }

  cleared(obstacle: Obstacle): void {
    if (this.#obstacles.delete(obstacle) && this.#obstacles.size === 0) this.#observer.onCleared();
  }
}
