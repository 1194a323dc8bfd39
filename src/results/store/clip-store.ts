/**
 * The store of kept clips: room for them, their files, and who has to go if there is none.
 *
 * Clips on their way, those included that are only read and then dropped, take room as kept ones do.
 *
 * Invariants
 *  1. Kept clips and drafts take at most `bytesMax`, and leave the disk its reserve, save between two looks.
 *  2. No clip that is younger than `keptMsMin` makes room.
 *  3. After a write that failed, no job is taken whose clip would be kept until a write works again.
 *  4. The folder belongs to one data folder: no other node takes a clip of its for a leftover.
 */
import { join } from 'node:path';
import type { RemoteFile } from '../../outward/outward.js';
import { later } from '../../time/clock.js';
import { ClipDraft, type DraftHost } from './clip-draft.js';
import {
  type ClipFolder,
  type ClipOwner,
  clipName,
  evictClip,
  listClips,
  PROBE_FILE,
  partialName,
  probeClipFolder,
  removeClip,
  removeEvicted,
} from './clip-files.js';
import type { ClipStoreOptions } from './clip-store-options.js';
import { DISK_FILES } from './files.js';
import { KeepingState, NoRoomError } from './keeping-state.js';
import { KeptClips } from './kept-clips.js';
import { OwnedFolder } from './owned-folder.js';
import { Tidying } from './tidying.js';

/** Room that has to be there before a job is taken whose clip will be kept. */
const ROOM_WANTED_BYTES_MAX = 64 * 1_048_576;
const DISK_LOOK_EVERY_BYTES = 16 * 1_048_576;
const DISK_LOOK_EVERY_MS = 2_000;

export class ClipStore {
  readonly metrics = { evictions: 0 };
  readonly #options: ClipStoreOptions & ClipFolder;
  readonly #state: KeepingState;
  readonly #owned: OwnedFolder;
  readonly #kept = new KeptClips();
  readonly #evicted = new Map<string, ClipOwner>();
  /** Jobs of kept clips whose file was not there. It may come back, with the disk that has it. */
  readonly #missing = new Set<string>();
  #draftBytes = 0;
  #draftsBegun = 0;
  readonly #tidying: Tidying;
  #isDiskFull = false;
  /** The largest clip for which there was no room. */
  #unmetBytes = 0;
  #bytesUntilLook = 0;
  #lookedAt = Number.NEGATIVE_INFINITY;

