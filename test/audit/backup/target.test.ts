import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeBackup } from '../../../src/audit/backup/backup.js';
import { openLmdbStore } from '../../../src/store/lmdb/lmdb-store.js';
import { BUILT_PROGRAM } from '../../built-program.js';
import { folderOfTest } from '../../temporary-folder.js';

it('a backup is not made in the data folder that it is of, by whatever way that is named, and is beside it', async () => {
  const place = folderOfTest('backup-target');
  const data = join(place, 'data');
  mkdirSync(join(data, 'deep'), { recursive: true });
  symlinkSync(data, join(place, 'link'));
  const store = openLmdbStore({ path: join(data, 'tollgate.mdb') });
  await store.commit([{ table: 'meta', key: 'format', value: '4' }]);
  await store.close();
  const backUp = (target: string) =>
    makeBackup({
      data,
      target,
      program: BUILT_PROGRAM,
      withManagementKey: true,
      now: new Date(0),
      report: () => {},
    });

  for (const target of [join(data, 'b'), join(data, 'deep', 'down', 'b'), join(place, 'link', 'b')]) {
    await expect(backUp(target)).rejects.toThrow('is in the data folder itself');
  }
  expect(readdirSync(data).filter((name) => name.startsWith('b'))).toEqual([]);
  await backUp(join(place, 'data-of-today'));
  expect(readdirSync(join(place, 'data-of-today'))).toContain('backup.json');
});
