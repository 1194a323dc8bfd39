/**
 * Judges every page of one state of an LMDB file: what leads to it, what it says of itself, and that nothing else leads
 * to it. LMDB has no checksums, so what this finds is damage to the structure: heads of pages, places and lengths of
 * entries, page numbers, the order of keys. A byte that changed within a value is seen by who reads the values.
 *
 * A page whose last write was lost is right in itself, but older. A page that is written anew gets another number, so the page
 * that leads to it is written with it, up to the root of the directory: none is newer than what leads to it, and that root
 * is of the newest transaction. An older leaf has other entries, and mostly not as many as the head of its tree says.
 *
 * Invariants
 *  1. A page that is reached again is not gone into again (`lmdb-page-use.ts`).
 *  2. Nothing is read of a page before its head, and of an entry before its place, is judged.
 *  3. Memory does not grow with the file, but for two bits a page.
 */
import { DamagedFile, type LmdbFile } from './file.js';
import { judgePageHead, overflowPagesFor, type TreeHead } from './format.js';
import { type Bounds, type KeyOrder, NUMBERS, TEXTS, UNBOUNDED } from './key-order.js';
import { type PageProblem, PageUse } from './page-use.js';
import { TreePage } from './tree-page.js';

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

/** What leads to a page: keys between these bounds, and the transaction that wrote it. */
interface Way extends Bounds {
  readonly transaction: number;
}

interface Tree {
  readonly name: string;
  readonly order: KeyOrder;
  readonly head: TreeHead;
  readonly onEntry: ((page: TreePage, index: number) => void) | undefined;
  branchPages: number;
  leafPages: number;
  overflowPages: number;
  entries: number;
}

