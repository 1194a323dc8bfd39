/**
 * The record of a run of a component model: violations, counts and the trace, all in the time of its history.
 */
import type { Outcome, TraceLine, Violation, Watch } from '../model.js';
import type { VirtualWorld } from './virtual-world.js';

/** A history that breaks rules without end says so this often. */
const VIOLATIONS_MAX = 20;

export class RunRecord {
  readonly #world: VirtualWorld;
  readonly #watch: Watch;
  readonly #beganAt: number;
  readonly #violations: Violation[] = [];
  readonly #counts = new Map<string, number>();

  constructor(world: VirtualWorld, watch: Watch) {
    this.#world = world;
    this.#watch = watch;
    this.#beganAt = world.steadyMs();
  }

  get atMs(): number {
    return this.#world.steadyMs() - this.#beganAt;
  }

  broke(invariant: string, message: string): void {
    if (this.#violations.length < VIOLATIONS_MAX)
      this.#violations.push({ invariant, message, atMs: this.atMs });
  }

  count(name: string, times = 1): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + times);
  }

  trace(what: string, more?: Readonly<Record<string, unknown>>): void {
    if (this.#watch.traced === undefined) return;
    const line: TraceLine & Readonly<Record<string, unknown>> = { at: this.atMs, what, ...more };
    this.#watch.traced(line);
  }

  outcome(): Outcome {
    const counts = [...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1));
    return { violations: this.#violations, simulatedMs: this.atMs, counts: Object.fromEntries(counts) };
  }
}
