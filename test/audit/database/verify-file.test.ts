import { copyFileSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { CheckedRecords } from '../../../src/audit/database/checked-records.js';
import { verifyFile } from '../../../src/audit/database/verify-file.js';
import type { Discrepancy } from '../../../src/audit/records/discrepancy.js';
import { openEnvironment } from '../../../src/store/lmdb/environment.js';
import { openLmdbStore } from '../../../src/store/lmdb/lmdb-store.js';
import { LmdbSnapshot } from '../../../src/store/lmdb/snapshot.js';
import { TABLES, type Write } from '../../../src/store/store.js';
import { BUILT_PROGRAM } from '../../built-program.js';
import { newestPlaces, PAGE_BYTES, type StoredRecord } from '../../store/lmdb/leaf-pages.js';
import { folderOfFile, folderOfTest } from '../../temporary-folder.js';
import { repetitions } from '../../test-set.js';
import { nodeDatabase } from './node-database.js';

const folder = folderOfFile('verify-file');
const JOBS = 400;
const JOB = /^video_\d{4}$/;
const BRANCH_FLAG = 0x01;

let sound: Buffer;
let places: readonly StoredRecord[];

/** The database of a test, with these bytes. */
function fileOf(bytes: Buffer): string {
  const path = join(folderOfTest('verify-file'), 'tollgate.mdb');
  writeFileSync(path, bytes);
  return path;
}

/** With every checksum right, whatever else the audit would say of records that no node wrote. */
async function damageIn(path: string): Promise<{ found: Discrepancy[]; damage: string | undefined }> {
  const found: Discrepancy[] = [];
  const { damage } = await verifyFile(path, {
    program: BUILT_PROGRAM,
    report: (discrepancy) => void found.push(discrepancy),
  });
  return { found: found.filter(({ kind }) => DAMAGE.includes(kind)), damage };
}

const DAMAGE = ['damaged_record', 'unreachable_record', 'record_count'];

beforeAll(async () => {
  const path = join(folder, 'sound.mdb');
  const store = openLmdbStore({ path });
  await store.commit([{ table: 'meta', key: 'format', value: '4' }]);
  for (let round = 0; round < 2; round++) {
    await store.commit(
      Array.from({ length: JOBS }, (_, n): Write => {
        const value = JSON.stringify({ round, text: 'größer '.repeat(n % 40) });
        return { table: 'jobs', key: `video_${String(n).padStart(4, '0')}`, value };
      }),
    );
  }
  await store.close();
  sound = readFileSync(path);
  places = newestPlaces(sound, ({ key }) => JOB.test(key));
  expect(places).toHaveLength(JOBS);
});

describe('verification', () => {
  it('finds nothing in what a store wrote, and leaves nothing beside a file that had no lock', async () => {
    const path = fileOf(sound);
    expect(await damageIn(path)).toEqual({ found: [], damage: undefined });
    expect(readdirSync(dirname(path))).toEqual(['tollgate.mdb']);
    expect(readFileSync(path).equals(sound)).toBe(true);
  });

  it('finds any bit that changed in a key, a value or a checksum', async () => {
    const path = join(folder, 'flipped.mdb');
    await fc.assert(
      fc.asyncProperty(fc.nat(JOBS - 1), fc.nat(), async (n, chosen) => {
        const { key, keyAt, valueAt, valueBytes } = places[n] as StoredRecord;
        const bit = chosen % ((key.length + valueBytes) * 8);
        const at = bit < key.length * 8 ? keyAt + (bit >> 3) : valueAt + (bit >> 3) - key.length;
        const bytes = Buffer.from(sound);
        bytes[at] = (bytes[at] as number) ^ (1 << (bit & 7));
        writeFileSync(path, bytes);
        const snapshot = new LmdbSnapshot(path);
        const found: Discrepancy[] = [];
        const checked = new CheckedRecords(snapshot, {
          withChecksums: true,
          report: (discrepancy) => void found.push(discrepancy),
          step: () => {},
        });
        const read = [...checked.range('jobs', {})];
        await snapshot.close();
        expect(found.map(({ kind, table }) => [kind, table])).toContainEqual(['damaged_record', 'jobs']);
        expect(read.map((entry) => entry.key)).not.toContain(key);
        expect(read).toHaveLength(JOBS - 1);
      }),
      { numRuns: repetitions(40, 150) },
    );
  });

  it('finds a record that stands under the key of another one, or was replaced by another one', async () => {
    const [one, other] = [places[10], places[50]] as [StoredRecord, StoredRecord];
    const bytes = Buffer.from(sound);
    const length = Math.min(one.valueBytes, other.valueBytes);
    sound.copy(bytes, one.valueAt, other.valueAt, other.valueAt + length);
    const { found } = await damageIn(fileOf(bytes));
    expect(found).toEqual([expect.objectContaining({ kind: 'damaged_record', table: 'jobs', key: one.key })]);
  });

  it('finds each page of records that is all zeros, or belongs elsewhere', async () => {
    const pages = [...new Set(places.map(({ page }) => page))];
    expect(pages.length).toBeGreaterThan(10);
    const other = pages[0] as number;
    for (const page of pages.filter((_, n) => n % repetitions(32, 8) === 3)) {
      const zeros = Buffer.from(sound).fill(0, page * PAGE_BYTES, (page + 1) * PAGE_BYTES);
      expect((await damageIn(fileOf(zeros))).damage).toMatch(/^LMDB could not read /);
      const misplaced = Buffer.from(sound);
      sound.copy(misplaced, page * PAGE_BYTES, other * PAGE_BYTES, (other + 1) * PAGE_BYTES);
      expect((await damageIn(fileOf(misplaced))).damage).toMatch(
        /^LMDB could not read table jobs: record video_\d+ is out of order, after video_\d+$/,
      );
    }
  });

  it('finds a record that is there, and to which no search leads', async () => {
    const bytes = Buffer.from(sound);
    const branch = Array.from({ length: sound.length / PAGE_BYTES }, (_, page) => page).filter(
      (page) => page > 1 && sound.readUInt16LE(page * PAGE_BYTES + 18) === BRANCH_FLAG,
    );
    expect(branch.length).toBeGreaterThan(0);
    for (const page of branch) {
      const key = bytes.indexOf('video_02', page * PAGE_BYTES);
      if (key !== -1 && key < (page + 1) * PAGE_BYTES) bytes[key + 6] = '1'.charCodeAt(0);
    }
    const { found } = await damageIn(fileOf(bytes));
    expect(found.map(({ kind }) => kind)).toContain('unreachable_record');
  });

  it('says so if the file was cut short, and of no file that it was', async () => {
    const path = fileOf(sound);
    truncateSync(path, 20 * PAGE_BYTES);
    expect((await damageIn(path)).damage).toMatch(
      /^the file was cut short: it has 81920 bytes and needs \d+$/,
    );
    expect(() => openLmdbStore({ path })).toThrow('the file was cut short');
  });

  it('ends, whatever bytes are changed, and throws of none of them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(sound.length - 1), fc.nat(255)), { minLength: 1, maxLength: 2_000 }),
        async (changes) => {
          const bytes = Buffer.from(sound);
          for (const [at, byte] of changes) bytes[at] = byte;
          await damageIn(fileOf(bytes));
        },
      ),
      { numRuns: repetitions(3, 8) },
    );
  });
});