const COUNTS = [
  ['entries', 'entries'],
  ['branchPages', 'branch pages'],
  ['leafPages', 'leaf pages'],
  ['overflowPages', 'overflow pages'],
] as const;
const COMPACTED = 1;

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
  readonly #use: PageUse;
  readonly #tables: string[] = [];

  constructor(file: LmdbFile, progress: (pages: number) => void) {
    this.#file = file;
    this.#use = new PageUse(file.meta.lastPage, progress);
  }

  run(): TreeCheck {
    const { directory, page: metaPage, lastPage } = this.#file.meta;
    this.#walkFreeList();
    this.#judgeDirectoryRoot();
    const heads: { readonly name: string; readonly head: TreeHead; readonly namedBy: TreePage }[] = [];
    const way = { number: metaPage, transaction: this.#file.meta.transaction };
    this.#walk('directory', directory, way, TEXTS, (page, index) => {
      const table = page.table(index, lastPage);
      if (table === undefined) {
        this.#use.report(page.number, 'directory', `entry ${index} names no table`, UNBOUNDED);
        return;
      }
      const { name, head } = table;
      if (typeof head === 'string')
        this.#use.report(page.number, 'directory', `table ${name}: ${head}`, UNBOUNDED);
      else heads.push({ name, head, namedBy: page });
      this.#tables.push(name);
    });
    for (const { name, head, namedBy } of heads) this.#walk(name, head, namedBy, TEXTS);
    const { problems, freePages, lostPages } = this.#use;
    return { problems, tables: this.#tables, pages: lastPage + 1, freePages, lostPages };
  }

  /** The first page behind the end of the file that is not free. */
  firstMissingPage(): number | undefined {
    this.#walkFreeList();
    for (let number = this.#file.pagesInFile; number <= this.#file.meta.lastPage; number++) {
      if (!this.#use.isFree(number)) return number;
    }
    return undefined;
  }

  #walkFreeList(): void {
    const { freeList, page: number, transaction } = this.#file.meta;
    this.#walk('free list', freeList, { number, transaction }, NUMBERS, (page, index) => {
      this.#use.free(page.value(index, this.#file), page.number);
    });
  }

  #walk(
    name: string,
    head: TreeHead,
    namedBy: Pick<TreePage, 'number' | 'transaction'>,
    order: KeyOrder,
    onEntry: Tree['onEntry'] = undefined,
  ): void {
    const tree: Tree = {
      name,
      order,
      head,
      onEntry,
      branchPages: 0,
      leafPages: 0,
      overflowPages: 0,
      entries: 0,
    };
    const before = this.#use.problems.length;
    const { number, transaction } = namedBy;
    if (head.root !== undefined) this.#page(tree, head.root, 1, { ...UNBOUNDED, transaction });
    // With a page that could not be read, the counts are wrong for that reason.
    if (this.#use.problems.length > before) return;
    for (const [count, what] of COUNTS) {
      if (tree[count] === head[count]) continue;
      const objection = `it says that the tree has ${head[count]} ${what}; it has ${tree[count]}`;
      this.#use.report(number, name, objection, UNBOUNDED);
    }
  }

  /** Every commit writes it; where a copy was compacted, all pages are of transaction 1. */
  #judgeDirectoryRoot(): void {
    const { directory, transaction } = this.#file.meta;
    const { root } = directory;
    if (root === undefined || root >= this.#file.pagesInFile) return;
    const page = new TreePage(this.#file, root, directory.depth > 1 ? 'branch' : 'leaf');
    if (page.judgeHead(transaction) !== undefined) return;
    if (page.transaction === transaction || page.transaction === COMPACTED) return;
    const what = `it is of transaction ${page.transaction}, and the newest, ${transaction}, wrote it anew`;
    this.#use.report(root, 'directory', what, UNBOUNDED);
  }

  #page(tree: Tree, number: number, depth: number, bounds: Way): void {
    if (!this.#use.reach(tree.name, number, bounds)) return;
    try {
      const kind = depth < tree.head.depth ? 'branch' : 'leaf';
      const page = new TreePage(this.#file, number, kind);
      const objection = page.judgeHead(this.#file.meta.transaction);
      if (objection !== undefined) this.#use.report(number, tree.name, objection, bounds);
      else if (page.transaction > bounds.transaction)
        this.#use.report(number, tree.name, 'it is newer than the page that leads to it', bounds);
      else if (kind === 'branch') this.#branch(tree, page, depth, bounds);
      else this.#leaf(tree, page, bounds);
    } catch (error) {
      if (!(error instanceof DamagedFile)) throw error;
      this.#use.report(error.page, tree.name, error.what, bounds);
    }
  }

  #branch(tree: Tree, page: TreePage, depth: number, bounds: Bounds): void {
    tree.branchPages += 1;
    if (!this.#judgeEntries(tree, page, bounds)) return;
    for (let n = 0; n < page.count; n++) {
      // The key of the first entry counts for nothing: all below the second is under it.
      const from = n === 0 ? bounds.from : page.key(n);
      const to = n + 1 < page.count ? page.key(n + 1) : bounds.to;
      this.#page(tree, page.child(n), depth + 1, { from, to, transaction: page.transaction });
    }
  }

  #leaf(tree: Tree, page: TreePage, bounds: Bounds): void {
    tree.leafPages += 1;
    if (!this.#judgeEntries(tree, page, bounds)) return;
    tree.entries += page.count;
    for (let n = 0; n < page.count; n++) {
      if (this.#overflow(tree, page, n, bounds)) tree.onEntry?.(page, n);
    }
  }

  /** Whether the pages that a value stands on, if it does on any of its own, are as they have to be. */
  #overflow(tree: Tree, page: TreePage, index: number, bounds: Bounds): boolean {
    const over = page.overflow(index);
    if (over === undefined) return true;
    const { first, pages } = over;
    const { pageBytes, transaction } = this.#file.meta;
    const bytes = page.valueBytes(index);
    if (pages !== overflowPagesFor(bytes, pageBytes)) {
      const what = `a value of ${bytes} bytes is said to take ${pages} overflow pages`;
      return this.#use.report(page.number, tree.name, what, bounds);
    }
    for (let n = 0; n < pages; n++) if (!this.#use.reach(tree.name, first + n, bounds)) return false;
    const head = this.#file.page(first);
    const objection =
      judgePageHead(head, first, 'overflow', transaction) ??
      (head.readUInt32LE(20) === pages
        ? undefined
        : `it says that it is the first of ${head.readUInt32LE(20)}`);
    if (objection !== undefined) return this.#use.report(first, tree.name, objection, bounds);
    // Fails where the file ends before the last one.
    this.#file.page(first + pages - 1);
    tree.overflowPages += pages;
    return true;
  }

  /** Places of the entries, then their order. */
  #judgeEntries({ name, order }: Tree, page: TreePage, bounds: Bounds): boolean {
    const { count, kind, number } = page;
    let before: Buffer | undefined;
    for (let n = 0; n < count; n++) {
      const objection = page.judgeEntry(n);
      if (objection !== undefined) return this.#use.report(number, name, objection, bounds);
      if (kind === 'branch' && n === 0) continue;
      const key = page.key(n);
      if (before !== undefined && !order.isBefore(before, key))
        return this.#use.report(number, name, `entry ${n} is out of order`, bounds);
      before = key;
      const isEdge = n === 0 || n === count - 1 || (kind === 'branch' && n === 1);
      if (isEdge && !order.isWithin(key, bounds))
        return this.#use.report(number, name, `entry ${n} belongs on another page`, bounds);
    }
    return true;
  }
}
