/**
 * The steps of the wall clock that the node may not have noted: those that a start of the machine would take
 * for time that passed, or for none.
 *
 * A start notes both clocks as it begins, and a node that runs notes them after each step. So a step is
 * doubted until the node has run for a while with a sound disk, or has started again.
 */
import type { Observation } from '../../history/observation.js';
import { DiskTrouble } from './disk-trouble.js';

/** The clocks are looked at four times a second; the rest is for commits. */
const NOTED_WITHIN_MS = 3_000;

export class WallSteps {
  readonly #trouble = new DiskTrouble();
  #steps: readonly { readonly at: number; readonly ms: number }[] = [];
  /** How many of them were before the latest start began. */
  #beforeStart = 0;
  /** Since when a process runs in full; `Infinity` if none does. */
  #upSince = Number.POSITIVE_INFINITY;

  /** In ms, in order. */
  get unnoted(): readonly number[] {
    return this.#steps.map(({ ms }) => ms);
  }

  observe(seen: Observation): void {
    switch (seen.what) {
      case 'wall_stepped':
        this.#steps = [...this.#steps, seen];
        break;
      case 'starting':
        this.#beforeStart = this.#steps.length;
        break;
      case 'started':
        // A start whose commit took long noted the clocks before it.
        this.#steps = this.#steps.slice(this.#beforeStart);
        this.#upSince = seen.at;
        break;
      case 'disk_failed':
        this.#noted(seen.at);
        break;
      case 'stopping':
      case 'crashed':
        this.#noted(seen.at);
        this.#upSince = Number.POSITIVE_INFINITY;
        break;
    }
    this.#trouble.observe(seen);
  }

  #noted(at: number): void {
    const calmSince = Math.max(this.#upSince, this.#trouble.until);
    this.#steps = this.#steps.filter((step) => at < Math.max(step.at, calmSince) + NOTED_WITHIN_MS);
  }
}
