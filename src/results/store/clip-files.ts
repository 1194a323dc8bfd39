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
import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The job that a clip is of. */
export interface ClipOwner {
  readonly account: string;
  readonly jobId: string;
}

/** A file in the folder; unknown ones are not listed. */
export interface ClipFile extends ClipOwner {
  readonly name: string;
  readonly kind: 'clip' | 'evicted' | 'partial';
  readonly bytes: number;
  /** Unix ms. */
  readonly modifiedAt: number;
}

const PROBE_FILE = 'probe';
const PROBE = Buffer.alloc(4_096);
const CHUNK_BYTES = 128 * 1024;
const NAME = /^(\w+)\.(\w+)\.(?:\d+\.(partial)|(clip|evicted))$/;

function clipName({ account, jobId }: ClipOwner): string {
  return `${account}.${jobId}.clip`;
}

function evictedName({ account, jobId }: ClipOwner): string {
  return `${account}.${jobId}.evicted`;
}

export function partialName({ account, jobId }: ClipOwner, n: number): string {
  return `${account}.${jobId}.${n}.partial`;
}

/** Nothing if the folder is not there. */
export function listClips(folder: string): readonly ClipFile[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const [, account, jobId, partial, kind = partial] = NAME.exec(name) ?? [];
    if (account === undefined || jobId === undefined) return [];
    const status = statSync(join(folder, name), { throwIfNoEntry: false });
    if (status === undefined) return [];
    const { size: bytes, mtimeMs: modifiedAt } = status;
    return [{ account, jobId, name, kind: kind as ClipFile['kind'], bytes, modifiedAt }];
  });
}

/** The bytes of a clip, or that it had to make room; undefined if it is missing without a reason. */
export function findClip(folder: string, owner: ClipOwner): number | 'evicted' | undefined {
  const clip = statSync(join(folder, clipName(owner)), { throwIfNoEntry: false });
  if (clip !== undefined) return clip.size;
  return existsSync(join(folder, evictedName(owner))) ? 'evicted' : undefined;
}

/** The bytes of a clip from `from` up to `to`. */
export async function* readClipFile(
  folder: string,
  owner: ClipOwner,
  from: number,
  to: number,
): AsyncGenerator<Uint8Array> {
  if (from === to) return;
  const path = join(folder, clipName(owner));
  yield* createReadStream(path, { start: from, end: to - 1, highWaterMark: CHUNK_BYTES });
}

/** Writes to the disk and takes it back. Rejects if the folder takes no files. */
export async function probeClipFolder(folder: string): Promise<void> {
  const path = join(folder, PROBE_FILE);
  const handle = await open(path, 'w', 0o600);
  try {
    await handle.write(PROBE);
    await handle.sync();
  } finally {
    await handle.close();
    await rm(path, { force: true });
  }
}

/** Gives a whole file that is on disk the name of its clip. */
export async function keepClip(folder: string, owner: ClipOwner, partial: string): Promise<void> {
  await rename(join(folder, partial), join(folder, clipName(owner)));
  await syncNames(folder);
}

export async function evictClip(folder: string, owner: ClipOwner): Promise<void> {
  await writeFile(join(folder, evictedName(owner)), '', { mode: 0o600 });
  await syncNames(folder);
  await rm(join(folder, clipName(owner)), { force: true });
}

/** Removes all that is left of a clip, evicted or not. */
export async function removeClip(folder: string, owner: ClipOwner): Promise<void> {
  await rm(join(folder, clipName(owner)), { force: true });
  await rm(join(folder, evictedName(owner)), { force: true });
}

async function syncNames(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
