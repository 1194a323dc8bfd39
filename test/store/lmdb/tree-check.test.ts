import { copyFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LmdbFile } from '../../../src/store/lmdb/file.js';
import { openLmdbStore } from '../../../src/store/lmdb/lmdb-store.js';
import { LmdbSnapshot } from '../../../src/store/lmdb/snapshot.js';
import { checkTrees, judgeLength, type TreeCheck } from '../../../src/store/lmdb/tree-check.js';
import { TreePage } from '../../../src/store/lmdb/tree-page.js';
import { fillStore, patch } from './lmdb-damage.js';
import { type LmdbFolder, makeLmdbFolder } from './lmdb-folder.js';

let place: LmdbFolder;
let pageBytes: number;

beforeAll(async () => {
  place = await makeLmdbFolder();
  await fillStore(place.path, 1_500);
  pageBytes = withFile(place.path, ({ meta }) => meta.pageBytes);
});

afterAll(() => place.remove());

function withFile<T>(path: string, look: (file: LmdbFile) => T): T {
  const file = LmdbFile.open(path);
  try {
    return look(file);
  } finally {
    file.close();
  }
}

function check(path: string): TreeCheck {
  return withFile(path, (file) => checkTrees(file));
}

/** A copy that is damaged, so that the original serves the next test. */
function damaged(damage: (path: string) => void): string {
  const path = join(place.folder, 'damaged.mdb');
  copyFileSync(place.path, path);
  damage(path);
  return path;
}

/** Numbers of the pages right below the root of a table. */
function leavesOf(table: string): number[] {
  const root = rootOf(place.path, table);
  return withFile(place.path, (file) => {
    const page = new TreePage(file, root, 'branch');
    return Array.from({ length: page.count }, (_, n) => page.child(n));
  });
}

/** Numbers of the pages of one kind, in use or not. */
function pagesOf(flag: number): number[] {
  return withFile(place.path, (file) => {
    const found: number[] = [];
    for (let number = 2; number <= file.meta.lastPage; number++) {
      const page = file.page(number);
      if (page.readUInt16LE(18) === flag && Number(page.readBigUInt64LE(0)) === number) found.push(number);
    }
    return found;
  });
}

const LEAF = 2;

