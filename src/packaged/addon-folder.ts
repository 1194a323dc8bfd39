/**
 * Keeps the native addons of a packaged program in files, for the system's loader takes them from nowhere
 * else.
 *
 * The process runs the code in these files, so everybody who can write them owns it.
 *
 * Invariants
 *  1. The answer is the path of a file whose bytes were read back and hashed at this start, and are those
 *     that were built in.
 *  2. Nobody but this user can have put it there or can change it: folder and file belong to this user,
 *     neither is a link, and neither grants others anything. Any other folder is refused,
 *     never mended.
 *  3. A file comes to its name whole. Programs that start at the same time, and programs of another version,
 *     disturb none of each other: a name holds the hash of its content.
 *
 * Bounds: files that no start has used for thirty days are removed.
 */
import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  futimesSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { codeOf } from '../errors/error-text.js';
import { makeFolder } from '../files/folders.js';

const UNUSED_MS_MAX = 30 * 86_400_000;
const READ_BYTES = 131_072;
const FOR_OTHERS = 0o077;
const WRITABLE_BY_OTHERS = 0o022;
const STICKY = 0o1000;

export interface KeptAddon {
  /** Part of the file's name. */
  readonly name: string;
  /** Hex. */
  readonly sha256: string;
  /** Called if the file is missing or is not what it must be. */
  readonly bytes: () => Uint8Array;
}

/** Environment variables, as far as they name folders. */
export type FolderEnvironment = Readonly<Record<string, string | undefined>>;

/**
 * The folders to try, in this order: the cache that systemd made for the service, the user's own cache, one
 * for temporary files.
 *
 * @param temporary the folder of temporary files
 * @param userId of the process
 */
export function addonFolders(
  environment: FolderEnvironment,
  temporary: string,
  userId: number,
): readonly string[] {
  const { CACHE_DIRECTORY, XDG_CACHE_HOME, HOME } = environment;
  const [ofService] = (CACHE_DIRECTORY ?? '').split(':');
  const named = [
    [ofService, 'addons'],
    [XDG_CACHE_HOME, 'tollgate/addons'],
    [HOME, '.cache/tollgate/addons'],
    [temporary, `tollgate-addons-${userId}`],
  ] as const;
  return named.flatMap(([base, name]) => (base === undefined || !isAbsolute(base) ? [] : [join(base, name)]));
}

/**
 * The path of the addon's file, which is made if it is missing.
 *
 * @param folder absolute
 * @param userId of the process
 * @throws Error if the folder cannot be used, or is not this user's alone; what the file system says
 */
export function keepAddon(folder: string, addon: KeptAddon, userId: number): string {
  makePrivateFolder(folder, userId);
  const path = join(folder, `${addon.name}-${addon.sha256.slice(0, 32)}.node`);
  if (!holds(path, addon.sha256, userId)) {
    put(path, addon.bytes());
    if (!holds(path, addon.sha256, userId)) throw new Error(`${path} does not hold what was written`);
    removeUnused(folder);
  }
  return path;
}

function makePrivateFolder(folder: string, userId: number): void {
  makeFolder(folder);
  const found = lstatSync(folder);
  if (!found.isDirectory()) throw new Error('it is not a folder of its own');
  if (found.uid !== userId) throw new Error('it belongs to another user');
  if ((found.mode & FOR_OTHERS) !== 0) throw new Error('others have access to it; its mode must be 0700');
  const above = statSync(dirname(folder));
  if ((above.mode & WRITABLE_BY_OTHERS) !== 0 && (above.mode & STICKY) === 0)
    throw new Error('others can put another folder in its place');
}

/** Whether the file is there, is this user's alone, and has that hash. It counts as used then. */
function holds(path: string, sha256: string, userId: number): boolean {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ELOOP') return false;
    throw error;
  }
  try {
    const found = fstatSync(file);
    if (!isOwn(found, userId)) return false;
    if (hashOf(file) !== sha256) return false;
    const now = Date.now() / 1_000;
    futimesSync(file, now, now);
    return true;
  } finally {
    closeSync(file);
  }
}

/**
 * In parts that stay in the processor's cache: in one piece, fresh memory for it takes longer than the hash.
 */
function hashOf(file: number): string {
  const hash = createHash('sha256');
  const part = Buffer.allocUnsafeSlow(READ_BYTES);
  for (;;) {
    const bytes = readSync(file, part);
    if (bytes === 0) return hash.digest('hex');
    hash.update(part.subarray(0, bytes));
  }
}

function isOwn(found: Stats, userId: number): boolean {
  return found.isFile() && found.uid === userId && (found.mode & FOR_OTHERS) === 0;
}

function put(path: string, bytes: Uint8Array): void {
  const draft = `${path}.${randomBytes(8).toString('hex')}`;
  // `wx` follows no link, and never writes into a file that is there.
  const file = openSync(draft, 'wx', 0o700);
  try {
    writeFileSync(file, bytes);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

/** A process that has such a file loaded keeps it. A file that cannot be removed stays. */
function removeUnused(folder: string): void {
  const before = Date.now() - UNUSED_MS_MAX;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    try {
      if (lstatSync(path).mtimeMs < before) rmSync(path);
    } catch {
      // Another start was faster, or somebody made a folder there.
    }
  }
}
