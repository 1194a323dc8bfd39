/**
 * Backs up the data folder of a node, running or not: a copy of its database in one state, of its other
 * files, and a manifest, in a folder of its own.
 *
 * The copy is made by LMDB in a process of its own, in one read transaction (`store/lmdb/snapshot.ts`). It
 * takes no lock that the node waits for.
 *
 * Invariants
 *  1. A folder of the target's name is a whole backup: all of it was synced and verified under another name
 *     before.
 *  2. Nothing that is there is overwritten, and nothing is put into the data folder.
 *  3. A backup is for the user alone: it holds all that the data folder holds.
 *  4. One backup at a time is made under a name, by a lock that ends with its process. The next backup of a
 *     name, which holds the lock then, removes what a killed one left. It removes nothing if there is no
 *     lock, or anything that no backup makes.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { makeFolder, syncFile } from '../../files/folders.js';
import {
  DATABASE_FILE,
  MANAGEMENT_KEY_FILE,
  RESULTS_FOLDER,
  SECRET_FILE,
} from '../../node/folder/folder-files.js';
import { type FolderLock, tryLock } from '../../node/folder/folder-lock.js';
import { versionIn } from '../../node/folder/format-version.js';
import type { Pace } from '../../node/machine/pace.js';
import { VERSION } from '../../packaged/version.js';
import { doApart } from '../database/process.js';
import { objectionTo, type VerifyOptions, type VerifyResult, verifyFile } from '../database/verify-file.js';
import { copyFile, sumFile, writeFile } from './durable-files.js';
import { gatherKept, keptNames } from './kept-files.js';
import { BackupRefused, encodeManifest, MANIFEST_FILE, type Manifest } from './manifest.js';

/**
 * In the folder while it is made. Named as nothing else is: what stands beside it is taken for a backup's.
 */
export const BACKUP_LOCK_FOLDER = 'backup-lock';
/** All that a backup makes. */
const MADE = [
  DATABASE_FILE,
  SECRET_FILE,
  MANAGEMENT_KEY_FILE,
  MANIFEST_FILE,
  RESULTS_FOLDER,
  BACKUP_LOCK_FOLDER,
];

export interface BackupOptions extends VerifyOptions {
  /** For what this process does itself; left out if nothing is to be held back. */
  readonly pace?: Pace;
  /** The data folder. */
  readonly data: string;
  /** The folder to make. */
  readonly target: string;
  readonly withManagementKey: boolean;
  /** The folder of kept results; left out if they are not backed up. */
  readonly results?: string;
  /** When this is, for the manifest. */
  readonly now: Date;
  /** Told when the data folder is read, and the node may use freed pages again. */
  readonly copied?: () => void;
  /** Told of the folder with what a backup left that did not come to its end, when that was removed. */
  readonly leftoverRemoved?: (folder: string) => void;
}

export interface BackupResult {
  readonly manifest: Manifest;
  readonly verified: VerifyResult;
}

/** Throws `BackupRefused`, or what the file system says; the target is not there then. */
export async function makeBackup(options: BackupOptions): Promise<BackupResult> {
  const { data, target, results } = options;
  const database = join(data, DATABASE_FILE);
  if (!existsSync(database))
    throw new BackupRefused(`${data} is no data folder: it has no ${DATABASE_FILE}`, 'unreachable');
  if (existsSync(target)) throw new BackupRefused(`${target} is there already; a backup overwrites nothing`);
  if (isWithin(target, data))
    throw new BackupRefused(`${target} is in the data folder itself: the backup would be lost with it`);
  const partial = `${target}.partial`;
  makeFolder(dirname(target));
  const lock = await takePartial(partial, options);
  try {
    if (results !== undefined) gatherKept(results, partial);
    const format = await copyDatabase(database, join(partial, DATABASE_FILE), options);
    if (results !== undefined) gatherKept(results, partial);
    options.copied?.();
    for (const name of [SECRET_FILE, ...(options.withManagementKey ? [MANAGEMENT_KEY_FILE] : [])]) {
      if (existsSync(join(data, name))) copyFile(join(data, name), join(partial, name));
    }
    const kept = results === undefined ? undefined : join(partial, RESULTS_FOLDER);
    const verified = await verifyFile(join(partial, DATABASE_FILE), { ...options, results: kept });
    const manifest = manifestOf(partial, format, verified, options);
    writeFile(join(partial, MANIFEST_FILE), encodeManifest(manifest));
    syncFile(partial);
    // The lock goes along, so that nobody takes the folder for a leftover while it still has its other name.
    renameSync(partial, target);
    rmSync(join(target, BACKUP_LOCK_FOLDER), { recursive: true, force: true });
    syncFile(target);
    syncFile(dirname(target));
    return { manifest, verified };
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    throw error;
  } finally {
    lock?.release();
  }
}