  /** Reads the folder, and drops what a crash left on its way. Throws if it belongs to another node. */
  constructor(options: ClipStoreOptions) {
    this.#options = { files: DISK_FILES, ...options };
    this.#state = new KeepingState(options, options.world, () => this.#lookAtDisk());
    this.#tidying = new Tidying(options.world, options.onFault);
    const { folder, files: on, ownerMark, world } = this.#options;
    this.#owned = new OwnedFolder(this.#options, ownerMark);
    const [now, wallNow] = [world.steadyMs(), world.wallMs()];
    const clips = [...listClips(folder, on)].sort((one, other) => one.modifiedAt - other.modifiedAt);
    on.removeNow(join(folder, PROBE_FILE));
    for (const { kind, name, bytes, modifiedAt, account, jobId } of clips) {
      const owner = { account, jobId };
      if (kind === 'partial') on.removeNow(join(folder, name));
      else if (kind === 'evicted') this.#evicted.set(jobId, owner);
      else this.#kept.add(owner, { bytes, keptAt: later(now, Math.min(0, modifiedAt - wallNow)) });
    }
    // The end came between an eviction's two steps, or before one that had failed was tried again.
    for (const owner of this.#evicted.values())
      if (this.#kept.bytesOf(owner) !== undefined) this.#evict(owner);
    this.#makeRoom(0);
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
    if (this.#isDiskFull || !this.#makeRoom(wanted)) {
      this.#noRoom();
      return false;
    }
    this.#unmetBytes = 0;
    this.#state.cleared('no_room');
    return !this.#state.has('unwritable');
  }

  /**
   * @param bytes of the whole clip, if that is known
   * @throws NoRoomError
   */
  async draft(owner: ClipOwner, bytes = 0): Promise<ClipDraft> {
    await this.#owned.ready().catch((error) => {
      this.#state.met('unwritable', error);
      throw error;
    });
    await this.#lookAtDisk();
    this.#claim(bytes, bytes);
    return ClipDraft.begin(this.#draftHost(), owner, partialName(owner, ++this.#draftsBegun));
  }

  /** Undefined if the clip is not kept, or not any more, or if its file is not there. */
  open(owner: ClipOwner, contentType: string): RemoteFile | undefined {
    const size = this.#kept.bytesOf(owner);
    if (size === undefined) return undefined;
    const { folder, files } = this.#options;
    const path = join(folder, clipName(owner));
    if (!files.isThere(path)) {
      if (!this.#missing.has(owner.jobId)) this.#options.onMissing(owner);
      this.#missing.add(owner.jobId);
      return undefined;
    }
    return {
      contentType,
      size,
      takesRanges: true,
      read: (from, to = size) => files.read(path, from, to),
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
    this.#missing.delete(owner.jobId);
    this.#tidying.add(() => removeClip(this.#options, owner));
  }

  /** Resolves when files are as the index has them. */
  tidied(): Promise<void> {
    return this.#tidying.done();
  }

  #draftHost(): DraftHost {
    const { folder, files, world } = this.#options;
    return {
      folder,
      files,
      grow: (bytes, ownBytes) => this.#grow(bytes, ownBytes),
      inTurn: (step) => this.#tidying.inTurn(step),
      failed: (error) => this.#state.met('unwritable', error),
      kept: (owner, bytes) => {
        this.#draftBytes -= bytes;
        this.#kept.add(owner, { bytes, keptAt: world.steadyMs() });
        if (this.#evicted.delete(owner.jobId)) this.#tidying.add(() => removeEvicted(this.#options, owner));
        this.#state.cleared('unwritable');
      },
      dropped: (owner, name, bytes) => {
        this.#draftBytes -= bytes;
        this.#adopt(owner);
        this.#tidying.add(() => files.remove(join(folder, name)));
        return this.tidied();
      },
    };
  }

  async #grow(bytes: number, ownBytes: number): Promise<void> {
    this.#bytesUntilLook -= bytes;
    if (this.#bytesUntilLook < 0) await this.#lookAtDisk();
    this.#claim(bytes, ownBytes + bytes);
    this.#draftBytes += bytes;
  }

  /** @param clipBytes of the clip up to now: jobs are taken again once there is room for as much */
  #claim(bytes: number, clipBytes: number): void {
    if (this.#isDiskFull) throw this.#noRoom();
    if (this.#makeRoom(bytes)) return;
    this.#unmetBytes = Math.max(this.#unmetBytes, clipBytes);
    throw this.#noRoom();
  }

  #noRoom(): NoRoomError {
    const full = this.#isDiskFull ? 'the disk has no room for results' : 'the store of results is full';
    const error = new NoRoomError(full);
    this.#state.met('no_room', error);
    return error;
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
    // A clip of the job that was kept since has taken its place.
    this.#tidying.add(async () => {
      if (this.#evicted.has(owner.jobId)) await evictClip(this.#options, owner);
    });
  }

  /** A failed draft may have its name as a clip: it counts until it is swept. An older one stays as it is. */
  #adopt(owner: ClipOwner): void {
    const { folder, files, world } = this.#options;
    const status = this.#evicted.has(owner.jobId) ? undefined : files.statusOf(join(folder, clipName(owner)));
    if (status !== undefined && status.bytes !== this.#kept.bytesOf(owner))
      this.#kept.add(owner, { bytes: status.bytes, keptAt: world.steadyMs() });
  }

  async #lookAtDisk(): Promise<void> {
    const { folder, files, world, limits, onFault } = this.#options;
    this.#lookedAt = world.steadyMs();
    this.#bytesUntilLook = DISK_LOOK_EVERY_BYTES;
    if (this.#state.has('unwritable')) await this.#probe();
    if (!files.isThere(folder)) return;
    try {
      this.#isDiskFull = (await files.freeBytes(folder)) < limits.freeBytesMin;
    } catch (error) {
      onFault(error);
    }
  }

  async #probe(): Promise<void> {
    try {
      await this.#owned.ready();
      await probeClipFolder(this.#options);
      this.#state.cleared('unwritable');
    } catch {
      // It was told when it began.
    }
  }
}
