/**
 * A binary min-heap of things that come due, which can also give up one that is not first.
 *
 * Each item notes its own place, so that removing one of two hundred thousand takes a few steps and the
 * heap needs no memory beside the items and one array.
 *
 * Invariants
 *  1. No item is due before its parent; of two due at the same time the one added first comes first.
 *  2. `slot` is an item's place in the array while it is held, `NOT_HELD` else. Only the heap writes it.
 */

export const NOT_HELD = -1;

export interface Scheduled {
  dueAt: number;
  slot: number;
  /** Written by the heap: the order of additions. */
  order: number;
}

export class DeadlineHeap<Item extends Scheduled> {
  readonly #items: Item[] = [];
  #added = 0;

  get size(): number {
    return this.#items.length;
  }

  /** When the earliest item is due; `Infinity` where there is none. */
  get nextDueAt(): number {
    return this.#items[0]?.dueAt ?? Number.POSITIVE_INFINITY;
  }

  /** The item's `dueAt` stays as it is for as long as it is held. Adding one that is held is a defect. */
  add(item: Item): void {
    if (item.slot !== NOT_HELD) throw new Error('a deadline heap was given an item that is held already');
    item.order = this.#added++;
    this.#items.push(item);
    this.#rise(item, this.#items.length - 1);
  }

  /** The earliest item, taken out, where it is due at `now`. */
  takeDue(now: number): Item | undefined {
    const first = this.#items[0];
    if (first === undefined || first.dueAt > now) return undefined;
    this.remove(first);
    return first;
  }

  /** False where the item is not held. */
  remove(item: Item): boolean {
    const { slot } = item;
    if (slot === NOT_HELD) return false;
    const last = this.#items.pop();
    item.slot = NOT_HELD;
    if (last === undefined || last === item) return true;
    this.#rise(last, slot);
    this.#sink(last, last.slot);
    return true;
  }

  clear(): void {
    for (const item of this.#items) item.slot = NOT_HELD;
    this.#items.length = 0;
  }

  #rise(item: Item, from: number): void {
    let at = from;
    while (at > 0) {
      const parent = this.#items[(at - 1) >> 1];
      if (parent === undefined || !isBefore(item, parent)) break;
      this.#place(parent, at);
      at = (at - 1) >> 1;
    }
    this.#place(item, at);
  }

  #sink(item: Item, from: number): void {
    let at = from;
    for (;;) {
      const child = this.#earlierChild(at);
      if (child === undefined || !isBefore(child, item)) break;
      const next = child.slot;
      this.#place(child, at);
      at = next;
    }
    this.#place(item, at);
  }

  #earlierChild(at: number): Item | undefined {
    const left = this.#items[2 * at + 1];
    const right = this.#items[2 * at + 2];
    return left !== undefined && right !== undefined && isBefore(right, left) ? right : left;
  }

  #place(item: Item, at: number): void {
    this.#items[at] = item;
    item.slot = at;
  }
}

function isBefore(a: Scheduled, b: Scheduled): boolean {
  return a.dueAt < b.dueAt || (a.dueAt === b.dueAt && a.order < b.order);
}
