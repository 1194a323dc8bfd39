/** The rows that requests under way keep, each as often as it was pinned. */
export class RowPins<Row extends number> {
  readonly #pins = new Map<Row, number>();

  has(row: Row): boolean {
    return this.#pins.has(row);
  }

  pin(row: Row): void {
    this.#pins.set(row, (this.#pins.get(row) ?? 0) + 1);
  }

  unpin(row: Row): void {
    const pins = this.#pins.get(row) ?? 0;
    if (pins > 1) this.#pins.set(row, pins - 1);
    else this.#pins.delete(row);
  }
}
