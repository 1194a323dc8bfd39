/** The wall clock of the node at each true time: what answers told of it, and the steps that it made. */
import type { Observation } from '../../../history/observation.js';

export class WallTimes {
  /** Wall time less true time, from each step on. */
  readonly #offsets: { readonly at: number; ms: number }[] = [];

  observe(seen: Observation): void {
    const last = this.#offsets.at(-1);
    if (seen.what === 'answered' && last === undefined)
      this.#offsets.push({ at: Number.NEGATIVE_INFINITY, ms: seen.wallMs - seen.at });
    if (seen.what === 'wall_stepped' && last !== undefined)
      this.#offsets.push({ at: seen.at, ms: last.ms + seen.ms });
  }

  /** The Unix seconds that it may have shown between two true times. */
  between(from: number, to: number): { readonly least: number; readonly most: number } {
    const [before] = this.#offsets.filter(({ at }) => at < from).slice(-1);
    const within = this.#offsets.filter(({ at }) => at >= from && at <= to);
    const offsets = [...(before === undefined ? [] : [before]), ...within].map(({ ms }) => ms);
    return {
      least: Math.floor((from + Math.min(...offsets)) / 1000),
      most: Math.floor((to + Math.max(...offsets)) / 1000),
    };
  }
}
