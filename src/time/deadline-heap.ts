/**
 * A min-heap of things that come due, which can also give up one that is not first.
 *
 * Each item notes its own place, so that removing one of two hundred thousand takes a few steps. Due times
 * are compared in an array of their own and each item has up to four children: so many items lie scattered in
 * memory, and each that is looked at or moved is fetched from there.
 *
 * Invariants
 *  1. No item is due before its parent; of two due at the same time the one added first comes first.
 *  2. `slot` is an item's place in the arrays while it is held, `NOT_HELD` else. Only the heap writes it.
 *  3. `#dueAt` holds at each place the due time of the item there.
 */

export const NOT_HELD = -1;

const CHILDREN_LOG2 = 2;
const CHILDREN = 1 << CHILDREN_LOG2;

export interface Scheduled {
  dueAt: number;
  slot: number;
  /** Written by the heap: the order of additions. */
  order: number;
}

export class DeadlineHeap<Item extends Scheduled> {
  readonly #items: Item[] = [];
  readonly #dueAt: number[] = [];
  #added = 0;

  get size(): number {
    return this.#items.length;
  }

  /** When the earliest item is due; `Infinity` if there is none. */
  get nextDueAt(): number {
    return this.#dueAt[0] ?? Number.POSITIVE_INFINITY;
  }

  /** The item's `dueAt` stays as it is for as long as it is held. Adding one that is held is a defect. */
  add(item: Item): void {
    if (item.slot !== NOT_HELD) throw new Error('a deadline heap was given an item that is held already');
    item.order = this.#added++;
    this.#rise(item, item.dueAt, this.#items.length);
  }

  /** Takes the earliest item out if it is due at `now`. */
  takeDue(now: number): Item | undefined {
    const first = this.#items[0];
    if (first === undefined || this.nextDueAt > now) return undefined;
    this.remove(first);
    return first;
  }

  /** False if the item is not held. */
  remove(item: Item): boolean {
    const { slot } = item;
    if (slot === NOT_HELD) return false;
    const last = this.#items.pop();
    const lastDueAt = this.#dueAt.pop();
    item.slot = NOT_HELD;
    if (last === undefined || lastDueAt === undefined || last === item) return true;
    const gap = this.#sink(last, lastDueAt, slot);
    this.#rise(last, lastDueAt, gap);
    return true;
  }

  clear(): void {
    for (const item of this.#items) item.slot = NOT_HELD;
    this.#items.length = 0;
    this.#dueAt.length = 0;
  }

  /** Puts the item at `from` or as far above as it belongs. */
  #rise(item: Item, dueAt: number, from: number): void {
    let at = from;
    while (at > 0) {
      const above = (at - 1) >> CHILDREN_LOG2;
      if (!this.#isBefore(item, dueAt, above)) break;
      this.#move(above, at);
      at = above;
    }
    this.#items[at] = item;
    this.#dueAt[at] = dueAt;
    item.slot = at;
  }

  /** Moves up what is due before the item, from the gap at `from` on, and returns the gap's new place. */
  #sink(item: Item, dueAt: number, from: number): number {
    let at = from;
    for (;;) {
      const child = this.#earliestChild(at);
      if (child === undefined || this.#isBefore(item, dueAt, child)) return at;
      this.#move(child, at);
      at = child;
    }
  }

  #earliestChild(at: number): number | undefined {
    const first = (at << CHILDREN_LOG2) + 1;
    const end = Math.min(first + CHILDREN, this.#items.length);
    let earliest: number | undefined;
    let earliestDueAt = Number.POSITIVE_INFINITY;
    for (let child = first; child < end; child++) {
      const dueAt = this.#dueAt[child] ?? earliestDueAt;
      if (earliest !== undefined && dueAt > earliestDueAt) continue;
      if (earliest !== undefined && dueAt === earliestDueAt && this.#order(child) > this.#order(earliest))
        continue;
      earliest = child;
      earliestDueAt = dueAt;
    }
    return earliest;
  }

  #isBefore(item: Item, dueAt: number, other: number): boolean {
    const otherDueAt = this.#dueAt[other] ?? Number.POSITIVE_INFINITY;
    return dueAt < otherDueAt || (dueAt === otherDueAt && item.order < this.#order(other));
  }

  #order(at: number): number {
    return this.#items[at]?.order ?? Number.POSITIVE_INFINITY;
  }

  #move(from: number, to: number): void {
    const item = this.#items[from];
    const dueAt = this.#dueAt[from];
    if (item === undefined || dueAt === undefined) return;
    this.#items[to] = item;
    this.#dueAt[to] = dueAt;
    item.slot = to;
  }
}
