/**
 * Verifies a database file: its pages first, then, where these are sound, its records.
 *
 * Where a node may write to the file, or begin to, what is read is pinned by a read transaction; that needs the lock file
 * beside it, which a backup has not, and nobody writes to a backup.
 */
import { existsSync } from 'node:fs';
import type { Pace } from '../node/machine/pace.js';
import { DamagedFile, LmdbFile } from '../store/lmdb/file.js';
import type { PageProblem } from '../store/lmdb/page-use.js';
import { LmdbPin } from '../store/lmdb/pin.js';
import { LmdbSnapshot } from '../store/lmdb/snapshot.js';
import { checkTrees, judgeLength } from '../store/lmdb/tree-check.js';
import { TABLES, type Table } from '../store/store.js';
import { audit } from './audit.js';
import type { Discrepancy } from './discrepancy.js';

/** How far it is: pages are gone through first, then records, then what differs is named. */
export interface VerifyProgress {
  readonly step: 'checking' | 'copying' | 'pages' | 'records' | 'naming';
  readonly done: number;
  readonly of: number;
}

export interface VerifyOptions {
  /** Left out where nothing is to be held back. What is pinned never is: a node's file grows while it is. */
  readonly pace?: Pace | undefined;
  readonly progress?: (progress: VerifyProgress) => void;
  readonly report: (discrepancy: Discrepancy) => void;
}

export interface VerifyResult {
  readonly fileBytes: number;
  /** Where there are any, records were not gone through. */
  readonly pageProblems: readonly PageProblem[];
  readonly pages: number;
  readonly pageBytes: number;
  readonly freePages: number;
  /** Neither used nor free: lost room, no damage. */
  readonly lostPages: number;
  readonly records: number;
  readonly discrepancies: number;
  readonly pagesMs: number;
  readonly recordsMs: number;
}

const NOTHING_READ: VerifyResult = {
  fileBytes: 0,
  pageProblems: [],
  pages: 0,
  pageBytes: 0,
  freePages: 0,
  lostPages: 0,
  records: 0,
  discrepancies: 0,
  pagesMs: 0,
  recordsMs: 0,
};

/** Throws the system's error. */
export async function verifyFile(path: string, options: VerifyOptions): Promise<VerifyResult> {
  const objection = unreadable(path);
  if (objection !== undefined) return { ...NOTHING_READ, pageProblems: [objection] };
  const pin = existsSync(`${path}-lock`) ? new LmdbPin(path) : undefined;
  try {
    const pace = pin === undefined ? options.pace : undefined;
    return withFile(path, (file) => verifyState(file, options), pace);
  } finally {
    await pin?.release();
  }
}

/** What keeps the file from being read at all. */
function unreadable(path: string): PageProblem | undefined {
  try {
    return withFile(path, (file) => {
      const cut = judgeLength(file);
      return cut === undefined ? undefined : { page: file.pagesInFile, table: 'file', what: cut };
    });
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
    return { page: error.page, table: 'file', what: error.what };
  }
}

function withFile<T>(path: string, use: (file: LmdbFile) => T, pace?: Pace): T {
  const file = LmdbFile.open(path, () => pace?.step());
  try {
    return use(file);
  } finally {
    file.close();
  }
}

function verifyState(file: LmdbFile, { report, progress = () => {} }: VerifyOptions): VerifyResult {
  const begun = performance.now();
  const of = file.meta.lastPage + 1;
  const { problems, pages, freePages, lostPages } = checkTrees(file, (done) =>
    progress({ step: 'pages', done, of }),
  );
  const checked = performance.now();
  const found = problems.length > 0 ? NOTHING_READ : auditFile(file, report, progress);
  return {
    fileBytes: file.fileBytes,
    pageProblems: problems,
    pages,
    pageBytes: file.meta.pageBytes,
    freePages,
    lostPages,
    records: found.records,
    discrepancies: found.discrepancies,
    pagesMs: checked - begun,
    recordsMs: performance.now() - checked,
  };
}

function auditFile(
  file: LmdbFile,
  report: VerifyOptions['report'],
  progress: (progress: VerifyProgress) => void,
): { readonly records: number; readonly discrepancies: number } {
  const snapshot = new LmdbSnapshot(file, { isChecked: true });
  const of = TABLES.reduce((sum, table) => sum + snapshot.count(table), 0);
  let before = 0;
  let last: Table = 'meta';
  return audit(snapshot, {
    report,
    progress: (step, table, records) => {
      if (step === 'naming') return progress({ step, done: records, of: snapshot.count(table) });
      if (table !== last) before += snapshot.count(last);
      last = table;
      progress({ step: 'records', done: before + records, of });
    },
  });
}
