import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';
import { describe, expect, it } from 'vitest';
import { renderClip } from '../../../../src/providers/adapters/simulated/clip.js';
import { ClipCache } from '../../../../src/providers/adapters/simulated/clip-cache.js';
import { folderOfTest } from '../../../temporary-folder.js';
import { someOf } from '../../../test-set.js';

const wanted = fc.record({ lengthMs: fc.integer({ min: 1, max: 60_000 }), seed: fc.nat() });
const LENGTHS = [1, 37, 50, 51, 500, 1_000, 1_234, 5_000, 59_999, 60_000];

describe('a rendered clip', () => {
  it('says in every box the length that was asked for, to the millisecond', () => {
    fc.assert(
      fc.property(wanted, (clip) => {
        const file = Buffer.from(renderClip(clip));
        const movie = boxAt(file, 'moov', 'mvhd');
        const media = boxAt(file, 'moov', 'trak', 'mdia', 'mdhd');
        expect([movie.readUInt32BE(12), movie.readUInt32BE(16)]).toEqual([1_000, clip.lengthMs]);
        expect([media.readUInt32BE(12), media.readUInt32BE(16)]).toEqual([1_000, clip.lengthMs]);
        expect(boxAt(file, 'moov', 'trak', 'tkhd').readUInt32BE(20)).toBe(clip.lengthMs);
        expect(durationOfSamples(file)).toEqual({
          count: Math.ceil(clip.lengthMs / 50),
          lengthMs: clip.lengthMs,
        });
      }),
      { numRuns: 50 },
    );
  });

  it('holds as many bytes of frames as its table of sizes says, where its table of places says', () => {
    fc.assert(
      fc.property(wanted, (clip) => {
        const file = Buffer.from(renderClip(clip));
        const sizes = boxAt(file, ...SAMPLE_TABLE, 'stsz');
        const count = sizes.readUInt32BE(8);
        let bytes = 0;
        for (let n = 0; n < count; n++) bytes += sizes.readUInt32BE(12 + 4 * n);
        const data = boxAt(file, 'mdat');
        expect(data.length).toBe(bytes);
        const firstAt = boxAt(file, ...SAMPLE_TABLE, 'stco').readUInt32BE(8);
        expect(firstAt).toBe(data.byteOffset - file.byteOffset);
      }),
      { numRuns: 20 },
    );
  });

  it.each(LENGTHS.map((lengthMs) => [lengthMs]))(
    'of %i ms is read by an independent demuxer',
    async (lengthMs) => {
      const input = new Input({
        formats: ALL_FORMATS,
        source: new BufferSource(renderClip({ lengthMs, seed: 3 })),
      });
      const track = await input.getPrimaryVideoTrack();
      if (track === null) throw new Error('no video track');
      expect(await input.computeDuration()).toBeCloseTo(lengthMs / 1_000, 6);
      const stats = await track.computePacketStats();
      expect(stats.packetCount).toBe(Math.ceil(lengthMs / 50));
      const last = await new EncodedPacketSink(track).getPacket(Number.POSITIVE_INFINITY);
      expect((last?.timestamp ?? 0) + (last?.duration ?? 0)).toBeCloseTo(lengthMs / 1_000, 6);
    },
  );

  it('is the same bytes for the same wish, and other pictures for another seed', () => {
    const one = renderClip({ lengthMs: 1_500, seed: 1 });
    expect(Buffer.compare(one, renderClip({ lengthMs: 1_500, seed: 1 }))).toBe(0);
    expect(Buffer.compare(one, renderClip({ lengthMs: 1_500, seed: 2 }))).not.toBe(0);
  });

  it('is the same bytes in every release: links given out before an upgrade lead to the same clips', () => {
    const hash = createHash('sha256');
    for (let seed = 0; seed < 12; seed++) {
      for (const lengthMs of [1, 37, 4_000, 4_001, 59_999, 60_000])
        hash.update(renderClip({ lengthMs, seed }));
    }
    expect(hash.digest('hex')).toBe('fba2fc0183600ce021c6f79ebd3cbb7a012439677dba767aaa4563c826998b21');
  });

  it('is small', () => {
    for (let seed = 0; seed < 6; seed++)
      expect(renderClip({ lengthMs: 60_000, seed }).length).toBeLessThan(100_000);
  });

  it.each([[0], [-1], [1.5], [60_001], [Number.NaN]])('of %d ms is refused', (lengthMs) => {
    expect(() => renderClip({ lengthMs, seed: 0 })).toThrow(RangeError);
  });

  it.runIf(isInstalled('ffprobe') && isInstalled('ffmpeg'))(
    'decodes without complaint at its full length',
    () => {
      const folder = folderOfTest('clip');
      for (const [seed, lengthMs] of someOf([...LENGTHS.entries()], 3)) {
        const file = join(folder, `${lengthMs}.mp4`);
        writeFileSync(file, renderClip({ lengthMs, seed }));
        const args = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'default=nw=1:nk=1', file];
        expect(Number(execFileSync('ffprobe', args, { encoding: 'utf8' }))).toBe(lengthMs / 1_000);
        const decoded = spawnSync('ffmpeg', ['-v', 'error', '-i', file, '-f', 'null', '-'], {
          encoding: 'utf8',
        });
        expect([decoded.status, decoded.stderr]).toEqual([0, '']);
      }
    },
  );
});

