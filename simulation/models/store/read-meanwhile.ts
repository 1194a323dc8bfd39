/** Readings of a store while a commit is under way, in each turn of the loop. */
import { setImmediate } from 'node:timers/promises';
import type { Table } from '../../../src/store/store.js';
import { firstDifference, type Seen } from './seen-records.js';

export type SeenTables = ReadonlyMap<Table, readonly Seen[]>;

/**
 * @returns where a part of the commit was shown, or what was shown already was taken back; undefined if that
 *   never happened
 */
export async function partSeenMeanwhile(
  commit: Promise<void>,
  found: (table: Table) => readonly Seen[],
  { before, after }: { readonly before: SeenTables; readonly after: SeenTables },
): Promise<string | undefined> {
  let isOver = false;
  let isShown = false;
  let part: string | undefined;
  const over = commit.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    for (const [table, then] of before) {
      const now = found(table);
      const isBefore = firstDifference(now, then) === undefined;
      const difference = firstDifference(now, after.get(table) ?? []);
      if (difference === undefined) isShown ||= !isBefore;
      else if (isShown || !isBefore) part ??= `${table} showed a part of it: ${difference}`;
    }
    await setImmediate();
  }
  await over;
  return part;
}
