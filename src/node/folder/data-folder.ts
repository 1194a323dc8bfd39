/**
 * The folder of everything a node keeps.
 *
 * Invariants
 *  1. While a `DataFolder` is open, no other node has the same folder open, in no process, container or
 *     user of this machine. The kernel ends that with the process, `kill -9` included.
 *  2. Whatever the process makes from then on is for its user alone: folders 0700, files 0600. A folder
 *     that was there before keeps its mode; it may be anything, the folder of other files too.
 *  3. The secret is made once, before anything can depend on it, and never changes.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, messageOf } from '../../errors/error-text.js';
import { makeFolder } from '../../files/folders.js';
import { StartRefused } from '../config/start-refused.js';
import { LOCK_FOLDER, SECRET_FILE } from './folder-files.js';
import { isHeld, tryLock } from './folder-lock.js';
import { writePrivateFile } from './private-file.js';

const SECRET_BYTES = 32;

export interface DataFolder {
  /** Absolute. */
  readonly path: string;
  /** 32 random bytes of this folder, for keyed hashes and unguessable links. */
  readonly secret: Uint8Array;
  /** The path of a file in the folder. */
  file(name: string): string;
  /** Writes a file that nobody else may read, durably, before it returns; its path is the answer. */
  writePrivateFile(name: string, content: string): string;
  /** Lets the next node in. Call it last: nothing in the folder may be touched afterwards. */
  release(): void;
}

/** Whether a node runs on the folder. Throws `StartRefused` if that cannot be told. */
export function isInUse(path: string): Promise<boolean> {
  return refusing(path, () => isHeld(join(path, LOCK_FOLDER)));
}

/**
 * Makes the folder if it is missing, and takes it for this process.
 *
 * @param path absolute
 * @throws StartRefused if another node has it or it cannot be used, with a line that says so
 */
export async function openDataFolder(path: string): Promise<DataFolder> {
  // LMDB and others make files of their own here.
  process.umask(0o077);
  const attempt = await refusing(path, () => {
    makeFolder(path);
    return tryLock(join(path, LOCK_FOLDER), randomBytes(16).toString('hex'));
  });
  if (attempt.outcome === 'in_use') {
    throw new StartRefused(`the data folder ${path} is in use by another Tollgate node that is running`);
  }
  try {
    const secret = await refusing(path, () => ensureSecret(path));
    return opened(path, secret, attempt.lock.release);
  } catch (error) {
    attempt.lock.release();
    throw error;
  }
}

function opened(path: string, secret: Uint8Array, release: () => void): DataFolder {
  return {
    path,
    secret,
    file: (name) => join(path, name),
    writePrivateFile(name, content) {
      const file = join(path, name);
      writePrivateFile(file, content);
      return file;
    },
    release,
  };
}

function ensureSecret(path: string): Uint8Array {
  const file = join(path, SECRET_FILE);
  const known = readIfThere(file);
  if (known === undefined) {
    const made = randomBytes(SECRET_BYTES);
    writePrivateFile(file, made);
    return made;
  }
  if (known.length === SECRET_BYTES) return known;
  throw new StartRefused(
    `${file} has ${known.length} bytes, not ${SECRET_BYTES}: it is damaged; put the original back`,
  );
}

function readIfThere(file: string): Uint8Array | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** An error of the file system, as a refusal that names the folder. */
async function refusing<T>(path: string, open: () => T | Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof StartRefused || codeOf(error) === undefined) throw error;
    throw new StartRefused(`cannot use the data folder ${path}: ${reasonOf(error)}`, { cause: error });
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied; it must belong to the user that runs the node',
  EPERM: 'its file system refuses hard links or sockets; use a local one',
  ENOTSUP: 'its file system has no sockets; use a local one',
  EOPNOTSUPP: 'its file system has no sockets; use a local one',
  EEXIST: 'it is not a folder',
  ENOTDIR: 'it is not a folder',
  EROFS: 'its file system is read-only',
  ENOSPC: 'the disk is full',
};

function reasonOf(error: unknown): string {
  return REASONS[codeOf(error) ?? ''] ?? messageOf(error);
}
