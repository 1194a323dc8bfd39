import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { VirtualWorld } from '../../../simulation/world/virtual-world.js';
import { ForbiddenFileError, type RemoteFile } from '../../../src/outward/outward.js';
import { examineResult, UnreadableError } from '../../../src/results/reading/examine-result.js';
import { ClipStore } from '../../../src/results/store/clip-store.js';
import { folderOfTest } from '../../temporary-folder.js';
import { clipIn, clipReader, served } from '../clips.js';

const OWNER = { account: 'acct_a', jobId: 'video_1' };

function stage() {
  const folder = folderOfTest('examine');
  const world = new VirtualWorld();
  const store = new ClipStore({
    folder,
    ownerMark: 'mine',
    world,
    limits: { bytesMax: 1 << 30, keptMsMin: 0, freeBytesMin: 0 },
    onFault: (error) => {
      throw error;
    },
    onMissing: () => {},
    onObstacle: () => {},
    onCleared: () => {},
  });
  const clips = clipReader();
  let cameBytes = 0;
  return {
    world,
    files: () => readdirSync(folder).filter((name) => name !== 'owner'),
    came: () => cameBytes,
    examine: (file: RemoteFile | undefined, { isKept = false, bytesMax = 1 << 20 } = {}) =>
      examineResult(
        { ...OWNER, isKept, open: async () => file },
        {
          bytesMax,
          clips,
          draft: (owner, bytes) => store.draft(owner, bytes),
          steadyMs: () => world.steadyMs(),
          came: (bytes) => {
            cameBytes += bytes;
          },
        },
        new AbortController().signal,
      ),
  };
}

describe('a result', () => {
  it('that is served in ranges is read over them, and no file is made', async () => {
    const { examine, files, came } = stage();
    const clip = await clipIn('mp4', 5_000);
    expect(await examine(served(clip))).toEqual({
      lengthMs: 5_000,
      file: { bytes: clip.length, contentType: 'video/mp4', isKept: false },
    });
    expect(files()).toEqual([]);
    expect(came()).toBe(clip.length);
  });

  it.each([
    ['without ranges', { takesRanges: false }],
    ['of unknown size', { size: undefined, takesRanges: false }],
  ])('%s is read from a file, which is gone afterwards', async (_, more) => {
    const { examine, files } = stage();
    const clip = await clipIn('fragmented mp4', 5_000);
    expect(await examine(served(clip, more))).toMatchObject({ lengthMs: 5_000, file: { isKept: false } });
    expect(files()).toEqual([]);
  });

  it('that would take too many ranges is read from a file', async () => {
    const { examine } = stage();
    // Five megabytes that all have to be gone through.
    const file = served(await clipIn('webm without a length', 60_000, 4_000));
    expect(await examine(file, { bytesMax: 1 << 30 })).toMatchObject({ lengthMs: 59_950 });
    expect(file.reads.at(-1)).toEqual([0, undefined]);
  });

  it('that is kept is a file, with the type of what is in it', async () => {
    const { examine, files } = stage();
    const clip = await clipIn('webm', 5_000);
    expect(await examine(served(clip), { isKept: true })).toEqual({
      lengthMs: 4_950,
      file: { bytes: clip.length, contentType: 'video/webm', isKept: true },
    });
    expect(files()).toEqual(['acct_a.video_1.clip']);
  });
});

describe('a result of no use', () => {
  const page = Buffer.from('<!doctype html><script>alert(1)</script>'.repeat(100));

  it.each([
    ['gone', undefined],
    ['no clip', served(page)],
    ['no clip, without ranges', served(page, { takesRanges: false })],
    ['empty', served(new Uint8Array())],
    ['too big', served(new Uint8Array(2 << 20), { takesRanges: false })],
    ['too big, of unknown size', served(new Uint8Array(2 << 20), { size: undefined, takesRanges: false })],
  ])('is unreadable if it is %s, and leaves no file', async (_, file) => {
    for (const isKept of [false, true]) {
      const { examine, files } = stage();
      await expect(examine(file, { isKept })).rejects.toThrow(UnreadableError);
      expect(files()).toEqual([]);
    }
  });

  it('is unreadable if its address is forbidden, of which the client is told nothing', async () => {
    const { examine } = stage();
    const forbidden = served(page, {
      read: () => {
        throw new ForbiddenFileError('169.254.169.254 is no public address');
      },
    });
    const error: unknown = await examine(forbidden).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnreadableError);
    expect(String(error)).not.toContain('169');
  });

  it.each([
    [1, 61_000],
    [8 * 1_024, 81_000],
  ])('may be of use later if it comes %i bytes a second, and is left after %i ms', async (bytes, afterMs) => {
    const { examine, world, files } = stage();
    const size = 1 << 30;
    const slow = served(new Uint8Array(), {
      size,
      takesRanges: false,
      async *read() {
        for (;;) {
          await world.advance(1_000);
          yield new Uint8Array(bytes);
        }
      },
    });
    const [beganAt, error] = [
      world.steadyMs(),
      await examine(slow, { bytesMax: size }).catch((thrown: unknown) => thrown),
    ];
    expect(String(error)).toContain('comes too slowly');
    expect(error).not.toBeInstanceOf(UnreadableError);
    expect([world.steadyMs() - beganAt, files()]).toEqual([afterMs, []]);
  });

  it('may be of use later if it ends short', async () => {
    const { examine } = stage();
    const clip = await clipIn('mp4', 5_000);
    const cut = served(clip.subarray(0, 2_000), { size: clip.length, takesRanges: false });
    await expect(examine(cut)).rejects.toThrow('ended after 2000');
    await expect(examine(cut)).rejects.not.toThrow(UnreadableError);
  });
});
