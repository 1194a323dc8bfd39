/**
 * Reads how long a clip is from its container, and which container that is, whatever anybody says of it.
 *
 * The containers are read by mediabunny, which finds the end of the last sample from the indexes of a file
 * that has them, and goes through its fragments or clusters if it has none. It is loaded with the first clip.
 * Playlists (HLS) are no clips: they name further URLs.
 *
 * Invariants
 *  1. At most `READ_BYTES_MAX` are held for one read, whatever the container says of itself.
 *  2. An error of the source is passed on as it is; any other is `NotAClipError`.
 */
import type { Input } from 'mediabunny';

/** The bytes of a file, as the reader of its container asks for them. */
export interface ClipBytes {
  readonly size: number;
  read(from: number, to: number): Promise<Uint8Array>;
}

export interface Clip {
  /** Of what is shown, to the nearest millisecond; at least 1. */
  readonly lengthMs: number;
  /** `video/…` or `audio/…`, without parameters. */
  readonly contentType: string;
}

/** The bytes are no clip that can be played. */
export class NotAClipError extends Error {
  override readonly name = 'NotAClipError';
}

/** Some hours of video have an index of that size. */
const READ_BYTES_MAX = 16 * 1_048_576;
const CACHE_BYTES_MAX = 4 * 1_048_576;

/** @param over decides how far reads go ahead: a call for each, or next to nothing */
export async function readClip(bytes: ClipBytes, over: 'network' | 'fileSystem'): Promise<Clip> {
  let failure: { readonly error: unknown } | undefined;
  const read = async (from: number, to: number): Promise<Uint8Array> => {
    try {
      if (to - from > READ_BYTES_MAX) throw new NotAClipError(`an index of ${to - from} bytes`);
      return await bytes.read(from, to);
    } catch (error) {
      failure ??= { error };
      throw error;
    }
  };
  const input = await openInput(bytes.size, read, over);
  try {
    return await clipOf(input);
  } catch (error) {
    if (failure !== undefined) throw failure.error;
    throw new NotAClipError('the file is no clip', { cause: error });
  } finally {
    input.dispose();
  }
}

async function openInput(
  size: number,
  read: ClipBytes['read'],
  prefetchProfile: 'network' | 'fileSystem',
): Promise<Input> {
  const media = await import('mediabunny');
  const { ADTS, FLAC, MATROSKA, MP3, MP4, MPEG_TS, OGG, QTFF, WAVE, WEBM } = media;
  media.Logging.level = media.LogLevel.Silent;
  return new media.Input({
    formats: [MP4, WEBM, QTFF, MATROSKA, MPEG_TS, MP3, WAVE, OGG, FLAC, ADTS],
    source: new media.CustomSource({
      getSize: () => size,
      read,
      prefetchProfile,
      maxCacheSize: CACHE_BYTES_MAX,
      // A read ahead that fails is met again by the read that needs it.
      handleUnhandledError: () => {},
    }),
  });
}

async function clipOf(input: Input): Promise<Clip> {
  const format = await input.getFormat();
  const tracks = [...(await input.getVideoTracks()), ...(await input.getAudioTracks())];
  if (tracks.length === 0) throw new NotAClipError('the file has neither video nor audio');
  const beginsAt = Math.max(0, await input.getFirstTimestamp(tracks));
  const lengthMs = Math.round(((await input.computeDuration(tracks)) - beginsAt) * 1_000);
  if (!Number.isSafeInteger(lengthMs) || lengthMs < 1) throw new NotAClipError(`a clip of ${lengthMs} ms`);
  const isVideo = tracks.some((track) => track.type === 'video');
  const container = format.mimeType.toLowerCase().replace(/^\w+\//, '');
  return { lengthMs, contentType: `${isVideo ? 'video' : 'audio'}/${container}` };
}
