/**
 * One branch or leaf page of a tree in LMDB's file, taken apart into its entries (`MDB_node` and `MDB_ovpage` in its
 * `mdb.c`). Entries are numbered from 0.
 *
 * Nothing of a page may be read before `judgeHead` found nothing wrong, and nothing of an entry before `judgeEntry` did.
 */
import type { LmdbFile } from './file.js';
import {
  HIGH_WORD,
  judgePageHead,
  PAGE_HEADER_BYTES,
  readNumber,
  readTreeHead,
  TREE_HEAD_BYTES,
  type TreeHead,
} from './format.js';

const NODE_HEADER_BYTES = 8;
const NODE_FLAG = { overflow: 0x01, tree: 0x02 } as const;
const OVERFLOW_REFERENCE_BYTES = 24;

/** Pages in a row that a value stands on. */
export interface OverflowPages {
  readonly first: number;
  readonly pages: number;
}

export class TreePage {
  readonly number: number;
  readonly kind: 'branch' | 'leaf';
  readonly #bytes: Buffer;

  /** Page `number`, to which a tree leads as `kind`. Throws `DamagedFile` where the file ends before it does. */
  constructor(file: LmdbFile, number: number, kind: 'branch' | 'leaf') {
    this.number = number;
    this.kind = kind;
    this.#bytes = file.page(number);
  }

  /** Entries of the page. */
  get count(): number {
    return this.#bytes.readUInt16LE(20) >> 1;
  }

  /** The one that wrote it; in a compacted copy, 1. */
  get transaction(): number {
    return readNumber(this.#bytes, 8);
  }

  /** What is wrong with the page's head, if it belongs to the state of `transaction`; undefined where nothing is. */
  judgeHead(transaction: number): string | undefined {
    return judgePageHead(this.#bytes, this.number, this.kind, transaction);
  }

  /** What is wrong with where an entry lies and ends; undefined where nothing is. */
  judgeEntry(index: number): string | undefined {
    const page = this.#bytes;
    const node = this.#nodeAt(index);
    const from = page.readUInt16LE(22) + PAGE_HEADER_BYTES;
    if (node < from || node + NODE_HEADER_BYTES > page.length) return `entry ${index} lies outside of it`;
    let end = this.#keyEnd(node);
    if (this.kind === 'leaf') {
      end += this.#has(node, NODE_FLAG.overflow) ? OVERFLOW_REFERENCE_BYTES : page.readUInt32LE(node);
    }
    return end > page.length ? `entry ${index} ends outside of it` : undefined;
  }

  key(index: number): Buffer {
    const node = this.#nodeAt(index);
    return this.#bytes.subarray(node + NODE_HEADER_BYTES, this.#keyEnd(node));
  }

  /** A key of one byte a character. */
  keyText(index: number): string {
    const node = this.#nodeAt(index);
    return this.#bytes.toString('latin1', node + NODE_HEADER_BYTES, this.#keyEnd(node));
  }

  /** The page that an entry of a branch page leads to. */
  child(index: number): number {
    const node = this.#nodeAt(index);
    return this.#bytes.readUInt32LE(node) + this.#bytes.readUInt16LE(node + 4) * HIGH_WORD;
  }

  /** Length of the value of an entry of a leaf page, wherever it stands. */
  valueBytes(index: number): number {
    return this.#bytes.readUInt32LE(this.#nodeAt(index));
  }

  /** Where the value of an entry of a leaf page stands; undefined where that is on the page itself. */
  overflow(index: number): OverflowPages | undefined {
    const node = this.#nodeAt(index);
    if (!this.#has(node, NODE_FLAG.overflow)) return undefined;
    const at = this.#keyEnd(node);
    return { first: readNumber(this.#bytes, at), pages: readNumber(this.#bytes, at + 16) };
  }

  /** The value of an entry of a leaf page. Throws `DamagedFile` where it stands on other pages and not as it has to. */
  value(index: number, file: LmdbFile): Buffer {
    const bytes = this.valueBytes(index);
    const over = this.overflow(index);
    if (over !== undefined) return file.overflow(over.first, over.pages, bytes);
    const at = this.#keyEnd(this.#nodeAt(index));
    return this.#bytes.subarray(at, at + bytes);
  }

  /** The table that an entry of the directory names, with its head or what is wrong with that; undefined where it names none. */
  table(
    index: number,
    lastPage: number,
  ): { readonly name: string; readonly head: TreeHead | string } | undefined {
    const node = this.#nodeAt(index);
    const isTable =
      this.#has(node, NODE_FLAG.tree) &&
      !this.#has(node, NODE_FLAG.overflow) &&
      this.valueBytes(index) === TREE_HEAD_BYTES;
    if (!isTable) return undefined;
    const name = this.keyText(index).replace(/\0$/, '');
    return { name, head: readTreeHead(this.#bytes, this.#keyEnd(node), lastPage) };
  }

  /** Where the entry begins in the page. */
  #nodeAt(index: number): number {
    return this.#bytes.readUInt16LE(PAGE_HEADER_BYTES + 2 * index) + PAGE_HEADER_BYTES;
  }

  #keyEnd(node: number): number {
    return node + NODE_HEADER_BYTES + this.#bytes.readUInt16LE(node + 6);
  }

  #has(node: number, flag: number): boolean {
    return (this.#bytes.readUInt16LE(node + 4) & flag) !== 0;
  }
}
