/**
 * What each page of a state of an LMDB file is for: in use, or free, or neither; and what is wrong with pages.
 *
 * Invariant: a page is in use once at most, and not free as well; else that is a problem.
 */
import { isTreePage, META_PAGES, readFreePages } from './format.js';
import { type Bounds, UNBOUNDED } from './key-order.js';
import { PageSet } from './page-set.js';

/** A page that is not as it has to be. */
export interface PageProblem {
  readonly page: number;
  /** The table that it belongs to, `free list` or `directory`. */
  readonly table: string;
  readonly what: string;
  /** The first key of the table that is lost with the page, and the first one after it, as far as they are known. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const PROBLEMS_MAX = 10_000;
const PROGRESS_EVERY_PAGES = 4_096;

export class PageUse {
  readonly problems: PageProblem[] = [];
  readonly #lastPage: number;
  readonly #progress: (pages: number) => void;
  readonly #reached: PageSet;
  readonly #free: PageSet;

  /** @param progress told from time to time how many pages are in use so far */
  constructor(lastPage: number, progress: (pages: number) => void) {
    this.#lastPage = lastPage;
    this.#progress = progress;
    this.#reached = new PageSet(lastPage);
    this.#free = new PageSet(lastPage);
  }

  get freePages(): number {
    return this.#free.size;
  }

  /** Neither in use nor free. */
  get lostPages(): number {
    return Math.max(0, this.#lastPage + 1 - META_PAGES - this.#reached.size - this.#free.size);
  }

  isFree(number: number): boolean {
    return this.#free.has(number);
  }

  /** Notes that something leads to the page; false where it must not. */
  reach(table: string, number: number, bounds: Bounds): boolean {
    if (!isTreePage(number, this.#lastPage))
      return this.report(number, table, 'there is no such page, and an entry leads to it', bounds);
    if (this.#reached.has(number)) return this.report(number, table, 'two entries lead to it', bounds);
    this.#reached.add(number);
    if (this.#reached.size % PROGRESS_EVERY_PAGES === 0) this.#progress(this.#reached.size);
    if (this.#free.has(number)) return this.report(number, table, 'it is in use, and listed as free', bounds);
    return true;
  }

  /** Takes down what an entry of the free list says; it stands on page `at`. */
  free(value: Buffer, at: number): void {
    const objection = readFreePages(value, (first, pages) => {
      for (let number = first; number < first + pages; number++) this.#takeFreePage(number, at);
    });
    if (objection !== undefined) this.report(at, 'free list', objection, UNBOUNDED);
  }

  #takeFreePage(number: number, at: number): void {
    if (!isTreePage(number, this.#lastPage)) {
      this.report(at, 'free list', `it lists page ${number}, which there is not`, UNBOUNDED);
    } else if (this.#reached.has(number)) {
      this.report(number, 'free list', 'it is in use, and listed as free', UNBOUNDED);
    } else {
      this.#free.add(number);
    }
  }

  /** Takes down a problem with a page; what is beyond many of them is left out. @returns false */
  report(page: number, table: string, what: string, { from, to }: Bounds): false {
    if (this.problems.length < PROBLEMS_MAX) {
      this.problems.push({ page, table, what, from: from?.toString('latin1'), to: to?.toString('latin1') });
    }
    return false;
  }
}
