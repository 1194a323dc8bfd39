/** The file of a real store, in a folder of its own. */
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHECKSUM_BYTES, writeChecksum } from '../../../src/store/lmdb/checksums.js';
import { type DiskStore, type LmdbStoreOptions, openLmdbStore } from '../../../src/store/lmdb/lmdb-store.js';
import { LmdbSnapshot } from '../../../src/store/lmdb/snapshot.js';
import type { DatabaseUsage } from '../../../src/store/lmdb/usage.js';
import { TABLES } from '../../../src/store/store.js';
import { shownKey } from './describe-store-step.js';
import type { ExpectedStore, StoredRecord } from './expected-store.js';

/** A disk in memory, on which a sync takes no time: ten times the histories in a second. */
const MEMORY_DISK = '/dev/shm';
/** Of Linux: what this process has open. */
const DESCRIPTORS = '/proc/self';
const FULL = '/dev/full';
const ROOM_BYTES_MIN = 2 ** 30;
/** As the system counts them. */
const BLOCK_BYTES = 512;
/** No two values that writes are numbered by differ in it alone: one never becomes the other. */
const CHANGED_BIT = 0x40;

export class StoreFile {
  readonly #folder = mkdtempSync(join(place(), 'tollgate-fuzz-store-'));
  readonly #path = join(this.#folder, 'store.mdb');
  readonly #mapSizeBytes: number;

  constructor(mapSizeBytes: number) {
    this.#mapSizeBytes = mapSizeBytes;
  }

  open(): DiskStore {
    return openLmdbStore(this.options);
  }