describe('verification of a folder of an older format', () => {
  it('finds nothing in records that have no checksums, and all of them in one that is halfway', async () => {
    const { path } = await nodeDatabase(2);
    const older = join(folderOfTest('older'), 'tollgate.mdb');
    const store = openLmdbStore({ path });
    const records = TABLES.flatMap((table) =>
      Array.from(store.range(table, {}), (entry) => ({ table, ...entry })),
    );
    await store.close();
    const { root, tables } = openEnvironment({ path: older });
    await root.batch(() => {
      for (const { table, key, value } of records)
        tables[table].put(key, table === 'meta' && key === 'format' ? '3' : value);
    });
    const all = async (file: string) => {
      const found: string[] = [];
      await verifyFile(file, { program: BUILT_PROGRAM, report: ({ what }) => void found.push(what) });
      return found;
    };
    const halfway = join(dirname(older), 'halfway.mdb');
    await root.close();
    expect(await all(older)).toEqual([]);
    copyFileSync(older, halfway);
    const again = openLmdbStore({ path: halfway });
    await again.commit([{ table: 'meta', key: 'format', value: '3 to 4 at jobs/video_1' }]);
    await again.close();
    expect(await all(halfway)).toEqual([expect.stringContaining('halfway brought up to date')]);
  });
});

it('kept results of no job are counted and some are named, and are no damage', async () => {
  const results = folderOfTest('results');
  for (const job of ['0000', '0001', '9996', '9997', '9998', '9999']) {
    writeFileSync(join(results, `acct_a.video_${job}.clip`), '');
  }
  writeFileSync(join(results, 'acct_a.video_9995.1.partial'), '');
  const { damage, orphanClips } = await verifyFile(fileOf(sound), {
    program: BUILT_PROGRAM,
    report: () => {},
    results,
  });
  expect(damage).toBeUndefined();
  expect([orphanClips.files, orphanClips.first.length]).toEqual([4, 3]);
  for (const name of orphanClips.first) expect(name).toMatch(/^acct_a\.video_999\d\.clip$/);
});
