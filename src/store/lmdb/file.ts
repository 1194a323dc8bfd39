/**
 * An LMDB file read without LMDB: by page numbers, through a descriptor, never through a memory map. So a file that was
 * cut short or damaged is an error with a name, where LMDB would end the process by SIGBUS or SIGSEGV.
 *
 * What is read is one state of the file, that of its newest meta page when it was opened. While a node writes to the
 * file, that state holds only as long as somebody keeps a read transaction that began before (`lmdb-pin.ts`): pages that
 * it needs are then not used again.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { META_PAGE_BYTES, type Meta, PAGE_HEADER_BYTES, readMeta } from './format.js';

/** Read at a time, and kept: pages that were written together mostly stand together. */
const BLOCK_PAGES = 16;
const BLOCKS_KEPT = 512;
/** A meta page that is just being written is read again. */
const META_READS_MAX = 100;

/** Something in the file is not as LMDB writes it. */
export class DamagedFile extends Error {
  override readonly name = 'DamagedFile';
  /** The page's number. */
  readonly page: number;
  /** What is wrong with it. */
  readonly what: string;

  constructor(page: number, what: string) {
    super(`page ${page} is damaged: ${what}`);
    this.page = page;
    this.what = what;
  }
}

export class LmdbFile {
  readonly path: string;
  readonly meta: Meta;
  /** Of the file when it was opened; a node may make it longer. */
  readonly fileBytes: number;
  readonly #descriptor: number;
  readonly #blocks = new Map<number, Buffer>();
  #newest: Buffer = Buffer.alloc(0);
  #newestNumber = -1;
  readonly #betweenBlocks: () => void;

  private constructor(
    path: string,
    descriptor: number,
    meta: Meta,
    fileBytes: number,
    betweenBlocks: () => void,
  ) {
    this.path = path;
    this.#descriptor = descriptor;
    this.meta = meta;
    this.fileBytes = fileBytes;
    this.#betweenBlocks = betweenBlocks;
  }

  /**
   * Throws the system's error, or `DamagedFile` where a meta page is none.
   *
   * @param betweenBlocks called each time that pages of another block are wanted: so often that what is done in between
   *   is short
   */
  static open(path: string, betweenBlocks: () => void = () => {}): LmdbFile {
    const descriptor = openSync(path, 'r');
    try {
      const meta = newestMeta(descriptor);
      return new LmdbFile(path, descriptor, meta, fstatSync(descriptor).size, betweenBlocks);
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
  }

  /** Pages that stand in the file whole. */
  get pagesInFile(): number {
    return Math.floor(this.fileBytes / this.meta.pageBytes);
  }

  /** The bytes of a page. Throws `DamagedFile` where the file ends before it does. */
  page(number: number): Buffer {
    const { pageBytes } = this.meta;
    const blockNumber = Math.floor(number / BLOCK_PAGES);
    const block = blockNumber === this.#newestNumber ? this.#newest : this.#block(blockNumber);
    const at = (number - blockNumber * BLOCK_PAGES) * pageBytes;
    if (at + pageBytes > block.length) throw new DamagedFile(number, 'the file ends before it');
    return block.subarray(at, at + pageBytes);
  }

  /** The bytes of a value that stands on `pages` pages from `first` on, behind the head of the first. */
  overflow(first: number, pages: number, bytes: number): Buffer {
    const { pageBytes } = this.meta;
    const value = Buffer.allocUnsafe(bytes);
    const head = first * pageBytes + PAGE_HEADER_BYTES;
    const read = head + bytes <= (first + pages) * pageBytes ? readAt(this.#descriptor, value, head) : 0;
    if (read < bytes) throw new DamagedFile(first, 'the value on it ends outside of its pages');
    return value;
  }

  close(): void {
    closeSync(this.#descriptor);
    this.#blocks.clear();
  }

  #block(number: number): Buffer {
    this.#betweenBlocks();
    let block = this.#blocks.get(number);
    if (block === undefined) {
      block = Buffer.allocUnsafe(BLOCK_PAGES * this.meta.pageBytes);
      const read = readAt(this.#descriptor, block, number * block.length);
      block = block.subarray(0, read);
      // The one kept longest goes: whoever goes through a tree comes back to few pages, and to these often.
      if (this.#blocks.size >= BLOCKS_KEPT) this.#blocks.delete(this.#blocks.keys().next().value ?? 0);
    } else {
      this.#blocks.delete(number);
    }
    this.#blocks.set(number, block);
    this.#newest = block;
    this.#newestNumber = number;
    return block;
  }
}

/** As LMDB chooses: of the two, that of the later transaction; both have to be meta pages. */
function newestMeta(descriptor: number): Meta {
  const first = steadyMeta(descriptor, 0, 0);
  const second = steadyMeta(descriptor, 1, first.pageBytes);
  if (second.pageBytes !== first.pageBytes)
    throw new DamagedFile(1, `it says that pages have ${second.pageBytes} bytes, page 0 ${first.pageBytes}`);
  return first.transaction >= second.transaction ? first : second;
}

/** A meta page that reads the same twice: LMDB changes one with a single write, which a read may meet halfway. */
function steadyMeta(descriptor: number, page: number, at: number): Meta {
  let before = metaBytes(descriptor, at);
  for (let reads = 1; reads < META_READS_MAX; reads++) {
    const now = metaBytes(descriptor, at);
    if (now.equals(before)) break;
    before = now;
  }
  const meta = readMeta(before, page);
  if (typeof meta === 'string') throw new DamagedFile(page, meta);
  return meta;
}

function metaBytes(descriptor: number, at: number): Buffer {
  const bytes = Buffer.alloc(META_PAGE_BYTES);
  return bytes.subarray(0, readAt(descriptor, bytes, at));
}

/** Reads until the buffer is full or the file ends; answers how many bytes it read. */
function readAt(descriptor: number, into: Buffer, position: number): number {
  let read = 0;
  while (read < into.length) {
    const more = readSync(descriptor, into, read, into.length - read, position + read);
    if (more === 0) break;
    read += more;
  }
  return read;
}
