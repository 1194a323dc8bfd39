/**
 * Sees to it that the database file has the disk blocks of a commit before LMDB asks for them.
 *
 * A disk without room must be met here: `lmdb` 3.5.6 writes its message about a failed page write into 100
 * bytes that it does not always fit in, and the process ends, at once or later, on a damaged heap. So the
 * file is kept longer than LMDB has use for, by zeros that were really written; if they cannot be had, the
 * commit fails before LMDB hears of it. (As a side effect syncing is cheaper: the file seldom changes its
 * length.) File systems that write every block anew, such as btrfs and ZFS, give no such promise.
 *
 * Writing zeros takes as long as several commits, so the file is extended ahead of need, a piece at a time,
 * while commits go on; a commit waits only if it needs more than is there.
 *
 * Invariants
 *  1. The file is never cut shorter than what LMDB uses: an extension that fails is taken back, no more, and
 *     never while a commit is under way.
 *  2. `#usedBytesMax` is at least what LMDB uses, as far as the bound in `bytesOf` is one; it is measured
 *     again when the estimates have used up the reserve, which is once in many commits.
 *  3. Zeros are appended only, so whatever LMDB may have written meanwhile, none is written over.
 *  4. At most one extension is under way, and none when `settled` resolves.
 */
import { statSync } from 'node:fs';
import { open, truncate } from 'node:fs/promises';
import type { RootDatabase } from 'lmdb';
import { errorOf } from '../../errors/error-text.js';
import type { Write } from '../store.js';
import { CHECKSUM_BYTES } from './checksums.js';

/** How much is added at a time, if there is room for it. */
const EXTENSION_BYTES = 8 * 1024 * 1024;

/** With less than this left beyond what a commit may need, more is added while it is under way. */
const LEFT_MIN_BYTES = 4 * 1024 * 1024;

/** Written and synced at a time: a commit that syncs the file meanwhile waits for no more than this. */
const BLOCK = Buffer.alloc(1024 * 1024);

/** Pages from a root to a leaf, generously: each write copies at most these. */
const PAGES_PER_WRITE = 8;

/** Further pages of each commit: the roots of all tables, LMDB's own lists of free pages. */
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
  /** The extension that was begun ahead of need; never rejects. */
  #underWay: Promise<void> | undefined;
  /** Whether an extension failed that is still to be taken back. */
  #hasTail = false;

  constructor(path: string, root: RootDatabase<string, string>) {
    this.#path = path;
    this.#root = root;
    this.#usage = usageOf(root);
    this.#usedBytesMax = this.#usage.pages * this.#usage.pageBytes;
    this.#reservedBytes = statSync(path).size;
  }

  /**
   * Undefined if the blocks for these writes are there; else it resolves when they are, and rejects with the
   * system's error if they cannot be had. To be called while no commit is under way.
   */
  reserve(writes: readonly Write[]): Promise<void> | undefined {
    const bytes = bytesOf(writes, this.#usage);
    if (this.#usedBytesMax + bytes + LEFT_MIN_BYTES > this.#reservedBytes) this.#measure();
    this.#usedBytesMax += bytes;
    const leftBytes = this.#reservedBytes - this.#usedBytesMax;
    if (leftBytes < 0 || this.#hasTail) return this.#waitFor(bytes);
    if (leftBytes < LEFT_MIN_BYTES) this.#extendAhead();
    return undefined;
  }

  /** Length of the file, what is kept ahead of need included. */
  get fileBytes(): number {
    return this.#reservedBytes;
  }

  /** Resolves when no extension is under way. Never rejects. */
  async settled(): Promise<void> {
    await this.#underWay;
  }

  async #waitFor(bytes: number): Promise<void> {
    try {
      await this.#underWay;
      if (this.#hasTail) await this.#cutTail();
      if (this.#reservedBytes < this.#usedBytesMax) await this.#extend();
    } catch (failure) {
      this.#usedBytesMax -= bytes;
      throw failure;
    }
  }

  /** If that fails, the next commit takes it back, and meets the failure if it needs the room. */
  #extendAhead(): void {
    this.#underWay ??= this.#append(this.#reservedBytes + EXTENSION_BYTES)
      .catch(() => {
        this.#hasTail = true;
      })
      .finally(() => {
        this.#underWay = undefined;
      });
  }

  #measure(): void {
    // Readers in other processes, such as a backup, keep freed pages from use; those that died do so until
    // told apart.
    this.#root.readerCheck();
    this.#usage = usageOf(this.#root);
    this.#usedBytesMax = this.#usage.pages * this.#usage.pageBytes;
    this.#reservedBytes = Math.max(this.#reservedBytes, this.#usedBytesMax);
  }

  /** By as much as usual, or as far as needed where the disk has no more. */
  async #extend(): Promise<void> {
    const usual = this.#reservedBytes + EXTENSION_BYTES;
    if (usual > this.#usedBytesMax && (await this.#extendTo(usual)) === undefined) return;
    if (this.#reservedBytes >= this.#usedBytesMax) return;
    const failure = await this.#extendTo(this.#usedBytesMax);
    if (failure !== undefined) throw failure;
  }

  /**
   * Resolves with the system's error if that fails. The part that was added until then is kept as far as it
   * counts.
   */
  async #extendTo(end: number): Promise<Error | undefined> {
    try {
      await this.#append(end);
      return undefined;
    } catch (failure) {
      await this.#cutTail();
      return errorOf(failure);
    }
  }

  /** Counts what is on disk as it gets there. If that fails, the file may be longer than what is counted. */
  async #append(end: number): Promise<void> {
    const file = await open(this.#path, 'a');
    try {
      while (this.#reservedBytes < end) {
        let left = Math.min(BLOCK.length, end - this.#reservedBytes);
        while (left > 0) left -= (await file.write(BLOCK, 0, left)).bytesWritten;
        await file.datasync();
        this.#reservedBytes = (await file.stat()).size;
      }
    } finally {
      await file.close();
    }
  }

  /** Takes back what an extension that failed may have added. */
  async #cutTail(): Promise<void> {
    await truncate(this.#path, this.#reservedBytes);
    this.#hasTail = false;
  }
}

/**
 * How much longer these writes can make the file: the pages they copy, and those their data need, half full.
 */
function bytesOf(writes: readonly Write[], { pageBytes, pages }: Usage): number {
  let dataBytes = 0;
  for (const { key, value } of writes) {
    if (value !== undefined) dataBytes += key.length + value.length * 3 + CHECKSUM_BYTES + 16;
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
