import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type ClipOwner, keepClip } from './clip-files.js';

/** The store as a draft knows it. */
export interface DraftHost {
  readonly folder: string;
  /** Makes room for so many bytes beside the draft's own. @throws NoRoomError if there is none */
  grow(bytes: number, ownBytes: number): Promise<void>;
  /** A write failed; the draft will be discarded. */
  failed(error: unknown): void;
  /** The draft is over: kept as a clip, or gone. */
  ended(bytes: number, keptAs: ClipOwner | undefined): void;
}

/** A clip on its way to the disk. It ends by `keep` or by `discard`. */
export class ClipDraft {
  readonly #host: DraftHost;
  readonly #owner: ClipOwner;
  readonly #name: string;
  readonly #file: FileHandle;
  #bytes = 0;
  #isOver = false;

  static async begin(host: DraftHost, owner: ClipOwner, name: string): Promise<ClipDraft> {
    const file = await told(host, open(join(host.folder, name), 'wx', 0o600));
    return new ClipDraft(host, owner, name, file);
  }

  private constructor(host: DraftHost, owner: ClipOwner, name: string, file: FileHandle) {
    this.#host = host;
    this.#owner = owner;
    this.#name = name;
    this.#file = file;
  }

  get bytes(): number {
    return this.#bytes;
  }

  async write(chunk: Uint8Array): Promise<void> {
    await this.#host.grow(chunk.length, this.#bytes);
    this.#bytes += chunk.length;
    for (let written = 0; written < chunk.length; ) {
      const { bytesWritten } = await told(this.#host, this.#file.write(chunk, written));
      written += bytesWritten;
    }
  }

  /** All that was written can be read there, until the draft is over. */
  get path(): string {
    return join(this.#host.folder, this.#name);
  }

  /** Resolves when the clip is on disk under its name. */
  async keep(): Promise<void> {
    await told(this.#host, this.#file.sync());
    await this.#file.close();
    await told(this.#host, keepClip(this.#host.folder, this.#owner, this.#name));
    this.#isOver = true;
    this.#host.ended(this.#bytes, this.#owner);
  }

  /** Does nothing if the clip was kept. */
  async discard(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    // A second close is fine.
    await this.#file.close();
    await rm(join(this.#host.folder, this.#name), { force: true });
    this.#host.ended(this.#bytes, undefined);
  }
}

async function told<T>(host: DraftHost, write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    host.failed(error);
    throw error;
  }
}