/** Also where a link leads there. */
function isWithin(path: string, folder: string): boolean {
  const inside = realpathSync(folder);
  let there = path;
  while (!existsSync(there)) there = dirname(there);
  const real = realpathSync(there);
  return real === inside || real.startsWith(inside + sep);
}

/**
 * Makes the folder, or takes over what is left of one; undefined if its file system has no place for a lock.
 */
async function takePartial(
  partial: string,
  { leftoverRemoved = () => {} }: BackupOptions,
): Promise<FolderLock | undefined> {
  const lockFolder = join(partial, BACKUP_LOCK_FOLDER);
  const isMade = makeNewFolder(partial);
  if (!isMade && !existsSync(lockFolder)) {
    throw new BackupRefused(
      `${partial} is there, and nothing tells whether a backup is being made there: remove it, if none is`,
    );
  }
  const foreign = isMade ? undefined : readdirSync(partial).find((name) => !MADE.includes(name));
  if (foreign !== undefined) throw new BackupRefused(`${partial} holds ${foreign}, which is of no backup`);
  let lock: FolderLock;
  try {
    const attempt = await tryLock(lockFolder, randomBytes(16).toString('hex'));
    if (attempt.outcome === 'in_use') {
      throw new BackupRefused(`another backup is being made in ${partial}`, 'unreachable');
    }
    ({ lock } = attempt);
  } catch (error) {
    if (!isMade) throw error;
    rmSync(lockFolder, { recursive: true, force: true });
    return undefined;
  }
  if (!isMade) {
    for (const name of MADE) {
      if (name !== BACKUP_LOCK_FOLDER) rmSync(join(partial, name), { recursive: true, force: true });
    }
    leftoverRemoved(partial);
  }
  return lock;
}

/** False if it is there already. */
function makeNewFolder(path: string): boolean {
  try {
    mkdirSync(path, { mode: 0o700 });
    return true;
  } catch (error) {
    if (!existsSync(path)) throw error;
    return false;
  }
}

/** @returns its format */
async function copyDatabase(database: string, copy: string, options: BackupOptions): Promise<number> {
  const cut = objectionTo(database);
  if (cut !== undefined) throw new BackupRefused(`${database} is damaged: ${cut}`);
  const end = await doApart({ do: 'copy', from: database, to: copy }, options);
  if (!end.isSound) {
    throw new BackupRefused(`${database} is damaged: ${end.damage}; see "tollgate verify"`);
  }
  chmodSync(copy, 0o600);
  syncFile(copy);
  return versionIn(end.result.format);
}

function manifestOf(
  folder: string,
  format: number,
  verified: VerifyResult,
  { now, pace }: BackupOptions,
): Manifest {
  const kept = keptNames(folder);
  const names = [...kept, SECRET_FILE, MANAGEMENT_KEY_FILE, DATABASE_FILE].filter((name) =>
    existsSync(join(folder, name)),
  );
  return {
    v: 1,
    made_at: now.toISOString(),
    tollgate: VERSION,
    format,
    platform: `${process.platform}-${process.arch}`,
    files: names.map((name) => ({ name, ...sumFile(join(folder, name), () => pace?.step()) })),
    verified: {
      records: verified.records,
      discrepancies: verified.discrepancies,
      damaged_pages: verified.damage === undefined ? 0 : 1,
    },
  };
}
