import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { VirtualWorld } from '../../../simulation/world/virtual-world.js';
import { ClipReader } from '../../../src/results/clip/clip-reader.js';
import { NotAClipError } from '../../../src/results/clip/read-clip.js';
import { folderOfTest } from '../../temporary-folder.js';
import { clipIn, clipReader, served } from '../clips.js';

const MIB = 1 << 20;

describe('a clip in ranges', () => {
  it('is read by a few calls for little of it', async () => {
    const clip = await clipIn('mp4', 60_000);
    // Behind it are some megabytes that nobody needs.
    const file = served(withFiller(clip, 8 * MIB));
    const read = await clipReader().readRanges(file, file.size ?? 0, 4 * MIB);
    expect(read).toEqual({ lengthMs: 60_000, contentType: 'video/mp4' });
    expect(file.reads.length).toBeLessThan(4);
  });

  it('is given up if too many bytes would have to be read', async () => {
    const clip = await clipIn('webm without a length', 60_000);
    expect(await clipReader().readRanges(served(clip), clip.length, 1_000)).toBeUndefined();
  });

  it('fails as its source does', async () => {
    const clip = await clipIn('mp4', 1_000);
    const cut = { ...served(clip), read: served(clip.subarray(0, 100)).read };
    await expect(clipReader().readRanges(cut, clip.length, 4 * MIB)).rejects.toThrow(
      'a range ended after 100',
    );
  });
});

describe('a file', () => {
  it('is read from the disk', async () => {
    const path = join(folderOfTest('clip'), 'clip');
    const clip = await clipIn('mkv', 5_000);
    writeFileSync(path, clip);
    expect(await clipReader().readFile(path, clip.length)).toMatchObject({ lengthMs: 4_950 });
  });

  it('in which a reader goes in circles is no clip, and others are read meanwhile and afterwards', async () => {
    const world = new VirtualWorld();
    const reader = clipReader(world);
    const path = join(folderOfTest('clip'), 'clip');
    const clip = await clipIn('mp4', 1_000);
    writeFileSync(path, clip);
    const endless = served(
      Buffer.concat([await clipIn('webm without a length', 1_000), new Uint8Array(9_999)]),
    );
    // Both threads are ready.
    await Promise.all([1, 2].map(() => reader.readFile(path, clip.length)));
    const circling = [1, 2].map(() =>
      reader.readRanges(endless, endless.size ?? 0, 4 * MIB).catch((error: unknown) => error),
    );
    await until(() => world.armedTimers === 2);
    const queued = reader.readFile(path, clip.length);
    await world.advance(60_000);
    for (const one of circling) expect(await one).toBeInstanceOf(NotAClipError);
    expect(await queued).toMatchObject({ lengthMs: 1_000 });
    expect(await reader.readFile(path, clip.length)).toMatchObject({ lengthMs: 1_000 });
  });
});

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

/** A box without meaning before the last one. */
function withFiller(clip: Uint8Array, bytes: number): Uint8Array {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(bytes, 0);
  head.write('free', 4);
  return Buffer.concat([clip, head, new Uint8Array(bytes - 8)]);
}

it('a thread that does not start is no fault of the clip', async () => {
  const world = new VirtualWorld();
  const starts = [
    () => new Worker("throw new Error('no module')", { eval: true }),
    () => {
      throw new Error('no room for a thread');
    },
  ];
  for (const start of starts) {
    const reader = new ClipReader({ world, start });
    const failures = await Promise.allSettled(['/a', '/b', '/c'].map((path) => reader.readFile(path, 1)));
    for (const failure of failures) {
      expect(failure).toMatchObject({
        status: 'rejected',
        reason: { name: 'Error', message: expect.stringMatching(/^no /) },
      });
    }
    await reader.close();
  }
});
