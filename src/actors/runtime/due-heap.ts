/** A binary min-heap of things that come due, earliest first; equal times in the order they were added. */
export class DueHeap<Item> {
  readonly #due: number[] = [];
  readonly #order: number[] = [];
  readonly #items: Item[] = [];
  #added = 0;

  get size(): number {
    return this.#items.length;
  }

  /** When the earliest item is due; undefined where there is none. */
  get nextDue(): number | undefined {
    return this.#due[0];
  }

  add(due: number, item: Item): void {
    let at = this.#items.length;
    const order = this.#added++;
    this.#due.push(due);
    this.#order.push(order);
    this.#items.push(item);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isBefore(at, parent)) break;
      this.#swap(at, parent);
      at = parent;
    }
  }

  /** Takes the earliest item if it is due at `now`. */
  takeDue(now: number): Item | undefined {
    const due = this.#due[0];
    if (due === undefined || due > now) return undefined;
    const first = this.#items[0];
    this.#swap(0, this.#items.length - 1);
    this.#due.pop();
    this.#order.pop();
    this.#items.pop();
    this.#sink();
    return first;
  }

  #sink(): void {
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      const right = left + 1;
      let first = at;
      if (left < this.#items.length && this.#isBefore(left, first)) first = left;
      if (right < this.#items.length && this.#isBefore(right, first)) first = right;
      if (first === at) return;
      this.#swap(at, first);
      at = first;
    }
  }

  #isBefore(a: number, b: number): boolean {
    const dueA = this.#due[a] as number;
    const dueB = this.#due[b] as number;
    return dueA < dueB || (dueA === dueB && (this.#order[a] as number) < (this.#order[b] as number));
  }

  #swap(a: number, b: number): void {
    swap(this.#due, a, b);
    swap(this.#order, a, b);
    swap(this.#items, a, b);
  }
}

function swap<T>(list: T[], a: number, b: number): void {
  const kept = list[a] as T;
  list[a] = list[b] as T;
  list[b] = kept;
}
