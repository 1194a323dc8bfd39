/** A second process holds a state of the file, reads and copies it, while the first one goes on writing. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkedValue } from '../../../src/store/lmdb/checksums.js';
import { openLmdbStore } from '../../../src/store/lmdb/lmdb-store.js';
import { LmdbSnapshot } from '../../../src/store/lmdb/snapshot.js';
import type { Write } from '../../../src/store/store.js';
import { type LmdbFolder, makeLmdbFolder } from './lmdb-folder.js';

const REWRITER = fileURLToPath(new URL('./lmdb-rewriter.mjs', import.meta.url));
const HOLDER = fileURLToPath(new URL('./lmdb-snapshot-child.mjs', import.meta.url));

let place: LmdbFolder;

beforeEach(async () => {
  place = await makeLmdbFolder();
});

afterEach(() => place.remove());

/** A process that writes every record anew with each commit, its number in all of them. */
async function startRewriter(path: string) {
  const child = spawn(process.execPath, [REWRITER, path], { stdio: ['pipe', 'pipe', 'inherit'] });
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

/** The number that all records carry; throws if they do not carry one. */
function numberIn(snapshot: LmdbSnapshot): number {
  const numbers = new Set(Array.from(snapshot.entries('keys'), ({ value }) => Number(value.split(' ')[0])));
  expect(numbers.size).toBe(1);
  return [...numbers][0] ?? Number.NaN;
}

it('shows what a store wrote, and the checksums behind it', async () => {
  const store = openLmdbStore({ path: place.path });
  const value = 'ü'.repeat(20_000);
  await store.commit([
    { table: 'jobs', key: 'b', value },
    { table: 'jobs', key: 'a', value: '' },
    { table: 'meta', key: 'format', value: '4' },
  ]);
  await store.close();
  const snapshot = new LmdbSnapshot(place.path);
  const entries = [...snapshot.entries('jobs')];
  expect(entries.map(({ key }) => key)).toEqual(['a', 'b']);
  expect(entries.map((entry) => checkedValue('jobs', entry.key, entry.value))).toEqual(['', value]);
  expect([snapshot.count('jobs'), snapshot.count('keys')]).toEqual([2, 0]);
  expect([snapshot.has('jobs', 'a'), snapshot.has('jobs', 'c'), snapshot.get('meta', 'format')]).toEqual([
    true,
    false,
    '4',
  ]);
  await snapshot.close();
});

it('keeps one state whole while a hundred commits rewrite all of it, and lets its room be used again afterwards', async () => {
  const writer = await startRewriter(place.path);
  const snapshot = new LmdbSnapshot(place.path);
  const first = numberIn(snapshot);
  const { usedPages } = snapshot.pages();
  for (let commits = 0; commits < 100; commits++) await writer.committed();
  expect(numberIn(snapshot)).toBe(first);
  expect(snapshot.count('keys')).toBe(2_000);
  expect(usedPages).toBeGreaterThan(500);
  await snapshot.close();
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
    const snapshot = new LmdbSnapshot(place.path);
    const path = join(place.folder, `copy-${copies}.mdb`);
    await snapshot.copyTo(path, { compacted });
    await snapshot.close();
    const copy = new LmdbSnapshot(path);
    const number = numberIn(copy);
    await copy.close();
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
  const child = spawn(process.execPath, [HOLDER, place.path], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  await rewrite(1);
  child.kill('SIGKILL');
  await once(child, 'exit');
  for (let number = 2; number < 60; number++) await rewrite(number);
  // All versions since the kill take about 140 MB.
  expect(statSync(place.path).size).toBeLessThan(50 * 2 ** 20);
  await store.close();
});

it('makes a compacted copy that takes any commit, such as one that frees 1 MiB first', async () => {
  const store = openLmdbStore({ path: place.path });
  await store.commit([{ table: 'jobs', key: 'long', value: 'x'.repeat(1_100_000) }]);
  await store.close();
  const snapshot = new LmdbSnapshot(place.path);
  const path = join(place.folder, 'copy.mdb');
  await snapshot.copyTo(path, { compacted: true });
  await snapshot.close();
  const copy = openLmdbStore({ path });
  await copy.commit([
    { table: 'jobs', key: 'long', value: undefined },
    { table: 'jobs', key: 'next', value: '1' },
  ]);
  expect([copy.get('jobs', 'long'), copy.get('jobs', 'next')]).toEqual([undefined, '1']);
  expect([...copy.range('meta', {})]).toEqual([]);
  await copy.close();
});
