/** Clips in several containers, files of a provider that hold them, and a reader of clips. */
import { Worker } from 'node:worker_threads';
import {
  BufferSource,
  BufferTarget,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MkvOutputFormat,
  MovOutputFormat,
  MP4,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  WebMOutputFormat,
} from 'mediabunny';
import { onTestFinished } from 'vitest';
import { VirtualWorld } from '../../simulation/world/virtual-world.js';
import type { RemoteFile } from '../../src/outward/outward.js';
import { renderClip } from '../../src/providers/adapters/simulated/clip.js';
import { ClipReader } from '../../src/results/clip/clip-reader.js';

const THREAD = new URL('../../dist/program/clip-thread.js', import.meta.url);

/** With threads of the built program, until the test is over. */
export function clipReader(world = new VirtualWorld()): ClipReader {
  const reader = new ClipReader({ world, start: () => new Worker(THREAD) });
  onTestFinished(() => reader.close());
  return reader;
}

export type Container = 'mp4' | 'fragmented mp4' | 'mov' | 'mkv' | 'webm' | 'webm without a length';

const FORMATS: Readonly<Record<Exclude<Container, 'mp4'>, () => OutputFormat>> = {
  'fragmented mp4': () => new Mp4OutputFormat({ fastStart: 'fragmented' }),
  mov: () => new MovOutputFormat(),
  mkv: () => new MkvOutputFormat(),
  webm: () => new WebMOutputFormat(),
  'webm without a length': () => new WebMOutputFormat({ appendOnly: true }),
};

/** @param fillerBytes are added to each frame; not in `mp4` */
export async function clipIn(container: Container, lengthMs: number, fillerBytes = 0): Promise<Uint8Array> {
  const rendered = renderClip({ lengthMs, seed: 1 });
  return container === 'mp4' ? rendered : remuxed(rendered, FORMATS[container](), fillerBytes);
}

/** The frames stay as they are; WebM, which has no H.264, is told that they are VP8. */
async function remuxed(clip: Uint8Array, format: OutputFormat, fillerBytes: number): Promise<Uint8Array> {
  const input = new Input({ formats: [MP4], source: new BufferSource(clip) });
  const track = await input.getPrimaryVideoTrack();
  const known = await track?.getDecoderConfig();
  if (track === null || known === null || known === undefined) throw new Error('a clip without video');
  const codec = format instanceof WebMOutputFormat ? 'vp8' : 'avc';
  const { description: _, ...plain } = known;
  const decoderConfig = codec === 'avc' ? known : { ...plain, codec };
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const source = new EncodedVideoPacketSource(codec);
  output.addVideoTrack(source);
  await output.start();
  for await (const packet of new EncodedPacketSink(track).packets()) {
    const data = Buffer.concat([packet.data, new Uint8Array(fillerBytes)]);
    await source.add(packet.clone({ data }), { decoderConfig });
  }
  await output.finalize();
  input.dispose();
  if (target.buffer === null) throw new Error('a clip was written nowhere');
  return new Uint8Array(target.buffer);
}

export interface ServedFile extends RemoteFile {
  /** Each range that was asked for. */
  readonly reads: (readonly [from: number, to: number | undefined])[];
}

export function served(bytes: Uint8Array, more: Partial<RemoteFile> = {}): ServedFile {
  const reads: (readonly [number, number | undefined])[] = [];
  return {
    contentType: 'text/html',
    size: bytes.length,
    takesRanges: true,
    reads,
    async *read(from, to) {
      reads.push([from, to]);
      const end = to ?? bytes.length;
      for (let at = from; at < end; at += 10_000) yield bytes.subarray(at, Math.min(at + 10_000, end));
    },
    ...more,
  };
}
