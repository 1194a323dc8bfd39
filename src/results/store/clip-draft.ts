import { join } from 'node:path';
import { type ClipFolder, type ClipOwner, keepClip } from './clip-files.js';
import type { NewFile } from './files.js';

/** The store as a draft knows it. */
export interface DraftHost extends ClipFolder {
  /** Makes room for so many bytes beside the draft's own. @throws NoRoomError if there is none */
  grow(bytes: number, ownBytes: number): Promise<void>;
  /** Runs the step when no eviction is under way: that of an older clip would take this one's file along. */
  inTurn(step: () => Promise<void>): Promise<void>;
  /** A write failed; the draft will be discarded. */
  failed(error: unknown): void;
  /** The draft is over, and kept as a clip. */
  kept(owner: ClipOwner, bytes: number): void;
  /** The draft is over, and its file is of no use. Resolves when it is gone, or will be later. */
  dropped(owner: ClipOwner, name: string, bytes: number): Promise<void>;
}

/** A clip on its way to the disk. It ends by `keep` or by `discard`. */
export class ClipDraft {
  readonly #host: DraftHost;
  readonly #owner: ClipOwner;
  readonly #name: string;
  readonly #file: NewFile;
  #bytes = 0;
  #isOver = false;

  static async begin(host: DraftHost, owner: ClipOwner, name: string): Promise<ClipDraft> {
    const file = await told(host, host.files.create(join(host.folder, name)));
    return new ClipDraft(host, owner, name, file);
  }

  private constructor(host: DraftHost, owner: ClipOwner, name: string, file: NewFile) {
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
    await told(this.#host, this.#file.write(chunk));
  }

  /** All that was written can be read there, until the draft is over. */
  get path(): string {
    return join(this.#host.folder, this.#name);
  }

  /** Resolves when the clip is on disk under its name. */
  async keep(): Promise<void> {
    await told(this.#host, this.#file.sync());
    await this.#file.close();
    await told(
      this.#host,
      this.#host.inTurn(async () => {
        await keepClip(this.#host, this.#owner, this.#name);
        this.#isOver = true;
        this.#host.kept(this.#owner, this.#bytes);
      }),
    );
  }

  /** Does nothing if the clip was kept. */
  async discard(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    await this.#file.close();
    await this.#host.dropped(this.#owner, this.#name, this.#bytes);
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
