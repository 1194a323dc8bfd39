/**
 * The records of one state of an LMDB file, read without LMDB (`lmdb-file.ts`): what `verify` reads.
 *
 * A damaged page is met as `DamagedFile` by whoever comes to it; check the trees first (`lmdb-tree-check.ts`).
 */
import { assertKey, assertRange } from '../caller-rules.js';
import type { Entry, RangeOptions, StoreReader, Table } from '../store.js';
import { DamagedFile, type LmdbFile } from './file.js';
import { isTreePage, type TreeHead } from './format.js';
import { TreePage } from './tree-page.js';

/** A page on the way from the root to an entry, and which of its entries is taken. */
interface Step {
  readonly page: TreePage;
  index: number;
}

/** Which entry of a page to take. */
type Choice = (page: TreePage) => number;

const first: Choice = () => 0;
const last: Choice = (page) => page.count - 1;

export class LmdbSnapshot implements StoreReader {
  readonly #file: LmdbFile;
  readonly #isChecked: boolean;
  readonly #heads: ReadonlyMap<string, TreeHead>;

  /**
   * Throws `DamagedFile` where the directory of tables cannot be read.
   *
   * @param isChecked that the pages were checked already, and nothing was wrong with them
   */
  constructor(file: LmdbFile, { isChecked }: { readonly isChecked: boolean } = { isChecked: false }) {
    this.#file = file;
    this.#isChecked = isChecked;
    this.#heads = this.#readDirectory();
  }

  /** Records that the table says it has. */
  count(table: Table): number {
    return this.#heads.get(table)?.entries ?? 0;
  }

  /** Goes the way to the first and to the last record of every table. Throws `DamagedFile` where it cannot be gone. */
  checkEdges(): void {
    for (const head of this.#heads.values()) {
      if (head.root === undefined) continue;
      this.#down([], head, head.root, first);
      this.#down([], head, head.root, last);
    }
  }

  get(table: Table, key: string): string | undefined {
    assertKey(key);
    const path = this.#seek(table, key);
    const step = path.at(-1);
    if (step === undefined || step.index >= step.page.count) return undefined;
    return step.page.keyText(step.index) === key ? this.#value(step) : undefined;
  }

  /** Forwards only: nobody needs another way. */
  *range(table: Table, options: RangeOptions): Iterable<Entry> {
    assertRange(options);
    if (options.reverse === true) throw new RangeError('a snapshot is walked over forwards');
    let left = options.limit ?? Number.POSITIVE_INFINITY;
    const path = this.#seek(table, options.from ?? '');
    for (let step = path.at(-1); step !== undefined && left > 0; step = path.at(-1)) {
      if (step.index >= step.page.count) {
        if (!this.#nextLeaf(path)) return;
        continue;
      }
      const key = step.page.keyText(step.index);
      if (options.to !== undefined && key >= options.to) return;
      yield { key, value: this.#value(step) };
      step.index += 1;
      left -= 1;
    }
  }

  #readDirectory(): ReadonlyMap<string, TreeHead> {
    const { directory, lastPage } = this.#file.meta;
    const heads = new Map<string, TreeHead>();
    if (directory.root === undefined) return heads;
    const path = this.#down([], directory, directory.root, first);
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      if (step.index >= step.page.count) {
        if (!this.#nextLeaf(path)) break;
        continue;
      }
      const { page, index } = step;
      const table = page.table(index, lastPage);
      if (table === undefined) throw new DamagedFile(page.number, 'an entry of the directory names no table');
      const { name, head } = table;
      if (typeof head === 'string') throw new DamagedFile(page.number, `table ${name}: ${head}`);
      heads.set(name, head);
      step.index += 1;
    }
    return heads;
  }

  /** The way to the first entry at or after `key`; its last step may be behind the last entry of its leaf. */
  #seek(table: Table, key: string): Step[] {
    const head = this.#heads.get(table);
    if (head?.root === undefined) return [];
    return this.#down([], head, head.root, (page) => stateOf(page, key));
  }

  #down(path: Step[], head: Pick<TreeHead, 'depth'>, root: number, choose: Choice): Step[] {
    let number = root;
    while (path.length < head.depth) {
      const kind = path.length + 1 < head.depth ? 'branch' : 'leaf';
      const page = this.#judged(number, kind);
      const index = choose(page);
      path.push({ page, index });
      if (kind === 'branch') number = page.child(index);
    }
    return path;
  }

  /** Goes on from the end of a leaf to the first entry of the next one; false at the end of the table. */
  #nextLeaf(path: Step[]): boolean {
    const depth = path.length;
    path.pop();
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      step.index += 1;
      if (step.index < step.page.count) {
        this.#down(path, { depth }, step.page.child(step.index), first);
        return true;
      }
      path.pop();
    }
    return false;
  }

  #judged(number: number, kind: 'branch' | 'leaf'): TreePage {
    const { lastPage, transaction } = this.#file.meta;
    if (!isTreePage(number, lastPage)) throw new DamagedFile(number, 'there is no such page');
    const page = new TreePage(this.#file, number, kind);
    if (this.#isChecked) return page;
    let objection = page.judgeHead(transaction);
    for (let n = 0; objection === undefined && n < page.count; n++) objection = page.judgeEntry(n);
    if (objection !== undefined) throw new DamagedFile(number, objection);
    return page;
  }

  #value({ page, index }: Step): string {
    return page.value(index, this.#file).toString('utf8');
  }
}

/** In a leaf the first entry at or after the key; in a branch the one that it lies under. */
function stateOf(page: TreePage, key: string): number {
  const isBranch = page.kind === 'branch';
  let low = isBranch ? 1 : 0;
  let high = page.count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const probe = page.keyText(middle);
    if (isBranch ? probe <= key : probe < key) low = middle + 1;
    else high = middle;
  }
  return isBranch ? low - 1 : low;
}
