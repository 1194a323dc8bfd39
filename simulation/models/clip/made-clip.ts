/** Makes the file of a step, frame by frame, and says how long it is by the frames alone. */
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  MkvOutputFormat,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  WebMOutputFormat,
} from 'mediabunny';
import type { Clip } from '../../../src/results/clip/read-clip.js';
import type { Container, ReadStep, Track } from './clip-history.js';

const FORMATS: Readonly<Record<Exclude<Container, 'wave'>, () => OutputFormat>> = {
  mp4: () => new Mp4OutputFormat({ fastStart: 'in-memory' }),
  mp4_with_its_index_behind: () => new Mp4OutputFormat({ fastStart: false }),
  fragmented_mp4: () => new Mp4OutputFormat({ fastStart: 'fragmented' }),
  mov: () => new MovOutputFormat(),
  mkv: () => new MkvOutputFormat(),
  webm: () => new WebMOutputFormat(),
  webm_without_a_length: () => new WebMOutputFormat({ appendOnly: true }),
};
const TYPES: Readonly<Record<Container, string>> = {
  mp4: 'mp4',
  mp4_with_its_index_behind: 'mp4',
  fragmented_mp4: 'mp4',
  mov: 'quicktime',
  mkv: 'x-matroska',
  webm: 'webm',
  webm_without_a_length: 'webm',
  wave: 'wav',
};
/** These files leave out how long a last frame is shown. */
const WITHOUT_LAST_FRAME: readonly Container[] = ['mkv', 'webm', 'webm_without_a_length'];
const FRAMES_BETWEEN_KEYS = 10;
const WAVE_HEAD_BYTES = 44;
const WAVE_BYTES_PER_MS = 96;
const PAGE = '<!doctype html><title>Gone</title>';

/** @param clip what has to be read; undefined if the file is none that can be vouched for */
export async function makeClip(step: ReadStep): Promise<{ bytes: Uint8Array; clip: Clip | undefined }> {
  const { container, damage } = step;
  if (damage === 'empty') return { bytes: new Uint8Array(), clip: undefined };
  if (damage === 'page') return { bytes: Buffer.from(PAGE), clip: undefined };
  const bytes = container === 'wave' ? waveOf(step) : await muxed(step, FORMATS[container]());
  if (damage === 'cut') return { bytes: bytes.subarray(0, Math.ceil(bytes.length / 3) * 2), clip: undefined };
  if (damage === 'zeros') return { bytes: bytes.fill(0, 0, 64), clip: undefined };
  return { bytes, clip: clipOf(step) };
}

function clipOf({ container, video, audio }: ReadStep): Clip {
  const tracks = [video, audio].filter((track) => track !== undefined);
  const left = WITHOUT_LAST_FRAME.includes(container) ? 1 : 0;
  const ends = tracks.map(({ beginsMs, frames, frameMs }) => beginsMs + (frames - left) * frameMs);
  return {
    lengthMs: Math.max(...ends) - Math.min(...tracks.map(({ beginsMs }) => beginsMs)),
    contentType: `${video === undefined ? 'audio' : 'video'}/${TYPES[container]}`,
  };
}

async function muxed({ id, video, audio, frameBytes }: ReadStep, format: OutputFormat): Promise<Uint8Array> {
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const [shown, heard] = [new EncodedVideoPacketSource('vp9'), new EncodedAudioPacketSource('opus')];
  if (video !== undefined) output.addVideoTrack(shown);
  if (audio !== undefined) output.addAudioTrack(heard);
  await output.start();
  for (const packet of packetsOf(video, frameBytes, id)) await shown.add(packet, VIDEO);
  for (const packet of packetsOf(audio, 8, id)) await heard.add(packet, AUDIO);
  await output.finalize();
  return new Uint8Array(target.buffer ?? new ArrayBuffer());
}

const VIDEO = { decoderConfig: { codec: 'vp09.00.10.08', codedWidth: 64, codedHeight: 64 } };
const AUDIO = { decoderConfig: { codec: 'opus', sampleRate: 48_000, numberOfChannels: 2 } };
/** Says of itself that it lasts 20 ms. */
const OPUS_HEAD = 0xfc;

function packetsOf(track: Track | undefined, bytes: number, id: number): readonly EncodedPacket[] {
  if (track === undefined) return [];
  const { beginsMs, frames, frameMs } = track;
  return Array.from({ length: frames }, (_, n) => {
    const type = n % FRAMES_BETWEEN_KEYS === 0 ? 'key' : 'delta';
    const data = new Uint8Array(bytes).fill(id);
    data[0] = OPUS_HEAD;
    return new EncodedPacket(data, type, (beginsMs + n * frameMs) / 1_000, frameMs / 1_000);
  });
}

/** 48,000 samples of 16 bits a second, all of them the name of the step. */
function waveOf({ id, audio: track }: ReadStep): Uint8Array {
  const dataBytes = (track === undefined ? 0 : track.frames * track.frameMs) * WAVE_BYTES_PER_MS;
  const file = Buffer.alloc(WAVE_HEAD_BYTES + dataBytes, id);
  file.write('RIFF', 0);
  file.writeUInt32LE(WAVE_HEAD_BYTES - 8 + dataBytes, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(48_000, 24);
  file.writeUInt32LE(WAVE_BYTES_PER_MS * 1_000, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(dataBytes, 40);
  return file;
}
