/** Since when a process runs in full and its disk works: since then it has to do what is due. */
import type { Observation } from '../../../history/observation.js';
import { DiskTrouble } from '../disk-trouble.js';

export class WellSince {
  readonly #trouble = new DiskTrouble();
  #upSince = Number.POSITIVE_INFINITY;
  #lastedMs = 0;
  #endedAt = 0;

  observe(seen: Observation): void {
    if (seen.what === 'crashed' || seen.what === 'stopping') {
      if (this.#upSince < Number.POSITIVE_INFINITY) {
        this.#lastedMs = Math.max(0, seen.at - this.at);
        this.#endedAt = seen.at;
      }
      this.#upSince = Number.POSITIVE_INFINITY;
    }
    this.#trouble.observe(seen);
    if (seen.what === 'starting') this.#lastedMs = 0;
    if (seen.what === 'started') this.#upSince = seen.at;
  }

  /** In ms; `Infinity` if no process runs in full, or its disk hangs. */
  get at(): number {
    return Math.max(this.#upSince, this.#trouble.until);
  }

  /** When the process that ran in full last ended, or was told to. */
  get endedAt(): number {
    return this.#endedAt;
  }

  /** Of the process that ended last: for how many ms all was well when it ended, or was told to. */
  get lastedMs(): number {
    return this.#lastedMs;
  }
}
