import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeBackup } from '../../../src/audit/backup/backup.js';
import { openLmdbStore } from '../../../src/store/lmdb/lmdb-store.js';
import { BUILT_PROGRAM } from '../../built-program.js';
import { newestPlaces, PAGE_BYTES } from '../../store/lmdb/leaf-pages.js';
import { folderOfTest } from '../../temporary-folder.js';

const JOBS = 200;

describe('a backup of a damaged database', () => {
  let place: string;
  let database: string;

  beforeEach(async () => {
    place = folderOfTest('damaged-backup');
    database = join(place, 'data', 'tollgate.mdb');
    mkdirSync(join(place, 'data'));
    const store = openLmdbStore({ path: database });
    await store.commit([
      { table: 'meta', key: 'format', value: '4' },
      ...Array.from({ length: JOBS }, (_, n) => ({
        table: 'jobs' as const,
        key: `video_${String(n).padStart(4, '0')}`,
        value: 'j'.repeat(100),
      })),
    ]);
    await store.close();
  });

  async function backUp() {
    const kinds: string[] = [];
    const result = await makeBackup({
      data: join(place, 'data'),
      target: join(place, 'backup'),
      program: BUILT_PROGRAM,
      withManagementKey: true,
      now: new Date(0),
      report: ({ kind, key }) => kinds.push(`${kind} ${key}`),
    });
    return { ...result, kinds };
  }

  it('is refused if LMDB cannot read a page, and leaves nothing', async () => {
    const file = readFileSync(database);
    const [, , third] = newestPlaces(file, ({ key }) => key.startsWith('video_'));
    const at = (third?.page ?? 0) * PAGE_BYTES;
    writeFileSync(database, file.fill(0, at, at + PAGE_BYTES));
    await expect(backUp()).rejects.toThrow(/is damaged: LMDB could not copy the database: .*tollgate verify/);
    expect(readdirSync(place)).toEqual(['data']);
  });

  it('is made if a bit of a record changed, and says which record that is', async () => {
    const file = readFileSync(database);
    const [damaged] = newestPlaces(file, ({ key }) => key === 'video_0100');
    const at = (damaged?.valueAt ?? 0) + 17;
    file[at] = (file[at] as number) ^ 4;
    writeFileSync(database, file);
    const { kinds, manifest } = await backUp();
    expect(kinds).toContain('damaged_record video_0100');
    expect(manifest.verified.discrepancies).toBe(kinds.length);
    expect(existsSync(join(place, 'backup', 'backup.json'))).toBe(true);
  });
});
