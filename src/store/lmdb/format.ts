/**
 * LMDB's file as `lmdb` 3.5.6 writes it on a 64-bit, little-endian machine: data version 2 of LMDB's development line
 * (its `mdb.c`: `MDB_page_header`, `MDB_meta`, `MDB_db`, `midl.c`). What is on a page of a tree: `lmdb-tree-page.ts`.
 *
 * A file is pages of one size. Pages 0 and 1 are meta pages, written in turn; the one of the later transaction counts. It
 * names the roots of two trees: the free list, and the directory, whose values are the roots of the tables.
 *
 * Everything here is only read, and every offset is judged before it is used: the file may be damaged.
 */

export const PAGE_HEADER_BYTES = 24;
/** The meta pages; pages of trees come after them. */
export const META_PAGES = 2;
const META_BYTES = 168;
const MAGIC = 0xbeefc0de;
const FORMAT_VERSION = 2;
const PAGE_BYTES_MIN = 512;
const PAGE_BYTES_MAX = 65_536;
/** LMDB's own bound. */
const DEPTH_MAX = 32;

const FLAG = { branch: 0x01, leaf: 0x02, overflow: 0x04, meta: 0x08 } as const;
/** Bits of a page's flags that LMDB uses in memory. */
const VOLATILE_FLAGS = 0xe000;
export const HIGH_WORD = 2 ** 32;
/** Page numbers and transactions are exact below it; LMDB marks "no page" by all bits. */
const HIGH_WORD_MAX = 2 ** 20;

/** The root of a tree and what it says of itself. */
export interface TreeHead {
  readonly depth: number;
  readonly branchPages: number;
  readonly leafPages: number;
  readonly overflowPages: number;
  readonly entries: number;
  /** Undefined for an empty tree. */
  readonly root: number | undefined;
}

/** One meta page: a state of the whole file. */
export interface Meta {
  /** 0 or 1. */
  readonly page: number;
  readonly pageBytes: number;
  readonly lastPage: number;
  readonly transaction: number;
  readonly freeList: TreeHead;
  readonly directory: TreeHead;
}

/** A u64; NaN where it is no exact number. */
export function readNumber(bytes: Buffer, at: number): number {
  const high = bytes.readUInt32LE(at + 4);
  return high < HIGH_WORD_MAX ? high * HIGH_WORD + bytes.readUInt32LE(at) : Number.NaN;
}

/** A tree's head as it stands in a meta page or in a value of the directory, or what is wrong with it. */
export function readTreeHead(bytes: Buffer, at: number, lastPage: number): TreeHead | string {
  const isEmpty = bytes.readUInt32LE(at + 40) === 0xffffffff && bytes.readUInt32LE(at + 44) === 0xffffffff;
  const root = isEmpty ? undefined : readNumber(bytes, at + 40);
  const head: TreeHead = {
    depth: bytes.readUInt16LE(at + 6),
    branchPages: readNumber(bytes, at + 8),
    leafPages: readNumber(bytes, at + 16),
    overflowPages: readNumber(bytes, at + 24),
    entries: readNumber(bytes, at + 32),
    root,
  };
  if (root !== undefined && !isTreePage(root, lastPage))
    return `its root is page ${root}, which there is not`;
  if (head.depth > DEPTH_MAX || (root === undefined) !== (head.depth === 0))
    return `its depth is ${head.depth}`;
  return head;
}

export const TREE_HEAD_BYTES = 48;

export function isTreePage(page: number, lastPage: number): boolean {
  return page >= META_PAGES && page <= lastPage;
}

/** The bytes that `readMeta` takes: enough for the first meta page whatever the size of a page. */
export const META_PAGE_BYTES = PAGE_HEADER_BYTES + META_BYTES;

/** A meta page, or what is wrong with it. */
export function readMeta(bytes: Buffer, page: number): Meta | string {
  if (bytes.length < META_PAGE_BYTES) return 'the file ends before it';
  if (bytes.readUInt32LE(24) !== MAGIC) return 'it is no page of a database';
  const version = bytes.readUInt32LE(28) & 0xffff;
  if (version !== FORMAT_VERSION) return `it is of another format (${version}, this is ${FORMAT_VERSION})`;
  if ((bytes.readUInt16LE(18) & FLAG.meta) === 0) return 'it is not marked as a meta page';
  const pageBytes = bytes.readUInt32LE(48);
  const isSize =
    pageBytes >= PAGE_BYTES_MIN && pageBytes <= PAGE_BYTES_MAX && (pageBytes & (pageBytes - 1)) === 0;
  if (!isSize) return `it says that pages have ${pageBytes} bytes`;
  const lastPage = readNumber(bytes, 144);
  const transaction = readNumber(bytes, 152);
  if (!(lastPage >= META_PAGES - 1)) return 'it names no last page';
  if (Number.isNaN(transaction)) return 'it names no transaction';
  const freeList = readTreeHead(bytes, 48, lastPage);
  if (typeof freeList === 'string') return `the free list: ${freeList}`;
  const directory = readTreeHead(bytes, 96, lastPage);
  if (typeof directory === 'string') return `the directory of tables: ${directory}`;
  return { page, pageBytes, lastPage, transaction, freeList, directory };
}

export type PageKind = 'branch' | 'leaf' | 'overflow';

/** What is wrong with the head of a page that a tree leads to as `kind`; undefined where nothing is. */
export function judgePageHead(
  page: Buffer,
  number: number,
  kind: PageKind,
  transaction: number,
): string | undefined {
  const says = readNumber(page, 0);
  if (says !== number) return `it says that it is page ${says}`;
  if (!(readNumber(page, 8) <= transaction)) return 'it is of a transaction that has not been';
  const flags = page.readUInt16LE(18) & ~VOLATILE_FLAGS;
  if (flags !== FLAG[kind]) return `it is no ${kind} page (flags ${flags})`;
  if (kind === 'overflow') return undefined;
  const lower = page.readUInt16LE(20);
  const upper = page.readUInt16LE(22);
  const room = page.length - PAGE_HEADER_BYTES;
  const isSane = lower % 2 === 0 && lower <= upper && upper <= room;
  if (!isSane) return `its free space is said to be from ${lower} to ${upper} of ${room}`;
  if (lower === 0) return 'it is empty';
  return undefined;
}

/** Pages that a value of so many bytes takes. */
export function overflowPagesFor(bytes: number, pageBytes: number): number {
  return Math.floor((PAGE_HEADER_BYTES - 1 + bytes) / pageBytes) + 1;
}

/**
 * The pages of one value of the free list: a count, then page numbers; zeros are gaps, and a negative number stands
 * before the first of so many pages in a row.
 *
 * @returns undefined where it is none
 */
export function readFreePages(
  value: Buffer,
  each: (first: number, pages: number) => void,
): string | undefined {
  const count = value.length < 8 ? Number.NaN : readNumber(value, 0);
  if (!(count * 8 + 8 <= value.length)) return 'a list of free pages is longer than its value';
  for (let n = 1; n <= count; n++) {
    const number = Number(value.readBigInt64LE(8 * n));
    if (number > 0) each(number, 1);
    if (number >= 0) continue;
    n += 1;
    if (n > count) return 'a list of free pages ends within a row';
    each(Number(value.readBigInt64LE(8 * n)), -number);
  }
  return undefined;
}
