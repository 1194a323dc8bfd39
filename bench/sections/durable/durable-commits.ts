/** Commits as a node made them, in a file: a line of JSON each, `[table, key, value or null][]`. */
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import type { Write } from '../../../src/store/store.js';

export async function writeCommits(path: string, commits: readonly (readonly Write[])[]): Promise<void> {
  const file = createWriteStream(path);
  for (const writes of commits) {
    const line = JSON.stringify(writes.map(({ table, key, value }) => [table, key, value ?? null]));
    if (!file.write(`${line}\n`)) await once(file, 'drain');
  }
  file.end();
  await finished(file);
}

export async function readCommits(path: string): Promise<Write[][]> {
  const commits: Write[][] = [];
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const entries = JSON.parse(line) as readonly [Write['table'], string, string | null][];
    commits.push(entries.map(([table, key, value]) => ({ table, key, value: value ?? undefined })));
  }
  return commits;
}

/**
 * The same writes in the same order, in groups of about as many turns of jobs as told; if a record is written
 * more than once in a group, its last value counts, as in a batch of the node.
 */
export function regroup(commits: readonly (readonly Write[])[], turnsPerCommit: number): Write[][] {
  const groups: Write[][] = [];
  let group = new Map<string, Write>();
  let turns = 0;
  let owed = turnsPerCommit;
  for (const write of commits.flat()) {
    group.set(`${write.table} ${write.key}`, write);
    if (write.table !== 'jobs') continue;
    turns += 1;
    if (turns < owed) continue;
    groups.push([...group.values()]);
    group = new Map();
    owed += turnsPerCommit;
  }
  if (group.size > 0) groups.push([...group.values()]);
  return groups;
}

/** How many jobs came to be in these commits: each has one record of its input, written once. */
export function submitsIn(commits: readonly (readonly Write[])[]): number {
  return commits.reduce(
    (sum, writes) =>
      sum + writes.filter(({ table, value }) => table === 'job_inputs' && value !== undefined).length,
    0,
  );
}
