/** The clips rendered last, so that a player's range requests do not each render the clip again. */
import { type ClipWanted, renderClip, sceneOfSeed } from './clip.js';

/** Some seventy of the longest clips. */
const CACHE_BYTES_MAX = 4 * 1024 * 1024;

export class ClipCache {
  readonly #bytesMax: number;
  /** Least recently used first: a `Map` walks its keys in the order in which they were set. */
  readonly #clips = new Map<string, Uint8Array>();
  #bytes = 0;

  constructor(bytesMax = CACHE_BYTES_MAX) {
    this.#bytesMax = bytesMax;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(wanted: ClipWanted): Uint8Array {
    const key = `${wanted.lengthMs}/${sceneOfSeed(wanted.seed)}`;
    const kept = this.#clips.get(key);
    if (kept !== undefined) {
      this.#clips.delete(key);
      this.#clips.set(key, kept);
      return kept;
    }
    const clip = renderClip(wanted);
    this.#clips.set(key, clip);
    this.#bytes += clip.length;
    this.#shrink();
    return clip;
  }

  #shrink(): void {
    for (const [key, clip] of this.#clips) {
      if (this.#bytes <= this.#bytesMax) return;
      this.#clips.delete(key);
      this.#bytes -= clip.length;
    }
  }
}
