/**
 * Judges every page of one state of an LMDB file: what leads to it, what it says of itself, and that nothing else leads
 * to it. LMDB has no checksums, so what this finds is damage to the structure: heads of pages, places and lengths of
 * entries, page numbers, the order of keys. A byte that changed within a value is seen by who reads the values.
 *
 * Invariants
 *  1. A page is reached once at most; one that is reached again is a problem, and not gone into again.
 *  2. Nothing is read of a page before its head, and of an entry before its place, is judged.
 *  3. Memory does not grow with the file, but for two bits a page.
 */
import { DamagedFile, type LmdbFile } from './lmdb-file.js';
import {
  childOf,
  isOnOverflowPages,
  isTreeNode,
  isTreePage,
  judgeNode,
  judgePageHead,
  keyEnd,
  keyFrom,
  META_PAGES,
  nodeAt,
  nodeCount,
  overflowOf,
  overflowPagesFor,
  readFreePages,
  readNumber,
  readTreeHead,
  TREE_HEAD_BYTES,
  type TreeHead,
  valueBytes,
} from './lmdb-format.js';

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

export interface TreeCheck {
  readonly problems: readonly PageProblem[];
  /** The tables that the directory names. */
  readonly tables: readonly string[];
  /** Pages of the state, the two meta pages included. */
  readonly pages: number;
  readonly freePages: number;
  /** Neither in a tree nor free: lost room, no damage. */
  readonly lostPages: number;
}

/** What a page's keys have to lie between: at or after `from`, before `to`. */
interface Bounds {
  readonly from: Buffer | undefined;
  readonly to: Buffer | undefined;
}

interface Tree {
  readonly name: string;
  /** Keys are numbers, in the machine's order of bytes. */
  readonly isNumbered: boolean;
  readonly head: TreeHead;
  readonly onValue: ((key: Buffer, value: Buffer, page: number) => void) | undefined;
  branchPages: number;
  leafPages: number;
  overflowPages: number;
  entries: number;
}

const UNBOUNDED: Bounds = { from: undefined, to: undefined };
const PROBLEMS_MAX = 10_000;
const PROGRESS_EVERY_PAGES = 4_096;

/**
 * @param progress told from time to time how many pages were gone through
 */
export function checkTrees(file: LmdbFile, progress: (pages: number) => void = () => {}): TreeCheck {
  return new Check(file, progress).run();
}

/**
 * Whether the file has every page that its newest state needs, in words where it has not. Cheap where it is long enough;
 * else the free list tells: LMDB does not write what was taken and freed in one transaction, so the end may be missing
 * where all of it is free.
 */
export function judgeLength(file: LmdbFile): string | undefined {
  const { lastPage, pageBytes } = file.meta;
  if (file.pagesInFile > lastPage) return undefined;
  const missing = new Check(file, () => {}).firstMissingPage();
  if (missing === undefined) return undefined;
  return `the file was cut short: it has ${file.fileBytes} bytes and needs ${(lastPage + 1) * pageBytes}; the first page missing is ${missing}`;
}

class Check {
  readonly #file: LmdbFile;
  readonly #progress: (pages: number) => void;
  readonly #problems: PageProblem[] = [];
  readonly #reached: Uint8Array;
  readonly #free: Uint8Array;
  readonly #tables: string[] = [];
  #reachedPages = META_PAGES;
  #freePages = 0;

  constructor(file: LmdbFile, progress: (pages: number) => void) {
    this.#file = file;
    this.#progress = progress;
    const bytes = (file.meta.lastPage >> 3) + 1;
    this.#reached = new Uint8Array(bytes);
    this.#free = new Uint8Array(bytes);
  }

  run(): TreeCheck {
    const { freeList, directory, page } = this.#file.meta;
    this.#walk('free list', freeList, page, true, (_, value, at) => this.#takeFree(value, at));
    const heads: { readonly name: string; readonly head: TreeHead; readonly page: number }[] = [];
    this.#walk('directory', directory, page, false, (key, value, at) => {
      const name = key.toString('latin1').replace(/\0$/, '');
      const head = readTreeHead(value, 0, this.#file.meta.lastPage);
      if (typeof head === 'string') this.#report(at, 'directory', `table ${name}: ${head}`, UNBOUNDED);
      else heads.push({ name, head, page: at });
      this.#tables.push(name);
    });
    for (const { name, head, page: at } of heads) this.#walk(name, head, at, false, undefined);
    const { lastPage } = this.#file.meta;
    return {
      problems: this.#problems,
      tables: this.#tables,
      pages: lastPage + 1,
      freePages: this.#freePages,
      lostPages: Math.max(0, lastPage + 1 - this.#reachedPages - this.#freePages),
    };
  }

