/**
 * The files of kept clips, in a folder of their own. A name tells the account and the job, so the folder is
 * all the index there is:
 *
 *     <account>.<job>.clip          a whole clip
 *     <account>.<job>.evicted       in its place, empty, if it had to make room
 *     <account>.<job>.<n>.partial   a clip on its way; of no use after a restart
 *
 * Invariants
 *  1. A `.clip` is whole, and on disk with its name: it was synced under another one before.
 *  2. A `.clip` never changes, so a hard link to it is a copy.
 *  3. An evicted clip goes after its `.evicted` is on disk: one that is missing without it is damage.
 */
import { join } from 'node:path';
import { DISK_FILES, type Files } from './files.js';

/** The job that a clip is of. */
export interface ClipOwner {
  readonly account: string;
  readonly jobId: string;
}

/** The folder, and how its files are dealt with. */
export interface ClipFolder {
  readonly folder: string;
  readonly files: Files;
}

/** A file in the folder; unknown ones are not listed. */
export interface ClipFile extends ClipOwner {
  readonly name: string;
  readonly kind: 'clip' | 'evicted' | 'partial';
  readonly bytes: number;
  /** Unix ms. */
  readonly modifiedAt: number;
}

/** Of no use after a restart. */
export const PROBE_FILE = 'probe';
const PROBE = Buffer.alloc(4_096);
const NAME = /^(\w+)\.(\w+)\.(?:\d+\.(partial)|(clip|evicted))$/;

export function clipName({ account, jobId }: ClipOwner): string {
  return `${account}.${jobId}.clip`;
}

function evictedName({ account, jobId }: ClipOwner): string {
  return `${account}.${jobId}.evicted`;
}

export function partialName({ account, jobId }: ClipOwner, n: number): string {
  return `${account}.${jobId}.${n}.partial`;
}

/** Nothing if the folder is not there. */
export function listClips(folder: string, files = DISK_FILES): readonly ClipFile[] {
  return files.list(folder).flatMap((name) => {
    const [, account, jobId, partial, kind = partial] = NAME.exec(name) ?? [];
    if (account === undefined || jobId === undefined) return [];
    const status = files.statusOf(join(folder, name));
    return status === undefined ? [] : [{ account, jobId, name, kind: kind as ClipFile['kind'], ...status }];
  });
}

/** The bytes of a clip, or that it had to make room; undefined if it is missing without a reason. */
export function findClip(folder: string, owner: ClipOwner): number | 'evicted' | undefined {
  const clip = DISK_FILES.statusOf(join(folder, clipName(owner)));
  if (clip !== undefined) return clip.bytes;
  return DISK_FILES.isThere(join(folder, evictedName(owner))) ? 'evicted' : undefined;
}

/** Writes to the disk and takes it back. Rejects if the folder takes no files. */
export async function probeClipFolder({ folder, files }: ClipFolder): Promise<void> {
  const path = join(folder, PROBE_FILE);
  await files.remove(path);
  const file = await files.create(path);
  try {
    await file.write(PROBE);
    await file.sync();
  } finally {
    await file.close();
    await files.remove(path);
  }
}

/** Gives a whole file that is on disk the name of its clip. */
export async function keepClip(
  { folder, files }: ClipFolder,
  owner: ClipOwner,
  partial: string,
): Promise<void> {
  await files.rename(join(folder, partial), join(folder, clipName(owner)));
  await files.syncNames(folder);
}

export async function evictClip({ folder, files }: ClipFolder, owner: ClipOwner): Promise<void> {
  await files.makeEmpty(join(folder, evictedName(owner)));
  await files.syncNames(folder);
  await files.remove(join(folder, clipName(owner)));
}

/** Removes the word that a clip had to make room: there is another. */
export async function removeEvicted({ folder, files }: ClipFolder, owner: ClipOwner): Promise<void> {
  await files.remove(join(folder, evictedName(owner)));
}

/** Removes all that is left of a clip, evicted or not. */
export async function removeClip(of: ClipFolder, owner: ClipOwner): Promise<void> {
  await of.files.remove(join(of.folder, clipName(owner)));
  await removeEvicted(of, owner);
}
