/**
 * Whether results can be kept: told once when that is over, and once when it is so again.
 *
 * Invariant
 *  1. As long as an obstacle stands, nothing further is told of it.
 */

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
  readonly #obstacles = new Set<Obstacle>();

  constructor(observer: KeepingObserver) {
    this.#observer = observer;
  }

  has(obstacle: Obstacle): boolean {
    return this.#obstacles.has(obstacle);
  }

  met(obstacle: Obstacle, error: unknown): void {
    if (this.#obstacles.has(obstacle)) return;
    this.#obstacles.add(obstacle);
    this.#observer.onObstacle(error);
  }

  cleared(obstacle: Obstacle): void {
    if (this.#obstacles.delete(obstacle) && this.#obstacles.size === 0) this.#observer.onCleared();
  }
}
