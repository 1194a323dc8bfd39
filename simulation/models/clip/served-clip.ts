/** A file at its provider, which knows what was asked of it. */
import type { RemoteFile } from '../../../src/outward/outward.js';
import type { ClipTask } from '../../../src/results/clip/clip-task.js';
import type { ReadStep } from './clip-history.js';

const CHUNK_BYTES = 10_000;

export class ServedClip implements RemoteFile {
  readonly contentType = 'text/html';
  readonly size: number;
  readonly takesRanges = true;
  /** Each range. */
  readonly asked: (readonly [from: number, to: number])[] = [];
  /** Whether a read did not bring its bytes. */
  hasFailed = false;
  readonly #bytes: Uint8Array;
  readonly #trouble: ReadStep['trouble'];

  constructor(bytes: Uint8Array, { trouble }: ReadStep) {
    this.#bytes = bytes;
    this.size = bytes.length;
    this.#trouble = trouble;
  }

  get askedBytes(): number {
    return this.asked.reduce((sum, [from, to]) => sum + to - from, 0);
  }

  get isAskedBeyond(): boolean {
    return this.asked.some(([from, to]) => from < 0 || to > this.size);
  }

  /** Whether the parts of a task are of this file; the frames of each step are others. */
  isSourceOf(task: ClipTask): boolean {
    if ('path' in task || task.size !== this.size) return false;
    return task.parts.every(({ from, bytes }) =>
      Buffer.from(this.#bytes.subarray(from, from + bytes.length)).equals(bytes),
    );
  }

  async *read(from: number, to: number | undefined): AsyncGenerator<Uint8Array> {
    const end = to ?? this.size;
    this.asked.push([from, end]);
    const how = this.#trouble !== undefined && this.asked.length > this.#trouble.from && this.#trouble.how;
    if (how === 'reset') {
      this.hasFailed = true;
      throw new Error('the connection was reset');
    }
    for (let at = from; at < end; at += CHUNK_BYTES) {
      const chunk = this.#bytes.subarray(at, Math.min(at + CHUNK_BYTES, end));
      if (how === 'short' && at + CHUNK_BYTES >= end) {
        this.hasFailed = true;
        yield chunk.subarray(0, chunk.length - 1);
      } else yield chunk;
    }
    if (how === 'long') {
      this.hasFailed = true;
      yield new Uint8Array(1);
    }
  }
}
