import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { BACKUP_LOCK_FOLDER, makeBackup } from '../../../src/audit/backup/backup.js';
import { LOCK_FOLDER } from '../../../src/node/folder/folder-files.js';
import { tryLock } from '../../../src/node/folder/folder-lock.js';
import { openLmdbStore } from '../../../src/store/lmdb/lmdb-store.js';
import { BUILT_PROGRAM } from '../../built-program.js';
import { folderOfTest } from '../../temporary-folder.js';

describe('a folder that another backup has left under the name of this one', () => {
  let place: string;
  let target: string;
  let partial: string;
  let told: string[];

  beforeEach(async () => {
    place = folderOfTest('backup');
    target = join(place, 'backup');
    partial = `${target}.partial`;
    told = [];
    mkdirSync(join(place, 'data'));
    const store = openLmdbStore({ path: join(place, 'data', 'tollgate.mdb') });
    await store.commit([{ table: 'meta', key: 'format', value: '4' }]);
    await store.close();
  });

  function backUp() {
    return makeBackup({
      data: join(place, 'data'),
      target,
      program: BUILT_PROGRAM,
      withManagementKey: true,
      now: new Date(0),
      report: () => {},
      leftoverRemoved: (folder) => told.push(folder),
    });
  }

  function leaveFiles(): void {
    mkdirSync(join(partial, BACKUP_LOCK_FOLDER), { recursive: true });
    writeFileSync(join(partial, 'tollgate.mdb'), 'half of it');
    writeFileSync(join(partial, 'secret'), 'else');
  }

  it('is taken over where its process is dead, and nothing of it is in the backup', async () => {
    leaveFiles();
    await backUp();
    expect(told).toEqual([partial]);
    expect(existsSync(partial)).toBe(false);
    expect(readdirSync(target).sort()).toEqual(['backup.json', 'tollgate.mdb']);
  });

  it('is left alone while its process lives', async () => {
    leaveFiles();
    const attempt = await tryLock(join(partial, BACKUP_LOCK_FOLDER), 'ab');
    if (attempt.outcome !== 'held') throw new Error('nobody else has that lock');
    await expect(backUp()).rejects.toThrow(`another backup is being made in ${partial}`);
    expect(readdirSync(partial).sort()).toEqual([BACKUP_LOCK_FOLDER, 'secret', 'tollgate.mdb']);
    attempt.lock.release();
    await backUp();
    expect(told).toEqual([partial]);
  });

  it('is left alone where there is no lock to tell', async () => {
    mkdirSync(partial);
    writeFileSync(join(partial, 'tollgate.mdb'), 'half of it');
    await expect(backUp()).rejects.toThrow(/is there, and nothing tells .*: remove it, if none is$/);
    expect(readdirSync(partial)).toEqual(['tollgate.mdb']);
  });

  it('is left alone where something is in it that no backup makes', async () => {
    leaveFiles();
    writeFileSync(join(partial, 'notes.txt'), 'precious');
    await expect(backUp()).rejects.toThrow(`${partial} holds notes.txt, which is of no backup`);
    expect(readdirSync(partial).sort()).toEqual([BACKUP_LOCK_FOLDER, 'notes.txt', 'secret', 'tollgate.mdb']);
  });

  it('is left alone where it is the data folder of a node that does not run', async () => {
    renameSync(join(place, 'data'), partial);
    mkdirSync(join(partial, LOCK_FOLDER));
    const backingUp = makeBackup({
      data: partial,
      target,
      program: BUILT_PROGRAM,
      withManagementKey: true,
      now: new Date(0),
      report: () => {},
    });
    await expect(backingUp).rejects.toThrow(/is there, and nothing tells/);
    expect(readdirSync(partial)).toContain('tollgate.mdb');
  });

  it('does not come of a backup that fails', async () => {
    rmSync(join(place, 'data', 'tollgate.mdb'));
    writeFileSync(join(place, 'data', 'tollgate.mdb'), 'no database');
    await expect(backUp()).rejects.toThrow();
    expect(readdirSync(place)).not.toContain('backup.partial');
  });
});