describe('the cache of clips', () => {
  it('keeps what was asked for last within its bound', () => {
    const short = { lengthMs: 1_000, seed: 0 };
    const cache = new ClipCache(10_000);
    const first = cache.get(short);
    expect(cache.get({ lengthMs: 1_000, seed: 6 })).toBe(first);
    for (let lengthMs = 1_001; lengthMs < 1_004; lengthMs++) cache.get({ lengthMs, seed: 0 });
    expect(cache.get(short)).toBe(first);
    for (let lengthMs = 2_000; lengthMs < 2_010; lengthMs++) {
      cache.get({ lengthMs, seed: 0 });
      expect(cache.bytes).toBeLessThanOrEqual(10_000);
    }
    expect(cache.get(short)).not.toBe(first);
  });

  it('hands out a clip that is larger than itself, and keeps none of it', () => {
    const cache = new ClipCache(10);
    expect(cache.get({ lengthMs: 1_000, seed: 0 }).length).toBeGreaterThan(1_000);
    expect(cache.bytes).toBe(0);
  });
});

const SAMPLE_TABLE = ['moov', 'trak', 'mdia', 'minf', 'stbl'] as const;

/** The content of a box, found by its path; throws if there is none or if a length does not add up. */
function boxAt(file: Buffer, ...path: readonly string[]): Buffer {
  const [type, ...rest] = path;
  if (type === undefined) return file;
  for (let at = 0; at < file.length; ) {
    const size = file.readUInt32BE(at);
    if (size < 8 || at + size > file.length) throw new Error(`box at ${at} does not fit`);
    if (file.toString('latin1', at + 4, at + 8) === type)
      return boxAt(file.subarray(at + 8, at + size), ...rest);
    at += size;
  }
  throw new Error(`no box ${type}`);
}

function durationOfSamples(file: Buffer): { readonly count: number; readonly lengthMs: number } {
  const times = boxAt(file, ...SAMPLE_TABLE, 'stts');
  let count = 0;
  let lengthMs = 0;
  for (let run = 0; run < times.readUInt32BE(4); run++) {
    const inRun = times.readUInt32BE(8 + 8 * run);
    count += inRun;
    lengthMs += inRun * times.readUInt32BE(12 + 8 * run);
  }
  return { count, lengthMs };
}

function isInstalled(program: string): boolean {
  return spawnSync(program, ['-version'], { stdio: 'ignore' }).status === 0;
}
