/**
 * The index of kept clips, in memory: whose they are, how large, and which goes first if room is wanted.
 *
 * Invariants
 *  1. The clip that goes is the oldest of the account that holds most, of those accounts whose oldest is old
 *     enough to go.
 *  2. The clips of an account are in the order in which they were kept.
 */
import type { SteadyMs } from '../../time/clock.js';
import type { ClipOwner } from './clip-files.js';

interface KeptClip {
  readonly bytes: number;
  readonly keptAt: SteadyMs;
}

interface Holding {
  bytes: number;
  readonly clips: Map<string, KeptClip>;
}

export class KeptClips {
  readonly #holdings = new Map<string, Holding>();
  #bytes = 0;
  #files = 0;

  get bytes(): number {
    return this.#bytes;
  }

  get files(): number {
    return this.#files;
  }

  /** Later ones last. In the place of an older clip of the job, if there is one. */
  add({ account, jobId }: ClipOwner, clip: KeptClip): void {
    this.remove({ account, jobId });
    let holding = this.#holdings.get(account);
    if (holding === undefined) {
      holding = { bytes: 0, clips: new Map() };
      this.#holdings.set(account, holding);
    }
    holding.clips.set(jobId, clip);
    holding.bytes += clip.bytes;
    this.#bytes += clip.bytes;
    this.#files += 1;
  }

  remove({ account, jobId }: ClipOwner): void {
    const holding = this.#holdings.get(account);
    const clip = holding?.clips.get(jobId);
    if (holding === undefined || clip === undefined) return;
    holding.clips.delete(jobId);
    holding.bytes -= clip.bytes;
    if (holding.clips.size === 0) this.#holdings.delete(account);
    this.#bytes -= clip.bytes;
    this.#files -= 1;
  }

  bytesOf({ account, jobId }: ClipOwner): number | undefined {
    return this.#holdings.get(account)?.clips.get(jobId)?.bytes;
  }

  /** The clip that goes first, of those kept before `before`; undefined if there is none. */
  firstToGo(before: SteadyMs): ClipOwner | undefined {
    let first: ClipOwner | undefined;
    let mostBytes = -1;
    for (const [account, { bytes, clips }] of this.#holdings) {
      if (bytes <= mostBytes) continue;
      for (const [jobId, { keptAt }] of clips) {
        if (keptAt < before) {
          first = { account, jobId };
          mostBytes = bytes;
        }
        break;
      }
    }
    return first;
  }

  *owners(): Iterable<ClipOwner> {
    for (const [account, { clips }] of this.#holdings) {
      for (const jobId of clips.keys()) yield { account, jobId };
    }
  }
}