  /** The first page behind the end of the file that is not free. */
  firstMissingPage(): number | undefined {
    const { freeList, page, lastPage } = this.#file.meta;
    this.#walk('free list', freeList, page, true, (_, value, at) => this.#takeFree(value, at));
    for (let number = this.#file.pagesInFile; number <= lastPage; number++) {
      if (!isMarked(this.#free, number)) return number;
    }
    return undefined;
  }

  #walk(name: string, head: TreeHead, namedBy: number, isNumbered: boolean, onValue: Tree['onValue']): void {
    const tree: Tree = {
      name,
      isNumbered,
      head,
      onValue,
      branchPages: 0,
      leafPages: 0,
      overflowPages: 0,
      entries: 0,
    };
    const before = this.#problems.length;
    if (head.root !== undefined) this.#page(tree, head.root, 1, UNBOUNDED);
    // With a page that could not be read, the counts are wrong for that reason.
    if (this.#problems.length > before) return;
    for (const count of ['entries', 'branchPages', 'leafPages', 'overflowPages'] as const) {
      if (tree[count] === head[count]) continue;
      const said = { entries: 'entries', branchPages: 'branch pages', leafPages: 'leaf pages' } as const;
      const what = count === 'overflowPages' ? 'overflow pages' : said[count];
      this.#report(
        namedBy,
        name,
        `it says that the tree has ${head[count]} ${what}; it has ${tree[count]}`,
        UNBOUNDED,
      );
    }
  }

  #page(tree: Tree, number: number, depth: number, bounds: Bounds): void {
    if (!this.#reach(tree, number, bounds)) return;
    try {
      const page = this.#file.page(number);
      const kind = depth < tree.head.depth ? 'branch' : 'leaf';
      const objection = judgePageHead(page, number, kind, this.#file.meta.transaction);
      if (objection !== undefined) this.#report(number, tree.name, objection, bounds);
      else if (kind === 'branch') this.#branch(tree, page, number, depth, bounds);
      else this.#leaf(tree, page, number, bounds);
    } catch (error) {
      if (!(error instanceof DamagedFile)) throw error;
      this.#report(error.page, tree.name, error.what, bounds);
    }
  }

  #branch(tree: Tree, page: Buffer, number: number, depth: number, bounds: Bounds): void {
    tree.branchPages += 1;
    const count = nodeCount(page);
    if (!this.#judgeNodes(page, number, tree, 'branch', bounds)) return;
    for (let n = 0; n < count; n++) {
      const node = nodeAt(page, n);
      // The key of the first entry counts for nothing: all below the second is under it.
      const from = n === 0 ? bounds.from : keyOf(page, node);
      const to = n + 1 < count ? keyOf(page, nodeAt(page, n + 1)) : bounds.to;
      this.#page(tree, childOf(page, node), depth + 1, { from, to });
    }
  }

  #leaf(tree: Tree, page: Buffer, number: number, bounds: Bounds): void {
    tree.leafPages += 1;
    if (!this.#judgeNodes(page, number, tree, 'leaf', bounds)) return;
    const count = nodeCount(page);
    tree.entries += count;
    for (let n = 0; n < count; n++) {
      const node = nodeAt(page, n);
      const isOver = isOnOverflowPages(page, node);
      if (isOver && !this.#overflow(tree, page, node, number, bounds)) continue;
      if (tree.onValue === undefined) continue;
      const isTree = isTreeNode(page, node) && valueBytes(page, node) === TREE_HEAD_BYTES;
      if (tree.name === 'directory' && !isTree) {
        this.#report(number, tree.name, `entry ${n} names no table`, bounds);
        continue;
      }
      tree.onValue(keyOf(page, node), this.#value(page, node, isOver), number);
    }
  }

  #value(page: Buffer, node: number, isOver: boolean): Buffer {
    const bytes = valueBytes(page, node);
    const at = keyEnd(page, node);
    if (!isOver) return page.subarray(at, at + bytes);
    const { first, pages } = overflowOf(page, node);
    return this.#file.overflow(first, pages, bytes);
  }

  /** Whether the pages that a value stands on are as they have to be. */
  #overflow(tree: Tree, page: Buffer, node: number, number: number, bounds: Bounds): boolean {
    const { first, pages } = overflowOf(page, node);
    const { pageBytes, transaction } = this.#file.meta;
    if (pages !== overflowPagesFor(valueBytes(page, node), pageBytes)) {
      const what = `a value of ${valueBytes(page, node)} bytes is said to take ${pages} overflow pages`;
      this.#report(number, tree.name, what, bounds);
      return false;
    }
    for (let n = 0; n < pages; n++) if (!this.#reach(tree, first + n, bounds)) return false;
    const head = this.#file.page(first);
    const objection =
      judgePageHead(head, first, 'overflow', transaction) ??
      (head.readUInt32LE(20) === pages
        ? undefined
        : `it says that it is the first of ${head.readUInt32LE(20)}`);
    if (objection !== undefined) {
      this.#report(first, tree.name, objection, bounds);
      return false;
    }
    // Fails where the file ends before the last one.
    this.#file.page(first + pages - 1);
    tree.overflowPages += pages;
    return true;
  }

  /** Places of the entries, then their order. */
  #judgeNodes(page: Buffer, number: number, tree: Tree, kind: 'branch' | 'leaf', bounds: Bounds): boolean {
    const count = nodeCount(page);
    let before: number | undefined;
    for (let n = 0; n < count; n++) {
      const objection = judgeNode(page, n, kind);
      if (objection !== undefined) return this.#report(number, tree.name, objection, bounds);
      if (kind === 'branch' && n === 0) continue;
      const node = nodeAt(page, n);
      if (before !== undefined && !isBefore(tree, page, before, node))
        return this.#report(number, tree.name, `entry ${n} is out of order`, bounds);
      before = node;
      const isEdge = n === 0 || n === count - 1 || (kind === 'branch' && n === 1);
      if (isEdge && !isWithin(tree, keyOf(page, node), bounds))
        return this.#report(number, tree.name, `entry ${n} belongs on another page`, bounds);
    }
    return true;
  }

  /** Notes that something leads to the page; false where it must not. */
  #reach(tree: Tree, number: number, bounds: Bounds): boolean {
    if (!isTreePage(number, this.#file.meta.lastPage))
      return this.#report(number, tree.name, 'there is no such page, and an entry leads to it', bounds);
    if (isMarked(this.#reached, number))
      return this.#report(number, tree.name, 'two entries lead to it', bounds);
    mark(this.#reached, number);
    this.#reachedPages += 1;
    if (this.#reachedPages % PROGRESS_EVERY_PAGES === 0) this.#progress(this.#reachedPages);
    if (isMarked(this.#free, number))
      return this.#report(number, tree.name, 'it is in use, and listed as free', bounds);
    return true;
  }

  #takeFree(value: Buffer, at: number): void {
    const objection = readFreePages(value, (first, pages) => {
      for (let number = first; number < first + pages; number++) this.#takeFreePage(number, at);
    });
    if (objection !== undefined) this.#report(at, 'free list', objection, UNBOUNDED);
  }

  #takeFreePage(number: number, at: number): void {
    if (!isTreePage(number, this.#file.meta.lastPage)) {
      this.#report(at, 'free list', `it lists page ${number}, which there is not`, UNBOUNDED);
    } else if (isMarked(this.#reached, number)) {
      this.#report(number, 'free list', 'it is in use, and listed as free', UNBOUNDED);
    } else if (!isMarked(this.#free, number)) {
      mark(this.#free, number);
      this.#freePages += 1;
    }
  }

  /** @returns false */
  #report(page: number, table: string, what: string, { from, to }: Bounds): false {
    if (this.#problems.length < PROBLEMS_MAX) {
      this.#problems.push({ page, table, what, from: from?.toString('latin1'), to: to?.toString('latin1') });
    }
    return false;
  }
}

function keyOf(page: Buffer, node: number): Buffer {
  return page.subarray(keyFrom(node), keyEnd(page, node));
}

function isBefore(tree: Tree, page: Buffer, a: number, b: number): boolean {
  if (tree.isNumbered) return numberOf(keyOf(page, a)) < numberOf(keyOf(page, b));
  return page.compare(page, keyFrom(b), keyEnd(page, b), keyFrom(a), keyEnd(page, a)) < 0;
}

function isWithin(tree: Tree, key: Buffer, { from, to }: Bounds): boolean {
  if (tree.isNumbered) {
    const number = numberOf(key);
    return (from === undefined || numberOf(from) <= number) && (to === undefined || number < numberOf(to));
  }
  return (
    (from === undefined || Buffer.compare(from, key) <= 0) &&
    (to === undefined || Buffer.compare(key, to) < 0)
  );
}

/** NaN, which is in no order, where it is none. */
function numberOf(key: Buffer): number {
  return key.length === 8 ? readNumber(key, 0) : Number.NaN;
}

function isMarked(bits: Uint8Array, number: number): boolean {
  return ((bits[number >> 3] ?? 0) & (1 << (number & 7))) !== 0;
}

function mark(bits: Uint8Array, number: number): void {
  bits[number >> 3] = (bits[number >> 3] ?? 0) | (1 << (number & 7));
}
