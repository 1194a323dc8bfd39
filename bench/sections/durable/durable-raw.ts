/**
 * The baseline of the durable path: LMDB alone, opened as the store opens it, commits what a node committed,
 * back to back. Arguments: the file of commits, the path of a new database, and turns of jobs a commit.
 *
 * The database file has its length from the start, so that no commit has to make it longer. The first part of
 * the commits warms up and does not count. In the end commits of one short record tell what the disk takes
 * for one.
 */
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { openEnvironment } from '../../../src/store/lmdb/environment.js';
import { LmdbValues } from '../../../src/store/lmdb/values.js';
import type { Write } from '../../../src/store/store.js';
import { readCommits, regroup, submitsIn } from './durable-commits.js';

/** What `durable.ts` is told, as one line of JSON. */
export interface RawResult {
  readonly submitsPerSecond: number;
  readonly cpuUsPerSubmit: number;
  readonly submitsPerCommit: number;
  readonly writesPerSubmit: number;
  readonly bytesPerSubmit: number;
  readonly commitMs: number;
  readonly shortCommitMs: number;
}

const WARM_UP_SHARE = 0.25;
const SHORT_COMMITS = 300;
/** Of the file, for each byte of keys and values. */
const BYTES_PER_BYTE = 4;

const [commitsFile = '', path = '', turnsPerCommit = ''] = process.argv.slice(2);
const all = regroup(await readCommits(commitsFile), Number(turnsPerCommit));
const counted = all.slice(Math.ceil(all.length * WARM_UP_SHARE));
const { root, tables } = openEnvironment({ path, mapSizeBytes: 2 ** 36 });
const values = new LmdbValues();
lengthen(path, bytesIn(all) * BYTES_PER_BYTE);

function lengthen(file: string, bytes: number): void {
  const descriptor = openSync(file, 'a');
  const block = Buffer.alloc(1024 * 1024);
  for (let left = bytes; left > 0; left -= block.length) writeSync(descriptor, block);
  fsyncSync(descriptor);
  closeSync(descriptor);
}

async function commit(writes: readonly Write[]): Promise<number> {
  const begun = performance.now();
  await root.batch(() => {
    values.begin();
    for (const { table, key, value } of writes) {
      if (value === undefined) tables[table].remove(key);
      else tables[table].put(key, values.encode(table, key, value));
    }
  });
  return performance.now() - begun;
}

function bytesIn(commits: readonly (readonly Write[])[]): number {
  return commits.flat().reduce((sum, { key, value }) => sum + key.length + (value?.length ?? 0), 0);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

for (const writes of all.slice(0, all.length - counted.length)) await commit(writes);
const begun = performance.now();
const cpu = process.cpuUsage();
const commitsMs: number[] = [];
for (const writes of counted) commitsMs.push(await commit(writes));
const tookMs = performance.now() - begun;
const { user, system } = process.cpuUsage(cpu);
const shortMs: number[] = [];
for (let number = 0; number < SHORT_COMMITS; number++) {
  shortMs.push(await commit([{ table: 'meta', key: 'short', value: String(number) }]));
}
await root.close();

const submits = submitsIn(counted);
const figures: RawResult = {
  submitsPerSecond: submits / (tookMs / 1000),
  cpuUsPerSubmit: (user + system) / submits,
  submitsPerCommit: submits / counted.length,
  writesPerSubmit: counted.flat().length / submits,
  bytesPerSubmit: bytesIn(counted) / submits,
  commitMs: median(commitsMs),
  shortCommitMs: median(shortMs),
};
process.stdout.write(`${JSON.stringify(figures)}\n`);
