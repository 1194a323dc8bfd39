/**
 * A bound on how often something happens in a day (UTC), by name. The counts live in memory: they begin anew
 * with the day, and with the node.
 */
import type { World } from '../time/world.js';

const DAY_MS = 86_400_000;
/** Names that are counted one by one: beyond it newcomers share a count. */
const NAMES_MAX = 100_000;
const OTHERS = '';

export class DayLimit {
  readonly #world: World;
  readonly #max: () => number;
  readonly #counts = new Map<string, number>();
  #day = 0;

  constructor(world: World, max: () => number) {
    this.#world = world;
    this.#max = max;
  }

  /** Counts it, unless the day has had as many of that name. @returns false if so */
  admit(name: string): boolean {
    const day = Math.floor(this.#world.wallMs() / DAY_MS);
    if (day !== this.#day) this.#counts.clear();
    this.#day = day;
    const counted = this.#counts.has(name) || this.#counts.size < NAMES_MAX ? name : OTHERS;
    const count = this.#counts.get(counted) ?? 0;
    if (count >= this.#max()) return false;
    this.#counts.set(counted, count + 1);
    return true;
  }
}
