/**
 * The earlier secrets of rotated keys in memory: each finds the row of its key until its grace is over, and
 * not at that instant.
 *
 * They are few, and found after all others: no request with a current secret asks here.
 */
import type { SteadyMs } from '../../time/clock.js';
import type { World } from '../../time/world.js';

export class EarlierSecrets<Row extends number> {
  readonly #world: World;
  readonly #byText = new Map<string, { readonly row: Row; readonly until: SteadyMs }>();
  readonly #textsOf = new Map<Row, Set<string>>();

  constructor(world: World) {
    this.#world = world;
  }

  /** The row that a text was added with; undefined if there is none, or if its grace is over. */
  find(text: string): Row | undefined {
    const found = this.#byText.get(text);
    return found === undefined || this.isOver(found.until) ? undefined : found.row;
  }

  /** Whether the grace is over that lasts until then; that of a secret without an end never is. */
  isOver(until: SteadyMs | undefined): boolean {
    return until !== undefined && until <= this.#world.steadyMs();
  }

  add(text: string, row: Row, until: SteadyMs): void {
    this.#byText.set(text, { row, until });
    const texts = this.#textsOf.get(row) ?? new Set();
    this.#textsOf.set(row, texts.add(text));
  }

  /** Forgets every earlier secret of a row. */
  forget(row: Row): void {
    const texts = this.#textsOf.get(row);
    if (texts === undefined) return;
    for (const text of texts) this.#byText.delete(text);
    this.#textsOf.delete(row);
  }
}
