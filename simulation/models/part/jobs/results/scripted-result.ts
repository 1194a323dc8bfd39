/** A try at a result as a history draws it: what its provider serves, and how it ends up on disk. */
import { setMaxListeners } from 'node:events';
import { ForbiddenFileError, type RemoteFile } from '../../../../../src/outward/outward.js';
import type { ReadsClips } from '../../../../../src/results/clip/clip-reader.js';
import { NotAClipError } from '../../../../../src/results/clip/read-clip.js';
import type { ClipDraft } from '../../../../../src/results/store/clip-draft.js';
import type { Random } from '../../../../world/random.js';
import type { Trial } from '../../trial.js';

export interface Piece {
  readonly bytes: number;
  readonly afterMs: number;
}

export interface ResultTry {
  readonly opens: 'file' | 'gone' | 'forbidden' | 'fails';
  readonly opensAfterMs: number;
  /** As its provider says. */
  readonly size?: number;
  readonly takesRanges: boolean;
  readonly pieces: readonly Piece[];
  readonly endsAfterMs: number;
  /** Nothing if the file is no clip. */
  readonly lengthMs?: number;
  /** Too much of it would have to be read over ranges. */
  readonly isGivenUp: boolean;
  readonly disk: 'sound' | 'no_room' | 'keeps_nothing';
}

/** The end of the draft of a try. */
export interface Drafted {
  isOver: boolean;
  isKept: boolean;
}

const ZEROS = new Uint8Array(327_680);
const WAITS_MS = [0, 0, 5, 10_000, 59_999, 60_000, 60_001, 70_000];

export function drawTry(random: Random): ResultTry {
  const pieces = Array.from({ length: random.between(0, 4) }, () => ({
    bytes: random.pick([1, 1_000, 32_768, 327_680]),
    afterMs: random.chance(0.3) ? random.pick(WAITS_MS) : random.below(3),
  }));
  const bytes = sizeOf(pieces);
  const isSaid = random.chance(0.6);
  return {
    opens: random.weighted([
      [12, 'file'],
      [1, 'gone'],
      [1, 'forbidden'],
      [1, 'fails'],
    ] as const),
    opensAfterMs: random.pick([0, 0, 20]),
    ...(isSaid ? { size: random.chance(0.1) ? bytes + 1 : bytes } : {}),
    takesRanges: random.chance(0.5),
    pieces,
    endsAfterMs: random.chance(0.1) ? random.pick(WAITS_MS) : 0,
    ...(random.chance(0.8) ? { lengthMs: random.pick([1_000, 5_000]) } : {}),
    isGivenUp: random.chance(0.3),
    disk: random.weighted([
      [8, 'sound'],
      [1, 'no_room'],
      [1, 'keeps_nothing'],
    ] as const),
  };
}

export function sizeOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { bytes }) => sum + bytes, 0);
}

export async function openResult(
  of: ResultTry,
  { world }: Trial,
  signal: AbortSignal,
): Promise<RemoteFile | undefined> {
  let leave: ((reason: Error) => void) | undefined;
  // Many tries share a signal.
  setMaxListeners(0, signal);
  signal.addEventListener('abort', () => leave?.(new Error('nobody reads it')));
  const wait = (ms: number): Promise<void> =>
    new Promise((resolve, reject) => {
      leave = reject;
      if (ms === 0) resolve();
      else world.after(ms, resolve);
    });
  await wait(of.opensAfterMs);
  if (of.opens === 'gone') return undefined;
  if (of.opens === 'forbidden') throw new ForbiddenFileError('it lies elsewhere');
  if (of.opens === 'fails') throw new Error('the provider is not there');
  return {
    contentType: 'video/mp4',
    size: of.size,
    takesRanges: of.takesRanges,
    async *read() {
      for (const { bytes, afterMs } of of.pieces) {
        await wait(afterMs);
        yield ZEROS.subarray(0, bytes);
      }
      await wait(of.endsAfterMs);
    },
  };
}

export function clipsOf({ lengthMs, isGivenUp }: ResultTry): ReadsClips {
  const clip = () => {
    if (lengthMs === undefined) throw new NotAClipError('no clip');
    return { lengthMs, contentType: 'video/mp4' };
  };
  return {
    async readRanges(remote, size) {
      for await (const _ of remote.read(0, size));
      return isGivenUp ? undefined : clip();
    },
    readFile: async () => clip(),
    close: async () => {},
  };
}

/** @throws if the disk has no room */
export function draftOf({ disk }: ResultTry, drafted: Drafted): ClipDraft {
  if (disk === 'no_room') throw new Error('there is no room');
  drafted.isOver = false;
  let bytes = 0;
  const draft: Pick<ClipDraft, 'bytes' | 'path' | 'write' | 'keep' | 'discard'> = {
    get bytes() {
      return bytes;
    },
    path: '/results/draft',
    write: async (chunk) => {
      bytes += chunk.length;
    },
    keep: async () => {
      if (disk === 'keeps_nothing') throw new Error('the disk fails');
      drafted.isKept = true;
    },
    discard: async () => {
      drafted.isOver = true;
    },
  };
  return draft as ClipDraft;
}
