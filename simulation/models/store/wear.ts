/**
 * Use that leaves nothing behind: many walks that are left, and then one record that is written anew again
 * and again.
 *
 * A walk that goes on holding its transaction shows in the file: LMDB uses no page again that was freed
 * since, so each commit takes new ones.
 */
import type { DiskStore } from '../../../src/store/lmdb/lmdb-store.js';
import type { Table } from '../../../src/store/store.js';

/** More than may be open at once. */
const WALKS = 120;
/** A walk is left before its first entry, or after one or two. */
const TAKEN_MAX = 2;
/** Until then pages that were freed before come into use. */
const COMMITS_BEFORE = 6;
const COMMITS = 16;
/** A commit that may use none again takes four at least. */
const PAGES_MAX = COMMITS;

export const WORN_KEY = 'worn';

/**
 * @param commit writes this value of the record that is written anew
 * @returns what was left behind; undefined if nothing was
 */
export async function wear(
  store: DiskStore,
  table: Table,
  commit: (value: string) => Promise<void>,
): Promise<string | undefined> {
  for (let nth = 0; nth < WALKS; nth++) leaveWalk(store, table, nth % (TAKEN_MAX + 1));
  for (let nth = 0; nth < COMMITS_BEFORE; nth++) await commit(`before ${nth}`);
  const before = pagesOf(store);
  for (let nth = 0; nth < COMMITS; nth++) await commit(`${nth}`);
  const more = pagesOf(store) - before;
  return more <= PAGES_MAX
    ? undefined
    : `after ${WALKS} walks that were left, ${COMMITS} commits of one record take ${more} new pages`;
}

function leaveWalk(store: DiskStore, table: Table, takes: number): void {
  const walk = store.range(table, {})[Symbol.iterator]();
  for (let taken = 0; taken < takes; taken++) walk.next();
  walk.return?.();
}

function pagesOf(store: DiskStore): number {
  const { usedPages = 0, freePages = 0 } = store.usage() ?? {};
  return usedPages + freePages;
}
