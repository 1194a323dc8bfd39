/**
 * One try at reading a result: the seconds of output from its file, and the file if it is kept.
 *
 * A file that is served in ranges and need not be kept is read over at most `RANGES_BYTES_MAX` of them. Any
 * other is written to disk as it comes, and read there; it stays if it is to be kept.
 *
 * Invariant
 *  1. A try waits for the bytes of its provider at most `WAIT_MS`, and a second more for each
 *     `BYTES_PER_SECOND_MIN` that came: a transfer that trickles gives its place to others.
 */
import { ForbiddenFileError, type RemoteFile } from '../../outward/outward.js';
import type { ResultFile } from '../../providers/provider.js';
import type { SteadyMs } from '../../time/clock.js';
import type { ReadsClips } from '../clip/clip-reader.js';
import { type Clip, NotAClipError } from '../clip/read-clip.js';
import type { ClipDraft } from '../store/clip-draft.js';
import type { ClipOwner } from '../store/clip-files.js';

export interface ResultToExamine extends ClipOwner {
  readonly isKept: boolean;
  /** Undefined if the provider has it no longer. */
  readonly open: (signal: AbortSignal) => Promise<RemoteFile | undefined>;
}

export interface Examination {
  readonly bytesMax: number;
  readonly clips: ReadsClips;
  /** Begins a file for a result. */
  readonly draft: (owner: ClipOwner, bytes: number | undefined) => Promise<ClipDraft>;
  readonly steadyMs: () => SteadyMs;
  /** Told of bytes that came from the provider. */
  readonly came: (bytes: number) => void;
}

export interface Examined {
  readonly lengthMs: number;
  readonly file: ResultFile;
}

/** Waiting is not likely to mend it. The message is fit for a client. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}

const RANGES_BYTES_MAX = 4 * 1_048_576;
const WAIT_MS = 60_000;
const BYTES_PER_SECOND_MIN = 32 * 1_024;

/** @throws UnreadableError; anything else may be otherwise the next time */
export async function examineResult(
  result: ResultToExamine,
  examination: Examination,
  signal: AbortSignal,
): Promise<Examined> {
  try {
    return await examined(result, examination, signal);
  } catch (error) {
    const message = messageToClient(error);
    throw message === undefined ? error : new UnreadableError(message, { cause: error });
  }
}

async function examined(
  result: ResultToExamine,
  examination: Examination,
  signal: AbortSignal,
): Promise<Examined> {
  const opened = await result.open(signal);
  if (opened === undefined) throw new UnreadableError('The provider no longer has the result.');
  const remote = watched(opened, examination, signal);
  const { size, takesRanges } = remote;
  if (takesRanges && size !== undefined && !result.isKept) {
    const clip = await examination.clips.readRanges(remote, size, RANGES_BYTES_MAX);
    if (clip !== undefined) return outcomeOf(clip, size, false);
  }
  return readOnDisk(remote, result, examination);
}

async function readOnDisk(
  file: RemoteFile,
  result: ResultToExamine,
  { bytesMax, clips, draft: begin }: Examination,
): Promise<Examined> {
  if (file.size !== undefined && file.size > bytesMax) throw tooBig();
  const draft = await begin(result, file.size);
  try {
    for await (const chunk of file.read(0, undefined)) {
      if (draft.bytes + chunk.length > bytesMax) throw tooBig();
      await draft.write(chunk);
    }
    if (file.size !== undefined && draft.bytes !== file.size) {
      throw new Error(`a result of ${file.size} bytes ended after ${draft.bytes}`);
    }
    const clip = await clips.readFile(draft.path, draft.bytes);
    if (result.isKept) await draft.keep();
    return outcomeOf(clip, draft.bytes, result.isKept);
  } finally {
    await draft.discard();
  }
}

function outcomeOf({ lengthMs, contentType }: Clip, bytes: number, isKept: boolean): Examined {
  return { lengthMs, file: { bytes, contentType, isKept } };
}

/** Counts what comes and how long it is waited for. Nothing comes once `signal` is aborted. */
function watched(
  file: RemoteFile,
  { came, steadyMs }: Pick<Examination, 'came' | 'steadyMs'>,
  signal: AbortSignal,
): RemoteFile {
  let waitedMs = 0;
  let cameBytes = 0;
  const nextOf = async (chunks: AsyncIterator<Uint8Array>) => {
    const askedAt = steadyMs();
    const next = await chunks.next();
    waitedMs += steadyMs() - askedAt;
    if (next.done !== true) cameBytes += next.value.length;
    if (waitedMs > WAIT_MS + (cameBytes / BYTES_PER_SECOND_MIN) * 1_000) {
      throw new Error(`a result comes too slowly: ${cameBytes} bytes in ${Math.round(waitedMs / 1_000)} s`);
    }
    return next;
  };
  return {
    ...file,
    async *read(from, to) {
      const chunks = file.read(from, to)[Symbol.asyncIterator]();
      // It may be waiting for a chunk that never comes.
      const leave = () => void chunks.return?.().catch(() => undefined);
      signal.addEventListener('abort', leave);
      try {
        for (let next = await nextOf(chunks); next.done !== true; next = await nextOf(chunks)) {
          signal.throwIfAborted();
          came(next.value.length);
          yield next.value;
        }
      } finally {
        signal.removeEventListener('abort', leave);
        leave();
      }
    },
  };
}

function tooBig(): UnreadableError {
  return new UnreadableError('The result is larger than this gateway takes.');
}

function messageToClient(error: unknown): string | undefined {
  if (error instanceof NotAClipError) return 'The result is neither video nor audio that could be read.';
  if (error instanceof ForbiddenFileError) return 'The result lies where this gateway may not read it.';
  return undefined;
}
