/** A second process holds a state of the file, and copies it, while the first one goes on writing. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LmdbFile } from '../../../src/store/lmdb/file.js';
import { openLmdbStore } from '../../../src/store/lmdb/lmdb-store.js';
import { LmdbPin } from '../../../src/store/lmdb/pin.js';
import { LmdbSnapshot } from '../../../src/store/lmdb/snapshot.js';
import { checkTrees } from '../../../src/store/lmdb/tree-check.js';
import type { StoreReader, Write } from '../../../src/store/store.js';
import { type LmdbFolder, makeLmdbFolder } from './lmdb-folder.js';

const CHILD = fileURLToPath(new URL('./lmdb-rewriter.mjs', import.meta.url));
const PINNING_CHILD = fileURLToPath(new URL('./lmdb-pin-child.mjs', import.meta.url));

let place: LmdbFolder;

beforeEach(async () => {
  place = await makeLmdbFolder();
});

afterEach(() => place.remove());

/** A process that writes every record anew with each commit, its number in all of them. */
async function startRewriter(path: string) {
  const child = spawn(process.execPath, [CHILD, path], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  /** Resolves with the number of a commit that is on disk. */
  const committed = async (): Promise<number> => Number((await lines.next()).value);
  await committed();
  return {
    committed,
    async stop() {
      child.stdin.end();
      for (let next = await lines.next(); next.done !== true; ) next = await lines.next();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

/** The number that all records carry; throws where they do not carry one. */
function numberIn(records: StoreReader): number {
  const numbers = new Set(Array.from(records.range('keys', {}), ({ value }) => Number(value.split(' ')[0])));
  expect(numbers.size).toBe(1);
  return [...numbers][0] ?? Number.NaN;
}

function look<T>(path: string, use: (snapshot: LmdbSnapshot) => T): T {
  const file = LmdbFile.open(path);
  try {
    expect(checkTrees(file).problems).toEqual([]);
    return use(new LmdbSnapshot(file));
  } finally {
    file.close();
  }
}

it('keeps one state whole while a hundred commits rewrite all of it, and lets its room be used again afterwards', async () => {
  const writer = await startRewriter(place.path);
  const pin = new LmdbPin(place.path);
  const file = LmdbFile.open(place.path);
  const first = numberIn(new LmdbSnapshot(file));
  for (let commits = 0; commits < 100; commits++) await writer.committed();
  expect(checkTrees(file).problems).toEqual([]);
  expect(numberIn(new LmdbSnapshot(file))).toBe(first);
  file.close();
  await pin.release();
  for (let commits = 0; commits < 20; commits++) await writer.committed();
  const { size } = statSync(place.path);
  for (let commits = 0; commits < 100; commits++) await writer.committed();
  expect(statSync(place.path).size).toBeLessThan(size * 1.5);
  await writer.stop();
});

it.each([true, false])('copies one state while it is rewritten (compacted: %s)', async (compacted) => {
  const writer = await startRewriter(place.path);
  let last = 0;
  for (let copies = 0; copies < 5; copies++) {
    const pin = new LmdbPin(place.path);
    const copy = join(place.folder, `copy-${copies}.mdb`);
    await pin.copyTo(copy, { compacted });
    await pin.release();
    const number = look(copy, numberIn);
    expect(number).toBeGreaterThanOrEqual(last);
    last = number;
    await writer.committed();
  }
  expect(last).toBeGreaterThan(0);
  await writer.stop();
});

it('that a killed process held is let go by the store: its file grows for a while, not for ever', async () => {
  const store = openLmdbStore({ path: place.path });
  const rewrite = (number: number) =>
    store.commit(
      Array.from(
        { length: 200 },
        (_, n): Write => ({
          table: 'jobs',
          key: `video_${n}`,
          value: `${number} ${'x'.repeat(9_000)}`,
        }),
      ),
    );
  await rewrite(0);
  const child = spawn(process.execPath, [PINNING_CHILD, place.path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  await rewrite(1);
  child.kill('SIGKILL');
  await once(child, 'exit');
  for (let number = 2; number < 60; number++) await rewrite(number);
  // All versions since the kill take about 140 MB.
  expect(statSync(place.path).size).toBeLessThan(50 * 2 ** 20);
  await store.close();
});
