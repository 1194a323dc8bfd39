/** The file of a real store, in a folder of its own. */
import { mkdtempSync, readFileSync, renameSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHECKSUM_BYTES, writeChecksum } from '../../../src/store/lmdb/checksums.js';
import { type DiskStore, type LmdbStoreOptions, openLmdbStore } from '../../../src/store/lmdb/lmdb-store.js';
import { LmdbSnapshot } from '../../../src/store/lmdb/snapshot.js';
import { TABLES } from '../../../src/store/store.js';
import { shownKey } from './describe-store-step.js';
import type { ExpectedStore, StoredRecord } from './expected-store.js';

/** A disk in memory, on which a sync takes no time: ten times the histories in a second. */
const MEMORY_DISK = '/dev/shm';
const ROOM_BYTES_MIN = 2 ** 30;

export class StoreFile {
  readonly #folder = mkdtempSync(join(place(), 'tollgate-fuzz-store-'));
  readonly #path = join(this.#folder, 'store.mdb');
  readonly #mapSizeBytes: number;

  constructor(mapSizeBytes: number) {
    this.#mapSizeBytes = mapSizeBytes;
  }

  get bytes(): number {
    return statSync(this.#path).size;
  }

  open(): DiskStore {
    return openLmdbStore(this.options);
  }

  get options(): LmdbStoreOptions {
    return { path: this.#path, mapSizeBytes: this.#mapSizeBytes };
  }

  /** While `act` goes on, the file cannot be opened to be made longer; a store that has it open goes on. */
  async withoutRoom<Result>(act: () => Promise<Result>): Promise<Result> {
    const away = `${this.#folder}-away`;
    renameSync(this.#folder, away);
    try {
      return await act();
    } finally {
      renameSync(away, this.#folder);
    }
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

  /** Changes one bit of a value everywhere in the file, which no store has open. */
  changeBit(value: string): void {
    this.#change(value, (bytes, at, length) => {
      const place = at + (length >> 1);
      bytes[place] = (bytes[place] ?? 0) ^ 1;
    });
  }

  /** Puts another value of the same length, with its checksum, in the place of a value with its own. */
  putInPlaceOf(record: StoredRecord, other: StoredRecord): void {
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
