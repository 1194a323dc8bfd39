/**
 * The store of kept clips: room for them, their files, and who has to go if there is none.
 *
 * Clips on their way, those included that are only read and then dropped, take room as kept ones do.
 *
 * Invariants
 *  1. Kept clips and drafts take at most `bytesMax`, and leave the disk its reserve, but for what is written
 *     between two looks at it.
 *  2. No clip that is younger than `keptMsMin` makes room.
 *  3. The folder belongs to one data folder: no other node takes a clip of its for a leftover.
 */
import { createReadStream, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { RemoteFile } from '../../outward/outward.js';
import { later } from '../../time/clock.js';
import type { World } from '../../time/world.js';
import { ClipDraft, type DraftHost } from './clip-draft.js';
import {
  type ClipOwner,
  clipName,
  evictClip,
  listClips,
  makeClipFolder,
  partialName,
  removeClip,
} from './clip-files.js';
import { KeptClips } from './kept-clips.js';

export interface ClipStoreOptions {
  readonly folder: string;
  /** Tells the data folder that the folder belongs to. */
  readonly ownerMark: string;
  readonly world: World;
  /** Read anew whenever they are needed. */
  readonly limits: ClipStoreLimits;
  /** Told of each file operation that fails and that nobody waits for. */
  readonly onFault: (error: unknown) => void;
}

export interface ClipStoreLimits {
  readonly bytesMax: number;
  readonly keptMsMin: number;
  /** Of the disk. */
  readonly freeBytesMin: number;
}

/** There is no room for a clip, and none can be made now. */
export class NoRoomError extends Error {
  override readonly name = 'NoRoomError';
}

const OWNER_FILE = 'owner';
const CHUNK_BYTES = 128 * 1024;
/** Room that has to be there before a job is taken whose clip will be kept. */
const ROOM_WANTED_BYTES_MAX = 64 * 1_048_576;
const DISK_LOOK_EVERY_BYTES = 16 * 1_048_576;
const DISK_LOOK_EVERY_MS = 2_000;

export class ClipStore {
  readonly metrics = { evictions: 0 };
  readonly #options: ClipStoreOptions;
  readonly #kept = new KeptClips();
  readonly #evicted = new Map<string, ClipOwner>();
  #draftBytes = 0;
  #draftsBegun = 0;
  /** Operations on files that nobody waits for, one after another. */
  #tidying: Promise<void> = Promise.resolve();
  #isDiskFull = false;
  /** The largest clip for which there was no room. */
  #unmetBytes = 0;
  #bytesUntilLook = 0;
  #lookedAt = Number.NEGATIVE_INFINITY;

  /** Reads the folder, and drops what a crash left on its way. Throws if it belongs to another node. */
  constructor(options: ClipStoreOptions) {
    this.#options = options;
    const { folder, world } = options;
    this.#refuseForeign();
    const [now, wallNow] = [world.steadyMs(), world.wallMs()];
    const files = [...listClips(folder)].sort((one, other) => one.modifiedAt - other.modifiedAt);
    for (const { kind, name, bytes, modifiedAt, account, jobId } of files) {
      const owner = { account, jobId };
      if (kind === 'partial') rmSync(join(folder, name), { force: true });
      else if (kind === 'evicted') this.#evicted.set(jobId, owner);
      else this.#kept.add(owner, { bytes, keptAt: later(now, Math.min(0, modifiedAt - wallNow)) });
    }
    // A crash came between an eviction's two steps.
    for (const owner of this.#evicted.values())
      if (this.#kept.bytesOf(owner) !== undefined) this.#evict(owner);
  }

  get bytes(): number {
    return this.#kept.bytes;
  }

  get files(): number {
    return this.#kept.files;
  }

  /** Whether a further clip will find room. Makes some if it can. */
  takesMore(): boolean {
    const { world, limits } = this.#options;
    if (world.steadyMs() - this.#lookedAt >= DISK_LOOK_EVERY_MS) void this.#lookAtDisk();
    const wanted = Math.max(Math.min(ROOM_WANTED_BYTES_MAX, limits.bytesMax / 16), this.#unmetBytes);
    if (this.#isDiskFull || !this.#makeRoom(wanted)) return false;
    this.#unmetBytes = 0;
    return true;
  }

  /**
   * @param bytes of the whole clip, if that is known
   * @throws NoRoomError
   */
  async draft(owner: ClipOwner, bytes = 0): Promise<ClipDraft> {
    const { folder, ownerMark } = this.#options;
    if (!existsSync(join(folder, OWNER_FILE))) {
      makeClipFolder(folder);
      writeFileSync(join(folder, OWNER_FILE), ownerMark, { mode: 0o600 });
    }
    await this.#lookAtDisk();
    if (this.#isDiskFull) throw new NoRoomError('the disk has no room for results');
    this.#claim(bytes, bytes);
    this.#draftsBegun += 1;
    return ClipDraft.begin(this.#draftHost(), owner, partialName(owner, this.#draftsBegun));
  }

  /** Undefined if the clip is not kept, or not any more. */
  open(owner: ClipOwner, contentType: string): RemoteFile | undefined {
    const size = this.#kept.bytesOf(owner);
    if (size === undefined) return undefined;
    const path = join(this.#options.folder, clipName(owner));
    return {
      contentType,
      size,
      takesRanges: true,
      read: (from, to = size) => readFile(path, from, to),
    };
  }

  /** The jobs of all clips, evicted ones included. They may go while they are looked at. */
  *owners(): Iterable<ClipOwner> {
    yield* this.#kept.owners();
    yield* this.#evicted.values();
  }

  /** The job is gone. */
  remove(owner: ClipOwner): void {
    this.#kept.remove(owner);
    this.#evicted.delete(owner.jobId);
    this.#tidy(() => removeClip(this.#options.folder, owner));
  }

  /** Resolves when files are as the index has them. */
  tidied(): Promise<void> {
    return this.#tidying;
  }

  #draftHost(): DraftHost {
    const { folder, world } = this.#options;
    return {
      folder,
      grow: (bytes, ownBytes) => this.#grow(bytes, ownBytes),
      ended: (bytes, keptAs) => {
        this.#draftBytes -= bytes;
        if (keptAs !== undefined) this.#kept.add(keptAs, { bytes, keptAt: world.steadyMs() });
      },
    };
  }

  async #grow(bytes: number, ownBytes: number): Promise<void> {
    this.#bytesUntilLook -= bytes;
    if (this.#bytesUntilLook < 0) await this.#lookAtDisk();
    if (this.#isDiskFull) throw new NoRoomError('the disk has no room for results');
    this.#claim(bytes, ownBytes + bytes);
    this.#draftBytes += bytes;
  }

  /** @param clipBytes of the clip up to now: jobs are taken again once there is room for as much */
  #claim(bytes: number, clipBytes: number): void {
    if (this.#makeRoom(bytes)) return;
    this.#unmetBytes = Math.max(this.#unmetBytes, clipBytes);
    throw new NoRoomError('the store of results is full');
  }

  #makeRoom(bytes: number): boolean {
    const { limits, world } = this.#options;
    const oldEnough = later(world.steadyMs(), -limits.keptMsMin);
    while (this.#kept.bytes + this.#draftBytes + bytes > limits.bytesMax) {
      const owner = this.#kept.firstToGo(oldEnough);
      if (owner === undefined) return false;
      this.#evict(owner);
    }
    return true;
  }

  #evict(owner: ClipOwner): void {
    this.#kept.remove(owner);
    this.#evicted.set(owner.jobId, owner);
    this.metrics.evictions += 1;
    this.#tidy(() => evictClip(this.#options.folder, owner));
  }

  #tidy(step: () => Promise<void>): void {
    this.#tidying = this.#tidying.then(step).catch(this.#options.onFault);
  }

  async #lookAtDisk(): Promise<void> {
    const { folder, world, limits, onFault } = this.#options;
    this.#lookedAt = world.steadyMs();
    this.#bytesUntilLook = DISK_LOOK_EVERY_BYTES;
    if (!existsSync(folder)) return;
    try {
      const { bavail, bsize } = await statfs(folder);
      this.#isDiskFull = bavail * bsize < limits.freeBytesMin;
    } catch (error) {
      onFault(error);
    }
  }

  #refuseForeign(): void {
    const { folder, ownerMark } = this.#options;
    const path = join(folder, OWNER_FILE);
    if (existsSync(path) && readFileSync(path, 'latin1') !== ownerMark) {
      throw new Error(`the folder ${folder} holds the results of another data folder`);
    }
  }
}

async function* readFile(path: string, from: number, to: number): AsyncGenerator<Uint8Array> {
  if (from === to) return;
  yield* createReadStream(path, { start: from, end: to - 1, highWaterMark: CHUNK_BYTES });
}
