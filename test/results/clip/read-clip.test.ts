import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NotAClipError, readClip } from '../../../src/results/clip/read-clip.js';
import { type Container, clipIn } from '../clips.js';

function read(bytes: Uint8Array) {
  return readClip({ size: bytes.length, read: async (from, to) => bytes.subarray(from, to) }, 'fileSystem');
}

describe('the length of a clip', () => {
  // These Matroska files leave out how long their last frame is shown, 50 ms.
  it.each<[Container, number, string]>([
    ['mp4', 4_500, 'video/mp4'],
    ['fragmented mp4', 4_500, 'video/mp4'],
    ['mov', 4_500, 'video/quicktime'],
    ['mkv', 4_450, 'video/x-matroska'],
    ['webm', 4_450, 'video/webm'],
    ['webm without a length', 4_450, 'video/webm'],
  ])('is read from %s, which is known for what it is', async (container, lengthMs, contentType) => {
    expect(await read(await clipIn(container, 4_500))).toEqual({ lengthMs, contentType });
  });

  it('is read to the millisecond', async () => {
    for (const lengthMs of [1, 49, 2_345, 59_999]) {
      expect((await read(await clipIn('mp4', lengthMs))).lengthMs).toBe(lengthMs);
    }
  });
});

describe('a file that is no clip', () => {
  it.each([
    ['nothing', ''],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a playlist', '#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:5,\nhttp://127.0.0.1:9/a.ts\n#EXT-X-ENDLIST\n'],
  ])('is refused if it is %s', async (_, text) => {
    await expect(read(Buffer.from(text))).rejects.toThrow(NotAClipError);
  });

  it('is refused, or has a length, whichever bytes of a clip are wrong', async () => {
    const clip = await clipIn('fragmented mp4', 1_000);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(clip.length - 1), fc.nat(255)), { minLength: 1, maxLength: 20 }),
        fc.nat(clip.length),
        async (changes, length) => {
          const bytes = Uint8Array.from(clip.subarray(0, length));
          for (const [at, value] of changes) bytes[at] = value;
          const clipRead = await read(bytes).catch((error: unknown) => error);
          if (clipRead instanceof Error) expect(clipRead).toBeInstanceOf(NotAClipError);
          else expect(clipRead).toMatchObject({ lengthMs: expect.any(Number) });
        },
      ),
      { numRuns: 100 },
    );
  });
});

it('fails as its source does', async () => {
  const gone = async () => {
    throw new Error('the connection was reset');
  };
  await expect(readClip({ size: 1_000, read: gone }, 'network')).rejects.toThrow('the connection was reset');
});
