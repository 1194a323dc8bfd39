/** A set of page numbers that takes a bit a page. */
export class PageSet {
  readonly #bits: Uint8Array;
  #size = 0;

  constructor(lastPage: number) {
    this.#bits = new Uint8Array((lastPage >> 3) + 1);
  }

  get size(): number {
    return this.#size;
  }

  has(page: number): boolean {
    return ((this.#bits[page >> 3] ?? 0) & (1 << (page & 7))) !== 0;
  }

  /** @param page at most the last page */
  add(page: number): void {
    if (this.has(page)) return;
    this.#bits[page >> 3] = (this.#bits[page >> 3] ?? 0) | (1 << (page & 7));
    this.#size += 1;
  }
}
