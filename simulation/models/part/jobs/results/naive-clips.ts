/**
 * The store of kept clips as it is promised: lists of clips and drafts, looked through anew at each question.
 *
 *  - The clip that makes room is the oldest of the account that holds most, of those accounts whose oldest is
 *    older than the minimum. Of two accounts that hold as much either may give.
 *  - Drafts take room as clips do. A draft that is dropped changes no clip.
 *  - After a failed write nothing is taken until a write works. The disk is looked at with each draft, every
 *    16 MiB, every 2 s while something stands in the way, and if the last look is 2 s old.
 */
import type { ClipStoreLimits } from '../../../../../src/results/store/clip-store-options.js';

export interface Owner {
  readonly account: string;
  readonly jobId: string;
}

interface Clip extends Owner {
  readonly bytes: number;
  readonly keptAt: number;
}

export interface Draft extends Owner {
  bytes: number;
}

/** The disk, as it is now. */
export interface DiskNow {
  readonly isFailing: boolean;
  readonly freeBytes: number;
}

/** One of the ways to make room, if accounts hold as much as each other. */
interface Way {
  readonly victims: readonly Clip[];
  readonly isMade: boolean;
}

export type Outcome = 'done' | 'no_room' | 'failed';

const MIB = 1_048_576;
const LOOK_MS = 2_000;

export class NaiveClips {
  readonly limits: ClipStoreLimits;
  /** In the order in which they were kept. */
  kept: Clip[] = [];
  evicted: Owner[] = [];
  readonly drafts: Draft[] = [];
  evictions = 0;
  obstacles = 0;
  clearings = 0;
  readonly #disk: DiskNow;
  /** Whether the product holds a clip no more: of two accounts that hold as much it chooses. */
  readonly #isGone: (owner: Owner) => boolean;
  readonly #standing = new Set<'unwritable' | 'no_room'>();
  #isMarked: boolean;
  #unmetBytes = 0;
  #isFull = false;
  #bytesSinceLook = 0;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #looksAgainAt = Number.POSITIVE_INFINITY;

  constructor(limits: ClipStoreLimits, disk: DiskNow, isMarked: boolean, isGone: (owner: Owner) => boolean) {
    this.limits = limits;
    this.#disk = disk;
    this.#isMarked = isMarked;
    this.#isGone = isGone;
  }

  /** A start finds them in the folder. */
  found(clips: readonly Clip[], evicted: readonly Owner[], now: number): void {
    this.kept = [...clips];
    this.evicted = [...evicted];
    for (const owner of evicted) {
      const clip = this.kept.find(isOf(owner));
      if (clip !== undefined) this.#evict(clip);
    }
    this.#makeRoom(0, now);
  }

  get bytes(): number {
    return sum(this.kept);
  }

