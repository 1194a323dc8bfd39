/**
 * Puts a backup into a data folder that is empty or missing.
 *
 * Invariants
 *  1. Nothing is overwritten: a folder with anything in it is refused, what an unfinished restore left
 *     excepted.
 *  2. Every file's SHA-256 is compared while it is copied; none gets its name before all are right and
 *     synced.
 *  3. While it runs, no node can start on the folder.
 */
import { randomBytes } from 'node:crypto';
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder, syncFile } from '../../files/folders.js';
import { LOCK_FOLDER, RESULTS_FOLDER } from '../../node/folder/folder-files.js';
import { tryLock } from '../../node/folder/folder-lock.js';
import { FORMAT_VERSION } from '../../node/folder/format-version.js';
import { copyFile } from './durable-files.js';
import { BackupRefused, type Manifest, readManifest } from './manifest.js';

/** Files stand below such a name until all of them are right. */
const DRAFT_PREFIX = '.restoring-';
/** Names of kept results begin so in the manifest. */
const KEPT = `${RESULTS_FOLDER}/`;

export interface RestoreOptions {
  readonly backup: string;
  readonly data: string;
  /** The folder that kept results go to; `results` in the data folder if left out. */
  readonly results?: string;
  /** Told how many bytes of all were copied. */
  readonly progress?: (done: number, of: number) => void;
}

/** Throws `BackupRefused`, or what the file system says; the folder holds nothing of the backup then. */
export async function restoreBackup({
  backup,
  data,
  results = join(data, RESULTS_FOLDER),
  progress = () => {},
}: RestoreOptions): Promise<Manifest> {
  const manifest = readManifest(backup);
  if (manifest.format > FORMAT_VERSION) {
    throw new BackupRefused(
      `the backup was made by a newer Tollgate (${manifest.tollgate}, format ${manifest.format}; this one reads up to ${FORMAT_VERSION}): restore it with that one`,
    );
  }
  makeFolder(data);
  assertEmpty(data);
  const attempt = await tryLock(join(data, LOCK_FOLDER), randomBytes(16).toString('hex'));
  if (attempt.outcome === 'in_use')
    throw new BackupRefused(`${data} is in use by a Tollgate node, or another restore`, 'unreachable');
  try {
    assertEmpty(data);
    copyAll(backup, { data, results }, manifest, progress);
  } finally {
    attempt.lock.release();
  }
  return manifest;
}

function assertEmpty(data: string): void {
  const others = readdirSync(data).filter(
    (name) => name !== LOCK_FOLDER && name !== 'lost+found' && !isLeftover(data, name),
  );
  if (others.length === 0) return;
  throw new BackupRefused(
    `${data} is not empty (it has ${others.slice(0, 3).join(', ')}${others.length > 3 ? ', …' : ''}); a restore overwrites nothing: move it away, or name another folder`,
  );
}

/** Something that an unfinished restore left. */
function isLeftover(data: string, name: string): boolean {
  if (name !== RESULTS_FOLDER) return name.startsWith(DRAFT_PREFIX);
  return readdirSync(join(data, name)).every((file) => file.startsWith(DRAFT_PREFIX));
}

function copyAll(
  backup: string,
  { data, results }: Required<Pick<RestoreOptions, 'data' | 'results'>>,
  { files }: Manifest,
  progress: (done: number, of: number) => void,
): void {
  const of = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const place = (name: string, prefix: string) => {
    const [folder, file] = name.startsWith(KEPT) ? [results, name.slice(KEPT.length)] : [data, name];
    return join(folder, prefix + file);
  };
  const draft = (name: string) => place(name, DRAFT_PREFIX);
  const hasKept = files.some(({ name }) => name.startsWith(KEPT));
  if (hasKept) makeFolder(results);
  let done = 0;
  try {
    for (const { name, bytes, sha256 } of files) {
      rmSync(draft(name), { force: true });
      const found = copyFile(join(backup, name), draft(name), (copied) => progress(done + copied, of));
      if (found.bytes !== bytes || found.sha256 !== sha256) {
        throw new BackupRefused(
          `${join(backup, name)} is damaged: it has ${found.bytes} bytes with SHA-256 ${found.sha256}; the manifest says ${bytes} bytes with ${sha256}`,
        );
      }
      done += bytes;
    }
    // In the order of the manifest: the database comes last, and makes the folder one of a node.
    for (const { name } of files) renameSync(draft(name), place(name, ''));
    if (hasKept) syncFile(results);
    syncFile(data);
    syncFile(dirname(data));
  } catch (error) {
    for (const { name } of files) rmSync(draft(name), { force: true });
    throw error;
  }
}
