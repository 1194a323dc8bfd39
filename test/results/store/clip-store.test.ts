import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { VirtualWorld } from '../../../simulation/world/virtual-world.js';
import type { ClipOwner } from '../../../src/results/store/clip-files.js';
import { ClipStore } from '../../../src/results/store/clip-store.js';
import type { ClipStoreLimits } from '../../../src/results/store/clip-store-options.js';
import { DISK_FILES, type Files } from '../../../src/results/store/files.js';
import { NoRoomError } from '../../../src/results/store/keeping-state.js';
import { folderOfTest } from '../../temporary-folder.js';

const DAY_MS = 86_400_000;
const LIMITS: ClipStoreLimits = { bytesMax: 1_000, keptMsMin: 7 * DAY_MS, freeBytesMin: 0 };

let world: VirtualWorld;
let folder: string;
let told: string[];

beforeEach(() => {
  world = new VirtualWorld();
  told = [];
  folder = join(folderOfTest('results'), 'results');
});

function open(limits: Partial<ClipStoreLimits> = {}, ownerMark = 'mine', files = DISK_FILES): ClipStore {
  return new ClipStore({
    folder,
    ownerMark,
    files,
    world,
    limits: { ...LIMITS, ...limits },
    onFault: (error) => {
      throw error;
    },
    onMissing: ({ jobId }) => told.push(`${jobId} is missing`),
    onObstacle: (error) => told.push(String(error)),
    onCleared: () => told.push('cleared'),
  });
}

async function keep(store: ClipStore, owner: ClipOwner, bytes: number): Promise<void> {
  const draft = await store.draft(owner);
  try {
    await draft.write(new Uint8Array(bytes).fill(bytes % 251));
    await draft.keep();
  } finally {
    await draft.discard();
  }
}

function files(): string[] {
  return readdirSync(folder).filter((name) => name !== 'owner');
}

const A1 = { account: 'acct_a', jobId: 'video_1' };
const A2 = { account: 'acct_a', jobId: 'video_2' };
const B1 = { account: 'acct_b', jobId: 'video_3' };

describe('a kept clip', () => {
  it('is a file of its own, for the user alone, and is read in any range', async () => {
    const store = open();
    await keep(store, A1, 300);
    expect(files()).toEqual(['acct_a.video_1.clip']);
    const clip = store.open(A1, 'video/mp4');
    expect(clip).toMatchObject({ size: 300, contentType: 'video/mp4', takesRanges: true });
    for (const [from, to] of [
      [0, undefined],
      [0, 0],
      [299, 300],
      [10, 200],
    ] as const) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of clip?.read(from, to) ?? []) chunks.push(chunk);
      expect(Buffer.concat(chunks).length).toBe((to ?? 300) - from);
    }
    expect(store.open(A2, 'video/mp4')).toBeUndefined();
  });

  it('is there after a restart, and what was on its way is not', async () => {
    const store = open();
    await keep(store, A1, 300);
    const draft = await store.draft(A2);
    await draft.write(new Uint8Array(10));
    const again = open();
    expect([again.bytes, again.files, files()]).toEqual([300, 1, ['acct_a.video_1.clip']]);
    await draft.discard();
  });

  it('has no probe of a process that was killed beside it', () => {
    open();
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'probe'), '');
    open();
    expect(files()).toEqual([]);
  });

  it('takes the place of one that was kept before a crash', async () => {
    const store = open();
    await keep(store, A1, 300);
    await keep(store, A1, 200);
    expect([store.bytes, store.files, readFileSync(join(folder, 'acct_a.video_1.clip')).length]).toEqual([
      200, 1, 200,
    ]);
  });

  it('whose file somebody has removed is gone, which is told once', async () => {
    const store = open();
    await keep(store, A1, 300);
    rmSync(join(folder, 'acct_a.video_1.clip'));
    expect([store.open(A1, 'video/mp4'), store.open(A1, 'video/mp4')]).toEqual([undefined, undefined]);
    expect(told).toEqual(['video_1 is missing']);
  });

  it('goes with its job', async () => {
    const store = open();
    await keep(store, A1, 300);
    store.remove(A1);
    await store.tidied();
    expect([store.bytes, files(), store.open(A1, '')]).toEqual([0, [], undefined]);
  });
});

describe('a draft', () => {
  it('that is dropped leaves nothing, and its room is free again', async () => {
    const store = open();
    const draft = await store.draft(A1);
    await draft.write(new Uint8Array(1_000));
    const other = await store.draft(A2);
    await expect(other.write(new Uint8Array(1))).rejects.toThrow(NoRoomError);
    await draft.discard();
    await other.write(new Uint8Array(1_000));
    await other.discard();
    expect(files()).toEqual([]);
  });

  it('is read before it is kept', async () => {
    const draft = await open().draft(A1);
    await draft.write(new Uint8Array([1, 2, 3]));
    await draft.write(new Uint8Array([4, 5]));
    expect([...readFileSync(draft.path)]).toEqual([1, 2, 3, 4, 5]);
    await draft.discard();
  });
});

