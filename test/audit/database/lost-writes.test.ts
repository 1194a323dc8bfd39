/**
 * A disk that lost a write: what stands on the page is what stood there before, right in itself, its
 * checksums too. So it is found by how many records its table has, by where its records stand, or by what
 * records say of each other.
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { verifyFile } from '../../../src/audit/database/verify-file.js';
import { openLmdbStore } from '../../../src/store/lmdb/lmdb-store.js';
import type { Table } from '../../../src/store/store.js';
import { BUILT_PROGRAM } from '../../built-program.js';
import { newestPlaces, PAGE_BYTES } from '../../store/lmdb/leaf-pages.js';
import { repetitions } from '../../test-set.js';
import { type NodeDatabase, nodeDatabase } from './node-database.js';

const LOWER_AT = 20;
const SEEDS_MAX = 20;
const ZEROS = Buffer.alloc(PAGE_BYTES);
/** Each costs a process that verifies. */
const PLANTED_MAX = repetitions(2, Number.POSITIVE_INFINITY);

function write(path: string, page: number, bytes: Buffer): void {
  const descriptor = openSync(path, 'r+');
  writeSync(descriptor, bytes, 0, bytes.length, page * PAGE_BYTES);
  closeSync(descriptor);
}

function pageOf(image: Buffer, page: number): Buffer {
  return image.subarray(page * PAGE_BYTES, (page + 1) * PAGE_BYTES);
}

async function verified(path: string): Promise<string[]> {
  const found: string[] = [];
  const { damage } = await verifyFile(path, {
    program: BUILT_PROGRAM,
    report: ({ kind, what }) => found.push(`${kind}: ${what}`),
  });
  return damage === undefined ? found : [...found, damage];
}

/** The findings of verification while other bytes stand on a page. */
async function withPage({ path, images }: NodeDatabase, page: number, bytes: Buffer): Promise<string[]> {
  const newest = images.at(-1) ?? Buffer.alloc(0);
  write(path, page, bytes);
  try {
    return await verified(path);
  } finally {
    write(path, page, pageOf(newest, page));
  }
}

/** The page as it was in earlier lives of the node. */
function olderPages({ images }: NodeDatabase, page: number): Buffer[] {
  const now = pageOf(images.at(-1) ?? Buffer.alloc(0), page);
  const older = images
    .slice(0, -1)
    .map((image) => pageOf(image, page))
    .filter((bytes) => bytes.length === now.length && !bytes.equals(now) && !bytes.equals(ZEROS));
  return [...new Map(older.map((bytes) => [bytes.toString('latin1'), bytes])).values()];
}

/** The first of some histories in whose newest file one page has all records of the table, and several. */
async function databaseWith(
  table: Table,
): Promise<NodeDatabase & { readonly records: number; readonly page: number }> {
  for (let seed = 1; seed <= SEEDS_MAX; seed++) {
    const database = await nodeDatabase(seed);
    const store = openLmdbStore({ path: database.path });
    const keys = new Set(Array.from(store.range(table, {}), ({ key }) => key));
    await store.close();
    const newest = database.images.at(-1) ?? Buffer.alloc(0);
    const pages = new Set(newestPlaces(newest, ({ key }) => keys.has(key)).map((place) => place.page));
    const [page] = pages;
    if (page !== undefined && pages.size === 1 && keys.size > 1)
      return { ...database, records: keys.size, page };
  }
  throw new Error(`no history has several records of ${table} on one page`);
}

describe('a database of which one page that is in use is an older one', () => {
  it('is never verified as sound', async () => {
    const database = await nodeDatabase(4);
    const { path, images } = database;
    expect(await verified(path)).toEqual([]);
    let planted = 0;
    for (let page = 2; page * PAGE_BYTES < (images.at(-1)?.length ?? 0); page++) {
      if (planted >= PLANTED_MAX) break;
      const older = olderPages(database, page);
      // Of what is not in use, nothing is missed.
      if (older.length === 0 || (await withPage(database, page, ZEROS)).length === 0) continue;
      for (const bytes of older) {
        planted += 1;
        expect(await withPage(database, page, bytes), `page ${page}`).not.toEqual([]);
      }
    }
    expect(planted).toBeGreaterThanOrEqual(Math.min(PLANTED_MAX, 9));
  });

  it.each(['credentials', 'idempotency', 'references'] satisfies Table[])(
    'is named if it is a page of %s that had one record fewer',
    async (table) => {
      const { path, images, records, page } = await databaseWith(table);
      const newest = images.at(-1) ?? Buffer.alloc(0);
      const shorter = Buffer.from(pageOf(newest, page));
      shorter.writeUInt16LE(2 * (records - 1), LOWER_AT);
      expect(await withPage({ path, images }, page, shorter)).toContain(
        `record_count: ${table}: it has ${records - 1} records, and had ${records} when LMDB wrote it`,
      );
    },
  );
});