  pass(now: number): void {
    for (; this.#looksAgainAt <= now; this.#looksAgainAt += LOOK_MS) {
      if (this.#standing.size === 0) this.#looksAgainAt = Number.POSITIVE_INFINITY;
      else this.#look(this.#looksAgainAt);
    }
  }

  takesMore(now: number): boolean {
    const wanted = Math.max(Math.min(64 * MIB, this.limits.bytesMax / 16), this.#unmetBytes);
    const hasRoom = !this.#isFull && this.#makeRoom(wanted, now);
    if (hasRoom) {
      this.#unmetBytes = 0;
      this.#cleared('no_room');
    } else this.#met('no_room', now);
    const takes = hasRoom && !this.#standing.has('unwritable');
    // The answer does not wait for the look.
    if (now - this.#lookedAt >= LOOK_MS) this.#look(now);
    return takes;
  }

  draft(owner: Owner, bytes: number, now: number): Outcome {
    if (!this.#isMarked && this.#disk.isFailing) return this.#failed(now);
    this.#isMarked = true;
    this.#look(now);
    if (!this.#hasRoomFor(bytes, bytes, now)) return 'no_room';
    if (this.#disk.isFailing) return this.#failed(now);
    this.drafts.push({ ...owner, bytes: 0 });
    return 'done';
  }

  write(draft: Draft, bytes: number, now: number): Outcome {
    this.#bytesSinceLook += bytes;
    if (this.#bytesSinceLook > 16 * MIB) this.#look(now);
    if (!this.#hasRoomFor(bytes, draft.bytes + bytes, now)) return 'no_room';
    draft.bytes += bytes;
    return this.#disk.isFailing ? this.#failed(now) : 'done';
  }

  keep(draft: Draft, now: number): Outcome {
    if (this.#disk.isFailing) return this.#failed(now);
    this.drop(draft);
    const { account, jobId, bytes } = draft;
    this.kept = [...without(this.kept, draft), { account, jobId, bytes, keptAt: now }];
    this.evicted = without(this.evicted, draft);
    this.#cleared('unwritable');
    return 'done';
  }

  drop(draft: Draft): void {
    this.drafts.splice(this.drafts.indexOf(draft), 1);
  }

  remove(owner: Owner): void {
    this.kept = without(this.kept, owner);
    this.evicted = without(this.evicted, owner);
  }

  #hasRoomFor(bytes: number, clipBytes: number, now: number): boolean {
    const isMade = !this.#isFull && this.#makeRoom(bytes, now);
    if (!isMade && !this.#isFull) this.#unmetBytes = Math.max(this.#unmetBytes, clipBytes);
    if (!isMade) this.#met('no_room', now);
    return isMade;
  }

  #makeRoom(bytes: number, now: number): boolean {
    const ways = this.#waysToMakeRoom(this.kept, bytes, now);
    const isTaken = ({ victims }: Way) =>
      this.kept.every((clip) => this.#isGone(clip) === victims.some(isOf(clip)));
    const { victims, isMade } = ways.find(isTaken) ?? ways[0] ?? { victims: [], isMade: false };
    for (const clip of victims) this.#evict(clip);
    return isMade;
  }

  #waysToMakeRoom(kept: readonly Clip[], bytes: number, now: number): readonly Way[] {
    if (sum(kept) + sum(this.drafts) + bytes <= this.limits.bytesMax) return [{ victims: [], isMade: true }];
    const may = this.#mayGo(kept, now);
    if (may.length === 0) return [{ victims: [], isMade: false }];
    return may.flatMap((first) =>
      this.#waysToMakeRoom(without(kept, first), bytes, now).map(({ victims, isMade }) => ({
        victims: [first, ...victims],
        isMade,
      })),
    );
  }

  #mayGo(kept: readonly Clip[], now: number): readonly Clip[] {
    const accounts = [...new Set(kept.map(({ account }) => account))];
    const held = accounts.map((account) => {
      const clips = kept.filter((clip) => clip.account === account);
      return { bytes: sum(clips), oldest: clips.slice(0, 1) };
    });
    const old = held.filter(({ oldest }) =>
      oldest.every(({ keptAt }) => now - keptAt > this.limits.keptMsMin),
    );
    const most = Math.max(...old.map(({ bytes }) => bytes));
    return old.filter(({ bytes }) => bytes === most).flatMap(({ oldest }) => oldest);
  }

  #evict({ account, jobId }: Clip): void {
    this.remove({ account, jobId });
    this.evicted = [...this.evicted, { account, jobId }];
    this.evictions += 1;
  }

  #look(now: number): void {
    this.#lookedAt = now;
    this.#bytesSinceLook = 0;
    if (this.#disk.isFailing) return;
    this.#isMarked ||= this.#standing.has('unwritable');
    this.#cleared('unwritable');
    if (this.#isMarked) this.#isFull = this.#disk.freeBytes < this.limits.freeBytesMin;
  }

  #failed(now: number): Outcome {
    this.#met('unwritable', now);
    return 'failed';
  }

  #met(obstacle: 'unwritable' | 'no_room', now: number): void {
    if (this.#standing.has(obstacle)) return;
    if (this.#looksAgainAt === Number.POSITIVE_INFINITY) this.#looksAgainAt = now + LOOK_MS;
    this.#standing.add(obstacle);
    this.obstacles += 1;
  }

  #cleared(obstacle: 'unwritable' | 'no_room'): void {
    if (this.#standing.delete(obstacle) && this.#standing.size === 0) this.clearings += 1;
  }
}

export function isOf({ jobId }: Owner): (other: Owner) => boolean {
  return (other) => other.jobId === jobId;
}

function without<One extends Owner>(all: readonly One[], owner: Owner): One[] {
  return all.filter((one) => !isOf(owner)(one));
}

function sum(all: readonly { readonly bytes: number }[]): number {
  return all.reduce((total, { bytes }) => total + bytes, 0);
}
