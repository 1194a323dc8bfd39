/**
 * Lays encoded video frames out as an MP4 file (ISO/IEC 14496-12 and -15), one video track, index first.
 *
 * Written here rather than taken from a library because two things must be exact: the same input gives the
 * same bytes (two range requests for one clip must agree; no time of creation, no random id), and the
 * duration is a whole number of milliseconds (the time scale is 1,000).
 *
 * Invariants
 *  1. Durations in `mvhd`, `tkhd` and `mdhd` equal the sum of the frames' durations.
 *  2. `moov` stands before `mdat`, so a player can begin before it has the whole file.
 */

/** One encoded frame: NAL units, each behind its length in four bytes. */
export interface EncodedFrame {
  readonly bytes: Uint8Array;
  readonly durationMs: number;
  /** Whether decoding can begin here. */
  readonly isKey: boolean;
}

export interface H264Format {
  readonly width: number;
  readonly height: number;
  readonly sequenceParameters: Uint8Array;
  readonly pictureParameters: Uint8Array;
}

const TIME_SCALE_PER_SECOND = 1_000;
const UNITY_MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

export function mp4File(format: H264Format, frames: readonly EncodedFrame[]): Uint8Array {
  const fileType = box('ftyp', text('isom'), u32(0x200), text('isomiso2avc1mp41'));
  const mediaHeaderBytes = 8;
  // The index holds the place of the first frame, and its own length does not depend on that number.
  const indexBytes = movie(format, frames, 0).length;
  const firstFrameAt = fileType.length + indexBytes + mediaHeaderBytes;
  const index = movie(format, frames, firstFrameAt);
  return joined([fileType, index, box('mdat', ...frames.map((frame) => frame.bytes))]);
}

function movie(format: H264Format, frames: readonly EncodedFrame[], firstFrameAt: number): Uint8Array {
  const durationMs = frames.reduce((sum, frame) => sum + frame.durationMs, 0);
  return box('moov', movieHeader(durationMs), track(format, frames, durationMs, firstFrameAt));
}

function movieHeader(durationMs: number): Uint8Array {
  const createdAndModified = u32(0, 0);
  const rateAndVolume = [u32(0x10000), u16(0x100), zeros(10)];
  const nextTrack = u32(2);
  return fullBox(
    'mvhd',
    0,
    createdAndModified,
    u32(TIME_SCALE_PER_SECOND, durationMs),
    ...rateAndVolume,
    UNITY_MATRIX,
    zeros(24),
    nextTrack,
  );
}

function track(
  format: H264Format,
  frames: readonly EncodedFrame[],
  durationMs: number,
  firstFrameAt: number,
): Uint8Array {
  const media = box(
    'mdia',
    mediaHeader(durationMs),
    fullBox('hdlr', 0, u32(0), text('vide'), zeros(12), text('VideoHandler\0')),
    box('minf', fullBox('vmhd', 1, zeros(8)), dataInThisFile(), sampleTable(format, frames, firstFrameAt)),
  );
  return box('trak', trackHeader(format, durationMs), media);
}

function trackHeader(format: H264Format, durationMs: number): Uint8Array {
  const enabledInMovieAndPreview = 7;
  const id = 1;
  return fullBox(
    'tkhd',
    enabledInMovieAndPreview,
    u32(0, 0, id, 0, durationMs),
    zeros(16),
    UNITY_MATRIX,
    u32(format.width << 16, format.height << 16),
  );
}

function mediaHeader(durationMs: number): Uint8Array {
  const languageUndetermined = 0x55c4;
  return fullBox('mdhd', 0, u32(0, 0, TIME_SCALE_PER_SECOND, durationMs), u16(languageUndetermined, 0));
}

function dataInThisFile(): Uint8Array {
  const inThisFile = 1;
  return box('dinf', fullBox('dref', 0, u32(1), fullBox('url ', inThisFile)));
}

function sampleTable(format: H264Format, frames: readonly EncodedFrame[], firstFrameAt: number): Uint8Array {
  const keyFrameNumbers = frames.flatMap((frame, at) => (frame.isKey ? [at + 1] : []));
  const sizes = frames.map((frame) => frame.bytes.length);
  const runs = durationRuns(frames);
  return box(
    'stbl',
    fullBox('stsd', 0, u32(1), sampleEntry(format)),
    fullBox('stts', 0, u32(runs.length, ...runs.flat())),
    fullBox('stss', 0, u32(keyFrameNumbers.length, ...keyFrameNumbers)),
    // One chunk, the first, holds every frame.
    fullBox('stsc', 0, u32(1, 1, frames.length, 1)),
    fullBox('stsz', 0, u32(0, frames.length, ...sizes)),
    fullBox('stco', 0, u32(1, firstFrameAt)),
  );
}

/** Neighbouring frames of one duration, as pairs of count and duration. */
function durationRuns(frames: readonly EncodedFrame[]): (readonly [count: number, durationMs: number])[] {
  const runs: [number, number][] = [];
  for (const { durationMs } of frames) {
    const last = runs.at(-1);
    if (last?.[1] === durationMs) last[0]++;
    else runs.push([1, durationMs]);
  }
  return runs;
}

function sampleEntry(format: H264Format): Uint8Array {
  const dataReference = u16(1);
  const resolution72Dpi = u32(0x480000, 0x480000);
  const framesPerSample = u16(1);
  const depth24NoColourTable = u16(0x18, 0xffff);
  return box(
    'avc1',
    zeros(6),
    dataReference,
    zeros(16),
    u16(format.width, format.height),
    resolution72Dpi,
    zeros(4),
    framesPerSample,
    zeros(32),
    depth24NoColourTable,
    decoderConfiguration(format),
  );
}

function decoderConfiguration({ sequenceParameters, pictureParameters }: H264Format): Uint8Array {
  const profileCompatibilityLevel = sequenceParameters.subarray(1, 4);
  const lengthsInFourBytes = 0xff;
  const oneSequenceParameterSet = 0xe1;
  return box(
    'avcC',
    bytes(1),
    profileCompatibilityLevel,
    bytes(lengthsInFourBytes, oneSequenceParameterSet),
    u16(sequenceParameters.length),
    sequenceParameters,
    bytes(1),
    u16(pictureParameters.length),
    pictureParameters,
  );
}

function box(type: string, ...parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 8);
  return joined([u32(length), text(type), ...parts]);
}

function fullBox(type: string, flags: number, ...parts: readonly Uint8Array[]): Uint8Array {
  return box(type, u32(flags), ...parts);
}

function u32(...values: readonly number[]): Uint8Array {
  const out = Buffer.alloc(values.length * 4);
  values.forEach((value, at) => {
    out.writeUInt32BE(value, at * 4);
  });
  return out;
}

function u16(...values: readonly number[]): Uint8Array {
  const out = Buffer.alloc(values.length * 2);
  values.forEach((value, at) => {
    out.writeUInt16BE(value, at * 2);
  });
  return out;
}

function bytes(...values: readonly number[]): Uint8Array {
  return Uint8Array.from(values);
}

function text(value: string): Uint8Array {
  return Buffer.from(value, 'latin1');
}

function zeros(count: number): Uint8Array {
  return new Uint8Array(count);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts);
}
