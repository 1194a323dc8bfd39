/**
 * The admissions that the end of a process may take from windows: after a stop in order none, after a crash
 * those of the second before it, and of the time before in which the disk failed.
 */
import type { Observation } from '../../../history/observation.js';
import { DiskTrouble } from '../disk-trouble.js';

const FORGOTTEN_MS = 1_000;

export class Forgotten {
  readonly #trouble = new DiskTrouble();

  /** From which time on admissions may be forgotten now, in ms; undefined if none are. */
  observe(seen: Observation): number | undefined {
    this.#trouble.observe(seen);
    const isEnd = seen.what === 'crashed' || (seen.what === 'stopped' && this.#trouble.isOnAt(seen.at));
    const endedAt = seen.what === 'crashed' ? (seen.killedAt ?? seen.at) : seen.at;
    return isEnd ? this.#trouble.sinceAt(endedAt) - FORGOTTEN_MS : undefined;
  }
}
