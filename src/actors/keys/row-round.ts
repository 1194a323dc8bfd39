/**
 * Rows that are looked at in turn. A look costs the same however many rows of others lie between them.
 *
 * Invariant
 *  1. As many looks as there are rows show each row once, if none is added or removed meanwhile.
 */
export class RowRound<Row extends number> {
  readonly #rows: Row[] = [];
  #hand = 0;

  get count(): number {
    return this.#rows.length;
  }

  add(row: Row): void {
    this.#rows.push(row);
  }

  /** The place of the next row; good until one is removed. Not for a round without rows. */
  next(): number {
    if (this.#hand >= this.#rows.length) this.#hand = 0;
    const place = this.#hand;
    this.#hand += 1;
    return place;
  }

  at(place: number): Row {
    return this.#rows[place] as Row;
  }

  /** The youngest row takes the place of the one that goes. */
  remove(place: number): void {
    const youngest = this.#rows.pop();
    if (youngest !== undefined && place < this.#rows.length) this.#rows[place] = youngest;
  }
}