describe('a full store', () => {
  it('gives up the oldest clip of the account that holds most, if it is old enough', async () => {
    const store = open();
    await keep(store, B1, 300);
    await keep(store, A1, 400);
    await world.advance(7 * DAY_MS + 1);
    await keep(store, A2, 500);
    await store.tidied();
    expect(files().sort()).toEqual(['acct_a.video_1.evicted', 'acct_a.video_2.clip', 'acct_b.video_3.clip']);
    expect([store.bytes, store.metrics.evictions, store.open(A1, '')]).toEqual([800, 1, undefined]);
  });

  it('gives up a clip by the age that it has, whatever draft of its job was dropped since', async () => {
    const store = open();
    await keep(store, A1, 300);
    await world.advance(1_000);
    await keep(store, A2, 300);
    await (await store.draft(A1)).discard();
    await world.advance(7 * DAY_MS);
    expect(store.takesMore()).toBe(true);
    await keep(store, B1, 500);
    await store.tidied();
    expect(files().sort()).toEqual(['acct_a.video_1.evicted', 'acct_a.video_2.clip', 'acct_b.video_3.clip']);
  });

  it('gives up none that is younger, and takes no more', async () => {
    const store = open();
    await keep(store, A1, 950);
    expect(store.takesMore()).toBe(false);
    await expect(keep(store, A2, 100)).rejects.toThrow(NoRoomError);
    await world.advance(7 * DAY_MS + 1);
    expect(store.takesMore()).toBe(true);
    await store.tidied();
    expect([store.bytes, files()]).toEqual([0, ['acct_a.video_1.evicted']]);
  });

  it('takes no more until there is room for the clip that found none', async () => {
    const store = open();
    await keep(store, A1, 600);
    expect(store.takesMore()).toBe(true);
    await expect(store.draft(A2, 500)).rejects.toThrow(NoRoomError);
    expect(store.takesMore()).toBe(false);
    store.remove(A1);
    expect(store.takesMore()).toBe(true);
    await keep(store, A2, 600);
    expect(store.takesMore()).toBe(true);
    await expect(keep(store, B1, 500)).rejects.toThrow(NoRoomError);
    expect(store.takesMore()).toBe(false);
    await store.tidied();
  });

  it('says so once until it takes clips again', async () => {
    const store = open();
    await keep(store, A1, 600);
    for (const owner of [A2, B1]) await expect(store.draft(owner, 500)).rejects.toThrow(NoRoomError);
    store.takesMore();
    expect(told).toEqual(['NoRoomError: the store of results is full']);
    store.remove(A1);
    store.takesMore();
    expect(told.slice(1)).toEqual(['cleared']);
    await store.tidied();
  });

  it('of one account leaves the clips of others alone for as long as they are young', async () => {
    const store = open();
    await keep(store, B1, 100);
    await world.advance(6 * DAY_MS);
    for (let n = 0; n < 9; n++) await keep(store, { account: 'acct_a', jobId: `video_${n}` }, 100);
    await expect(keep(store, A1, 100)).rejects.toThrow(NoRoomError);
    expect([store.files, store.metrics.evictions]).toEqual([10, 0]);
  });

  it('counts the age of clips across a restart', async () => {
    await keep(open(), A1, 950);
    const then = world.wallMs() / 1_000 - (7 * DAY_MS) / 1_000 - 1;
    utimesSync(join(folder, 'acct_a.video_1.clip'), then, then);
    const again = open();
    expect(again.takesMore()).toBe(true);
    await again.tidied();
    expect(files()).toEqual(['acct_a.video_1.evicted']);
  });

  it('makes room at its start, too, if it holds more than it may', async () => {
    const store = open();
    for (const owner of [B1, A1, A2]) await keep(store, owner, 300);
    const then = world.wallMs() / 1_000 - (8 * DAY_MS) / 1_000;
    for (const name of files()) utimesSync(join(folder, name), then, then);
    utimesSync(join(folder, 'acct_a.video_2.clip'), then + 60, then + 60);
    const again = open({ bytesMax: 600 });
    await again.tidied();
    expect(files().sort()).toEqual(['acct_a.video_1.evicted', 'acct_a.video_2.clip', 'acct_b.video_3.clip']);
    expect(again.bytes).toBe(600);
  });

  it('finishes after a restart what it had begun to give up', async () => {
    await keep(open(), A1, 100);
    writeFileSync(join(folder, 'acct_a.video_1.evicted'), '');
    const again = open();
    await again.tidied();
    expect([again.bytes, files()]).toEqual([0, ['acct_a.video_1.evicted']]);
  });

  it('keeps a clip for which an older one of the same job makes room, however slowly that goes', async () => {
    await keep(open(), A1, 600);
    // A file is as old as the machine's clock says, which is not the world's.
    const then = world.wallMs() / 1_000;
    utimesSync(join(folder, 'acct_a.video_1.clip'), then, then);
    await world.advance(7 * DAY_MS + 1);
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const remove = async (path: string) => {
      if (path.endsWith('.clip')) await held;
      await DISK_FILES.remove(path);
    };
    const store = open({ keptMsMin: 0 }, 'mine', { ...DISK_FILES, remove });
    const kept = keep(store, A1, 500);
    await expect.poll(files).toContain('acct_a.video_1.evicted');
    letGo();
    await kept;
    await store.tidied();
    expect([store.bytes, files()]).toEqual([500, ['acct_a.video_1.clip']]);
  });

  it('is one whose disk is full, too', async () => {
    const store = open({ freeBytesMin: Number.MAX_SAFE_INTEGER });
    await expect(keep(store, A1, 1)).rejects.toThrow(NoRoomError);
    expect(store.takesMore()).toBe(false);
  });
});

