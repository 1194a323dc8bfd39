/**
 * A disk that lost a write: what stands on the page is what stood there before, right in itself. LMDB keeps no checksums, so
 * it is found by what leads to the page, by how many entries its tree has, or by what records say of each other.
 */
import { closeSync, copyFileSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { generateNodeHistory } from '../../simulation/history/generate.js';
import { NodeRun } from '../../simulation/models/node/node-run.js';
import { verifyFile } from '../../src/audit/verify-file.js';
import { LmdbFile } from '../../src/store/lmdb/file.js';
import { openLmdbStore } from '../../src/store/lmdb/lmdb-store.js';
import { checkTrees } from '../../src/store/lmdb/tree-check.js';
import { type StoreReader, TABLES, type Table, type Write } from '../../src/store/store.js';
import { type LmdbFolder, makeLmdbFolder } from '../store/lmdb/lmdb-folder.js';
import { RecordCopy } from './record-copy.js';

const LOWER_AT = 20;

const places: LmdbFolder[] = [];

afterEach(async () => {
  for (const place of places.splice(0)) await place.remove();
});

/** A database file as it was after each life of a simulated node; the copy is the newest, to be damaged. */
class Ages {
  readonly images: readonly Buffer[];
  readonly copy: string;
  readonly pageBytes: number;

  constructor(place: LmdbFolder, images: readonly Buffer[]) {
    this.images = images;
    this.copy = join(place.folder, 'copy.mdb');
    copyFileSync(place.path, this.copy);
    this.pageBytes = this.look(({ meta }) => meta.pageBytes);
  }

  get newest(): Buffer {
    return this.images.at(-1) ?? Buffer.alloc(0);
  }

  pageOf(image: Buffer, page: number): Buffer {
    return image.subarray(page * this.pageBytes, (page + 1) * this.pageBytes);
  }

  look<T>(with_: (file: LmdbFile) => T): T {
    const file = LmdbFile.open(this.copy);
    try {
      return with_(file);
    } finally {
      file.close();
    }
  }

  /** While other bytes stand on a page. */
  async withPage<T>(page: number, bytes: Buffer, during: () => T | Promise<T>): Promise<T> {
    this.#write(page, bytes);
    try {
      return await during();
    } finally {
      this.#write(page, this.pageOf(this.newest, page));
    }
  }

  /** What `verify` says, in words. */
  async verify(): Promise<string[]> {
    const found: string[] = [];
    const { pageProblems } = await verifyFile(this.copy, { report: ({ what }) => found.push(what) });
    return [...pageProblems.map(({ page, table, what }) => `page ${page} of ${table}: ${what}`), ...found];
  }

  /** The table whose trees lead to the page; undefined where none does. */
  async tableOf(page: number): Promise<string | undefined> {
    const problems = () => this.look(checkTrees).problems;
    return (await this.withPage(page, Buffer.alloc(this.pageBytes), problems))[0]?.table;
  }

  #write(page: number, bytes: Buffer): void {
    const descriptor = openSync(this.copy, 'r+');
    writeSync(descriptor, bytes, 0, bytes.length, page * this.pageBytes);
    closeSync(descriptor);
  }
}

async function agesOf(seed: number): Promise<Ages> {
  const place = await makeLmdbFolder();
  places.push(place);
  const states: RecordCopy[] = [];
  await new NodeRun(generateNodeHistory(seed, 'heavy'), {
    see: () => {},
    disk: (records: StoreReader) => void states.push(new RecordCopy(records)),
  }).run();
  const images: Buffer[] = [];
  for (const [n, state] of states.entries()) {
    const store = openLmdbStore({ path: place.path });
    await store.commit(writesFrom(states[n - 1], state));
    await store.close();
    images.push(readFileSync(place.path));
  }
  return new Ages(place, images);
}

function writesFrom(before: RecordCopy | undefined, after: RecordCopy): Write[] {
  return TABLES.flatMap((table) => [
    ...(before?.entries(table) ?? [])
      .filter(({ key }) => after.get(table, key) === undefined)
      .map(({ key }): Write => ({ table, key, value: undefined })),
    ...after
      .entries(table)
      .filter(({ key, value }) => before?.get(table, key) !== value)
      .map((entry): Write => ({ table, ...entry })),
  ]);
}

describe('a database of which one page is an older one', () => {
  it('is never verified as sound', { timeout: 60_000 }, async () => {
    let planted = 0;
    for (let seed = 1; seed <= 4; seed++) {
      const ages = await agesOf(seed);
      expect(await ages.verify()).toEqual([]);
      const pages = ages.newest.length / ages.pageBytes;
      for (let page = 2; page < pages; page++) {
        const now = ages.pageOf(ages.newest, page);
        const table = await ages.tableOf(page);
        if (table === undefined) continue;
        const older = ages.images
          .slice(0, -1)
          .map((image) => ages.pageOf(image, page))
          .filter((bytes) => bytes.length === now.length && !bytes.equals(now));
        for (const bytes of older) {
          planted += 1;
          const found = await ages.withPage(page, bytes, () => ages.verify());
          expect(found, `seed ${seed}, page ${page} of ${table}`).not.toEqual([]);
        }
      }
    }
    expect(planted).toBeGreaterThan(30);
  });

  it.each(['credentials', 'idempotency', 'references'] satisfies Table[])(
    'is named where it is a page of %s that had one entry fewer',
    async (table) => {
      for (let seed = 1; ; seed++) {
        const ages = await agesOf(seed);
        const page = await pageOf(ages, table);
        if (page === undefined) continue;
        const shorter = Buffer.from(ages.pageOf(ages.newest, page));
        const entries = shorter.readUInt16LE(LOWER_AT) / 2;
        if (entries < 2) continue;
        shorter.writeUInt16LE(2 * (entries - 1), LOWER_AT);
        const found = await ages.withPage(page, shorter, () => ages.verify());
        expect(found).toEqual([
          expect.stringContaining(
            `of ${table}: it says that the tree has ${entries} entries; it has ${entries - 1}`,
          ),
        ]);
        return;
      }
    },
  );
});

async function pageOf(ages: Ages, table: Table): Promise<number | undefined> {
  const pages = ages.newest.length / ages.pageBytes;
  for (let page = 2; page < pages; page++) if ((await ages.tableOf(page)) === table) return page;
  return undefined;
}