  get options(): LmdbStoreOptions {
    return { path: this.#path, mapSizeBytes: this.#mapSizeBytes };
  }

  /**
   * While `act` goes on, the file cannot be opened to be made longer, or takes no byte more; a store that has
   * it open goes on.
   */
  async withoutRoom<Result>(act: () => Promise<Result>, how: 'gone' | 'full' = 'gone'): Promise<Result> {
    const away = `${this.#folder}-away`;
    renameSync(this.#folder, away);
    if (how === 'full') {
      mkdirSync(this.#folder);
      symlinkSync(FULL, this.#path);
    }
    try {
      return await act();
    } finally {
      rmSync(this.#folder, { recursive: true, force: true });
      renameSync(away, this.#folder);
    }
  }

  /**
   * From now on the store that has the file open cannot write its root page: the descriptor for it leads to a
   * device that is full.
   *
   * @returns false if there is no such descriptor, or the system does not tell
   */
  failRoot(): boolean {
    const descriptor = syncedDescriptor(this.#path);
    if (descriptor === undefined) return false;
    // The system gives the lowest number that is free: those below are taken before.
    const taken = [openSync(FULL, 'r+')];
    while ((taken.at(-1) ?? descriptor) < descriptor) taken.push(openSync(FULL, 'r+'));
    closeSync(descriptor);
    openSync(FULL, 'r+');
    for (const other of taken) closeSync(other);
    return true;
  }

  /**
   * Looks at a snapshot of the file, which no store has open, and may put a copy in its place.
   *
   * @returns in what it differs from what it has to be; undefined if it does not
   */
  async look(
    expected: ExpectedStore,
    look: 'snapshot' | 'copy' | 'compacted_copy',
  ): Promise<string | undefined> {
    const snapshot = new LmdbSnapshot(this.#path);
    try {
      const difference = differenceOf(snapshot, expected);
      if (look !== 'snapshot') {
        const copy = join(this.#folder, 'copy.mdb');
        await snapshot.copyTo(copy, { compacted: look === 'compacted_copy' });
        renameSync(copy, this.#path);
      }
      return difference;
    } finally {
      await snapshot.close();
    }
  }

  /** Says so if this process has a file of the store open. */
  stillOpen(): string | undefined {
    const open = openFiles().filter(({ path }) => path.startsWith(this.#folder));
    return open.length === 0
      ? undefined
      : `after closing, ${open.map(({ path }) => path).join(', ')} is open`;
  }

  /** Says so if the file is no longer than what LMDB uses of it, or has no blocks for a part of it. */
  roomLacking(usage: DatabaseUsage | undefined): string | undefined {
    const { size, blocks } = statSync(this.#path);
    const usedBytes = usage === undefined ? 0 : (usage.usedPages + usage.freePages) * usage.pageBytes;
    if (usage === undefined || size <= usedBytes)
      return `the file has ${size} bytes, of which LMDB uses ${usedBytes}`;
    // Other disks may take zeros without keeping them.
    const blockedBytes = this.#folder.startsWith(MEMORY_DISK) ? blocks * BLOCK_BYTES : size;
    return blockedBytes < size ? `of ${size} bytes the file has blocks for ${blockedBytes}` : undefined;
  }

  /** Changes a record of the file, which no store has open; returns it, undefined if there is none. */
  damage(records: readonly StoredRecord[], nth: number, how: 'bit' | 'mixed_up'): StoredRecord | undefined {
    const record = records[nth % records.length];
    if (record === undefined) return undefined;
    const bytes = Buffer.byteLength(record.value);
    const other = records.find((one) => one !== record && Buffer.byteLength(one.value) === bytes);
    if (how === 'bit' || other === undefined) this.#changeBit(record.value);
    else this.#putInPlaceOf(record, other);
    return record;
  }

  /** Changes one bit of a value everywhere in the file. */
  #changeBit(value: string): void {
    this.#change(value, (bytes, at, length) => {
      const place = at + (length >> 1);
      bytes[place] = (bytes[place] ?? 0) ^ CHANGED_BIT;
    });
  }

  /** Puts another value of the same length, with its checksum, in the place of a value with its own. */
  #putInPlaceOf(record: StoredRecord, other: StoredRecord): void {
    const bytesOfOther = bytesOf(other);
    this.#change(bytesOf(record), (bytes, at) => bytesOfOther.copy(bytes, at));
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #change(value: string | Buffer, change: (bytes: Buffer, at: number, length: number) => void): void {
    const bytes = readFileSync(this.#path);
    const length = Buffer.byteLength(value);
    for (let at = bytes.indexOf(value); at >= 0; at = bytes.indexOf(value, at + 1)) change(bytes, at, length);
    writeFileSync(this.#path, bytes);
  }
}

/** LMDB writes its root page through a descriptor of its own. */
function syncedDescriptor(path: string): number | undefined {
  return openFiles().find((one) => one.path === path && isSynced(one.descriptor))?.descriptor;
}

/** None if the system does not tell. */
function openFiles(): readonly { readonly descriptor: number; readonly path: string }[] {
  if (!existsSync(DESCRIPTORS)) return [];
  return readdirSync(`${DESCRIPTORS}/fd`).flatMap((descriptor) => {
    try {
      return [{ descriptor: Number(descriptor), path: readlinkSync(`${DESCRIPTORS}/fd/${descriptor}`) }];
    } catch {
      // It is closed by now.
      return [];
    }
  });
}

function isSynced(descriptor: number): boolean {
  try {
    const info = readFileSync(`${DESCRIPTORS}/fdinfo/${descriptor}`, 'utf8');
    return (Number.parseInt(/flags:\s+(\d+)/.exec(info)?.[1] ?? '0', 8) & constants.O_DSYNC) !== 0;
  } catch {
    return false;
  }
}

function bytesOf({ table, key, value }: StoredRecord): Buffer {
  const bytes = Buffer.alloc(Buffer.byteLength(value) + CHECKSUM_BYTES, value);
  writeChecksum(bytes, bytes.length - CHECKSUM_BYTES, table, key, value);
  return bytes;
}

function place(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_DISK);
    if (bavail * bsize >= ROOM_BYTES_MIN) return MEMORY_DISK;
  } catch {
    // There is none.
  }
  return tmpdir();
}

/** A snapshot shows what stands in the file: values with their checksums behind them. */
function differenceOf(snapshot: LmdbSnapshot, expected: ExpectedStore): string | undefined {
  for (const table of TABLES) {
    const records = expected.seen(table);
    const keys = Array.from(snapshot.entries(table), ({ key }) => key);
    const isSame = keys.length === records.length && records.every(({ key }, at) => key === keys[at]);
    if (!isSame || snapshot.count(table) !== records.length)
      return `${table} has ${keys.length} records and counts ${snapshot.count(table)} of ${records.length}`;
    const strange = records.find(
      ({ key, value }) => value !== undefined && snapshot.get(table, key)?.startsWith(value) !== true,
    );
    if (strange !== undefined) return `${table}: ${shownKey(strange.key)} has another value`;
  }
  return undefined;
}