it('a store whose disk was full takes the first job after a quiet time', async () => {
  let free = 0;
  const store = open({ freeBytesMin: 1 }, 'mine', { ...DISK_FILES, freeBytes: async () => free });
  await expect(keep(store, A1, 1)).rejects.toThrow(NoRoomError);
  await world.advance(10_000);
  expect(store.takesMore()).toBe(false);
  free = 1;
  await world.advance(10_000);
  expect(store.takesMore()).toBe(true);
});

describe('a store that cannot be written', () => {
  it('says so once, takes no more, and does again when a write works', async () => {
    const store = open();
    await keep(store, A1, 100);
    rmSync(folder, { recursive: true });
    writeFileSync(folder, '');
    await expect(keep(store, A2, 1)).rejects.toThrow();
    await expect(keep(store, A2, 1)).rejects.toThrow();
    expect([store.takesMore(), told]).toEqual([false, [expect.stringContaining('EEXIST')]]);
    rmSync(folder);
    await world.advance(2_000);
    await expect.poll(() => store.takesMore()).toBe(true);
    expect(told.slice(1)).toEqual(['cleared']);
    await keep(store, A2, 1);
  });
});

describe('files that fail', () => {
  /** The disk, but for the operations that are given. */
  function openOn(files: Partial<Files>): ClipStore {
    const options = {
      folder,
      ownerMark: 'mine',
      world,
      limits: LIMITS,
      onFault: () => {},
      onMissing: () => {},
      onObstacle: () => {},
      onCleared: () => {},
    };
    return new ClipStore({ ...options, files: { ...DISK_FILES, ...files } });
  }

  function failsOnce<Args extends readonly unknown[]>(act: (...args: Args) => Promise<void>) {
    let hasFailed = false;
    return (...args: Args) => {
      if (hasFailed) return act(...args);
      hasFailed = true;
      return Promise.reject(new Error('the disk failed'));
    };
  }

  it('are removed later', async () => {
    await keep(open(), A1, 300);
    const store = openOn({ remove: failsOnce(DISK_FILES.remove) });
    store.remove(A1);
    await store.tidied();
    expect(files()).toEqual(['acct_a.video_1.clip']);
    await world.advance(60_000);
    await store.tidied();
    expect(files()).toEqual([]);
  });

  it('leave no bytes that are not accounted for', async () => {
    await keep(open(), A2, 1);
    const store = openOn({ syncNames: failsOnce(DISK_FILES.syncNames) });
    await expect(keep(store, A1, 300)).rejects.toThrow('the disk failed');
    expect([store.bytes, files().sort()]).toEqual([301, ['acct_a.video_1.clip', 'acct_a.video_2.clip']]);
  });

  it('leave no half a mark', async () => {
    const store = openOn({ rename: failsOnce(DISK_FILES.rename) });
    await expect(store.draft(A1)).rejects.toThrow('the disk failed');
    expect(existsSync(join(folder, 'owner'))).toBe(false);
    await keep(store, A1, 300);
    expect(readFileSync(join(folder, 'owner'), 'utf8')).toBe('mine');
  });
});

describe('the folder of another node', () => {
  it('is refused, and untouched', async () => {
    await keep(open(), A1, 100);
    writeFileSync(join(folder, 'acct_a.video_2.1.partial'), '');
    expect(() => open({}, 'theirs')).toThrow('holds the results of another data folder');
    expect(existsSync(join(folder, 'acct_a.video_2.1.partial'))).toBe(true);
  });
});
