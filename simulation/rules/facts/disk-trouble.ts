/** Since when, and until when, a node could not rely on its disk. */
import type { Observation } from '../../history/observation.js';

/** A commit that fails is tried again soon; what waits behind it is on disk by then. */
const RECOVERY_MS = 3_000;

export class DiskTrouble {
  #from = Number.NEGATIVE_INFINITY;
  #until = Number.NEGATIVE_INFINITY;

  observe(seen: Observation): void {
    switch (seen.what) {
      case 'disk_failed':
        if (seen.at > this.#until) this.#from = seen.at;
        this.#until = seen.fault.includes('hang')
          ? Number.POSITIVE_INFINITY
          : Math.max(this.#until, seen.at + RECOVERY_MS);
        return;
      case 'disk_released':
      case 'started':
      case 'quiet':
        // A start is a commit that succeeded; what hung does so no more.
        this.#until = Math.min(this.#until, seen.at + RECOVERY_MS);
        return;
    }
  }

  /** When the latest trouble ends, in ms. */
  get until(): number {
    return this.#until;
  }

  isOnAt(at: number): boolean {
    return at <= this.#until;
  }

  /** When the trouble at this time began, in ms; `at` itself if there is none. */
  sinceAt(at: number): number {
    return this.isOnAt(at) ? this.#from : at;
  }
}
