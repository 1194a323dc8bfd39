/**
 * Sees to it that the database file has the disk blocks of a commit before LMDB asks for them.
 *
 * A disk without room must be met here: `lmdb` 3.5.6 writes its message about a failed page write into 100
 * bytes that it does not always fit in, and the process ends, at once or later, on a damaged heap. So the
 * file is kept longer than LMDB has use for, by zeros that were really written; where they cannot be had,
 * the commit fails before LMDB hears of it. (As a side effect syncing is cheaper: the file seldom changes
 * its length.) File systems that write every block anew, such as btrfs and ZFS, give no such promise.
 *
 * Invariants
 *  1. The file is never cut shorter than what LMDB uses: an extension that fails is taken back, no more.
 *  2. `#usedBytesMax` is at least what LMDB uses, as far as the bound in `bytesOf` is one; it is measured
 *     again when the estimates have used up the reserve, which is once in many commits.
 *  3. Nothing here runs while a commit is under way in LMDB.
 */
import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { RootDatabase } from 'lmdb';
import type { Write } from './store.js';

/** How much is added at a time, where there is room for it. */
const EXTENSION_BYTES = 8 * 1024 * 1024;

const BLOCK = Buffer.alloc(1024 * 1024);

/** Pages from a root to a leaf, generously: each write copies at most these. */
const PAGES_PER_WRITE = 8;

/** What a commit touches besides: the roots of all tables, LMDB's own lists of free pages. */
const PAGES_PER_COMMIT = 64;

interface Usage {
  readonly pageBytes: number;
  readonly pages: number;
}

export class LmdbRoom {
  readonly #path: string;
  readonly #root: RootDatabase<string, string>;
  #usage: Usage;
  #usedBytesMax: number;
  #reservedBytes: number;

  constructor(path: string, root: RootDatabase<string, string>) {
    this.#path = path;
    this.#root = root;
    this.#usage = usageOf(root);
    this.#usedBytesMax = this.#usage.pages * this.#usage.pageBytes;
    this.#reservedBytes = statSync(path).size;
  }

  /** Resolves when the blocks for these writes are there; rejects with the system's error where they are not. */
  async reserve(writes: readonly Write[]): Promise<void> {
    const bytes = bytesOf(writes, this.#usage);
    if (this.#usedBytesMax + bytes > this.#reservedBytes) this.#measure();
    const missing = this.#usedBytesMax + bytes - this.#reservedBytes;
    if (missing > 0) await this.#extend(missing);
    this.#usedBytesMax += bytes;
  }

  #measure(): void {
    this.#usage = usageOf(this.#root);
    this.#usedBytesMax = this.#usage.pages * this.#usage.pageBytes;
    this.#reservedBytes = Math.max(this.#reservedBytes, this.#usedBytesMax);
  }

  async #extend(missingBytes: number): Promise<void> {
    try {
      await this.#extendBy(Math.max(missingBytes, EXTENSION_BYTES));
    } catch (failure) {
      if (missingBytes >= EXTENSION_BYTES) throw failure;
      await this.#extendBy(missingBytes);
    }
  }

  async #extendBy(bytes: number): Promise<void> {
    const file = await open(this.#path, 'r+');
    try {
      const end = this.#reservedBytes + bytes;
      for (let at = this.#reservedBytes; at < end; ) {
        const length = Math.min(BLOCK.length, end - at);
        at += (await file.write(BLOCK, 0, length, at)).bytesWritten;
      }
      await file.datasync();
      this.#reservedBytes = end;
    } catch (failure) {
      await file.truncate(this.#reservedBytes);
      throw failure;
    } finally {
      await file.close();
    }
  }
}

/** How much longer these writes can make the file: the pages they copy, and those their data need, half full. */
function bytesOf(writes: readonly Write[], { pageBytes, pages }: Usage): number {
  let dataBytes = 0;
  for (const { key, value } of writes) {
    if (value !== undefined) dataBytes += key.length + value.length * 3 + 16;
  }
  const pagesCopied = Math.min(writes.length * PAGES_PER_WRITE, pages) + PAGES_PER_COMMIT;
  return pagesCopied * pageBytes + dataBytes * 2;
}

function usageOf(root: RootDatabase<string, string>): Usage {
  const stats: { readonly pageSize?: unknown; readonly lastPageNumber?: unknown } = root.getStats();
  if (typeof stats.pageSize !== 'number' || typeof stats.lastPageNumber !== 'number') {
    throw new Error('LMDB does not tell how much of its file it uses');
  }
  return { pageBytes: stats.pageSize, pages: stats.lastPageNumber + 1 };
}
