/** How much of its file a database uses: for whoever watches it grow. */
import type { Database } from 'lmdb';
import type { LmdbEnvironment } from './environment.js';

export interface DatabaseUsage {
  /** Length of the file, zeros ahead of need included. */
  readonly fileBytes: number;
  readonly pageBytes: number;
  /** Pages that hold records, or what leads to them. */
  readonly usedPages: number;
  /** Pages that commits to come fill before the file grows. */
  readonly freePages: number;
}

/** The statistics of LMDB, which `lmdb` leaves out of its types. */
interface TreeStats {
  readonly treeBranchPageCount: number;
  readonly treeLeafPageCount: number;
  readonly overflowPages: number;
}

interface TableStats extends TreeStats {
  /** Records. */
  readonly entryCount: number;
  readonly pageSize: number;
  readonly lastPageNumber: number;
  /** The table of tables. */
  readonly root: TreeStats;
  /** The list of free pages. */
  readonly free: TreeStats & Pick<TableStats, 'entryCount'>;
}

/** At the beginning of the file, LMDB's own. */
const META_PAGES = 2;

/** Throws if the environment is out of order. */
export function databaseUsage({ root, tables, room }: LmdbEnvironment): DatabaseUsage {
  return { fileBytes: room.fileBytes, ...pageUsage(root, Object.values(tables)) };
}

export function pageUsage(
  root: Database<string, string>,
  tables: readonly Database<string, string>[],
): Omit<DatabaseUsage, 'fileBytes'> {
  const { pageSize, lastPageNumber, root: names, free } = statsOf(root);
  const ofTables = tables.map((table) => pagesOf(statsOf(table)));
  const usedPages = [META_PAGES, pagesOf(names), pagesOf(free), ...ofTables].reduce((sum, n) => sum + n, 0);
  return {
    pageBytes: pageSize,
    usedPages,
    // A commit may land between two readings.
    freePages: Math.max(0, lastPageNumber + 1 - usedPages),
  };
}

/** As a copy that was compacted, until its first commit. */
export function listsNoFreePages(root: Database<string, string>): boolean {
  return statsOf(root).free.entryCount === 0;
}

export function statsOf(table: Database<string, string>): TableStats {
  return table.getStats() as TableStats;
}

function pagesOf({ treeBranchPageCount, treeLeafPageCount, overflowPages }: TreeStats): number {
  return treeBranchPageCount + treeLeafPageCount + overflowPages;
}