describe('the check of a database file', () => {
  it('finds nothing in what LMDB wrote, and accounts for every page', () => {
    const { problems, tables, pages, freePages, lostPages } = check(place.path);
    expect(problems).toEqual([]);
    expect(tables).toContain('ledger');
    expect(freePages).toBeGreaterThan(0);
    expect(lostPages).toBe(0);
    expect(pages).toBeGreaterThan(300);
  });

  it('finds nothing in a file that was just made', async () => {
    const path = join(place.folder, 'new.mdb');
    await openLmdbStore({ path }).close();
    expect(check(path)).toMatchObject({ problems: [], lostPages: 0 });
  });

  it('names the page where a page of a tree says another number, kind or fill', () => {
    const heads = [
      { what: 'number', at: 0 },
      { what: 'flags', at: 18 },
      { what: 'lower', at: 20 },
      { what: 'upper', at: 22 },
    ];
    const inUse = leavesOf('ledger');
    expect(inUse.length).toBeGreaterThan(5);
    for (const { what, at } of heads) {
      const number = inUse[at % inUse.length] ?? 0;
      const path = damaged((file) => patch(file, number * pageBytes + at, (bytes) => bytes.fill(0xee, 0, 2)));
      const [first] = check(path).problems;
      expect(first, what).toMatchObject({ page: number });
      expect(first?.table).toMatch(/^\w+( list)?$/);
    }
  });

  it('names the page that is all zeros, as a disk that lost a write leaves it, and the keys that are lost with it', () => {
    const leaves = pagesOf(LEAF);
    let named = 0;
    for (const number of leaves.filter((_, n) => n % 30 === 0)) {
      const path = damaged((file) => patch(file, number * pageBytes, (bytes) => bytes.fill(0), pageBytes));
      const { problems } = check(path);
      if (problems.length === 0) continue;
      named += 1;
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatchObject({ page: number });
    }
    expect(named).toBeGreaterThan(1);
  });

  it('names the root of the directory that is not of the newest transaction, and a page that is newer than its way', () => {
    const { directory, transaction } = withFile(place.path, ({ meta }) => meta);
    const older = (page: number, by: bigint) =>
      damaged((file) =>
        patch(file, page * pageBytes + 8, (bytes) => bytes.writeBigUInt64LE(BigInt(transaction) - by)),
      );
    expect(check(older(directory.root ?? 0, 0n)).problems).toEqual([]);
    expect(check(older(directory.root ?? 0, 1n)).problems).toContainEqual({
      page: directory.root,
      table: 'directory',
      what: `it is of transaction ${transaction - 1}, and the newest, ${transaction}, wrote it anew`,
    });
    const { problems } = check(older(rootOf(place.path, 'ledger'), 1n));
    expect(problems.length).toBeGreaterThan(0);
    for (const problem of problems) {
      expect(problem).toMatchObject({ table: 'ledger', what: 'it is newer than the page that leads to it' });
    }
  });

  it('names two entries that lead to one page, and a page that is in use and listed as free', () => {
    // The last page of the tree of keys is made to lead where the one before leads.
    const path = damaged((file) => {
      const root = rootOf(file, 'keys');
      const page = withFile(file, (one) => Buffer.from(one.page(root)));
      const first = page.readUInt16LE(24) + 24;
      const second = page.readUInt16LE(26) + 24;
      patch(file, root * pageBytes + second, (bytes) => page.copy(bytes, 0, first, first + 4), 4);
    });
    expect(check(path).problems.map(({ what }) => what)).toContain('two entries lead to it');
  });

  it('names the directory where an entry ends with the page and says that its value stands on other pages', () => {
    const { root = 0 } = withFile(place.path, ({ meta }) => meta.directory);
    const path = damaged((file) =>
      patch(
        file,
        root * pageBytes,
        (page) => {
          const node = pageBytes - 24 - 4 - 8;
          page.writeUInt16LE(node - 24, 24);
          page.writeUInt32LE(48, node);
          page.writeUInt16LE(0x03, node + 4);
          page.writeUInt16LE(4, node + 6);
        },
        pageBytes,
      ),
    );
    expect(check(path).problems.map(({ page, table }) => [page, table])).toContainEqual([root, 'directory']);
    expect(() => withFile(path, (file) => new LmdbSnapshot(file))).toThrow(
      `page ${root} is damaged: an entry of the directory names no table`,
    );
  });

  it('never throws and never hangs, whatever bytes are changed, and reads no record past its page', () => {
    const { size } = statSync(place.path);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(size - 1), fc.nat(255)), { minLength: 1, maxLength: 60 }),
        (changes) => {
          const path = damaged((file) => {
            for (const [at, byte] of changes) {
              if (at >= 2 * pageBytes) patch(file, at, (bytes) => bytes.writeUInt8(byte), 1);
            }
          });
          const { problems } = check(path);
          if (problems.length > 0) return;
          // What passes is walked over without an error.
          withFile(path, (file) => {
            const snapshot = new LmdbSnapshot(file);
            for (const table of ['keys', 'ledger', 'jobs', 'job_inputs'] as const)
              expect(Array.from(snapshot.range(table, {}))).toHaveLength(snapshot.count(table));
          });
        },
      ),
      { numRuns: 15 },
    );
  });
});

describe('a database file of which the first or the last page of a table is lost', () => {
  it('is refused before LMDB opens it, and the page is named', () => {
    const leaves = leavesOf('ledger');
    for (const number of [leaves.at(0) ?? 0, leaves.at(-1) ?? 0]) {
      const path = damaged((file) => patch(file, number * pageBytes, (bytes) => bytes.fill(0), pageBytes));
      expect(() => openLmdbStore({ path })).toThrow(`page ${number} is damaged: it says that it is page 0`);
    }
  });
});

describe('the length of a database file', () => {
  it('is enough as LMDB left it', () => {
    expect(withFile(place.path, judgeLength)).toBeUndefined();
  });

  it('is too short wherever the file is cut within what is in use, and the first page missing is named', () => {
    const { lastPage } = withFile(place.path, ({ meta }) => meta);
    const ends = [
      lastPage * pageBytes,
      lastPage * pageBytes + 100,
      (lastPage >> 1) * pageBytes,
      20 * pageBytes,
    ];
    let named = 0;
    for (const end of ends) {
      const path = damaged((file) => truncateSync(file, end));
      const objection = withFile(path, judgeLength);
      if (objection === undefined) continue;
      named += 1;
      expect(objection).toMatch(
        /^the file was cut short: it has \d+ bytes and needs \d+; the first page missing is \d+$/,
      );
      expect(() => openLmdbStore({ path })).toThrow('the file was cut short');
    }
    expect(named).toBeGreaterThanOrEqual(2);
  });
});

function rootOf(path: string, table: string): number {
  return withFile(path, (file) => {
    const { directory, lastPage } = file.meta;
    const page = new TreePage(file, directory.root ?? 0, 'leaf');
    for (let n = 0; n < page.count; n++) {
      const named = page.table(n, lastPage);
      if (named?.name === table && typeof named.head !== 'string') return named.head.root ?? 0;
    }
    throw new Error(`no table ${table}`);
  });
}
