/**
 * Tasks on a database file in a process of its own, and its messages on the way.
 *
 * LMDB follows what stands on a page blindly. A damaged page may end its process, or keep it going in
 * circles; so everything that reads a file that may be damaged runs apart (`process.ts`), and its end is a
 * finding, too.
 */
import type { Table } from '../../store/store.js';
import type { Discrepancy } from '../records/discrepancy.js';

/** The program's own command by which it starts that process. Nobody else has a use for it. */
export const DATABASE_TASK = 'database-task';
/** The descriptor on which messages come, a line of JSON each. */
export const MESSAGES_DESCRIPTOR = 3;

export interface CopyTask {
  readonly do: 'copy';
  readonly from: string;
  readonly to: string;
}

export interface VerifyTask {
  readonly do: 'verify';
  readonly path: string;
  /** Of one core, while others wait for one; 1 if it is not held back. */
  readonly cpuShare: number;
  /** The folder of kept results; left out if they are not looked for. */
  readonly results?: string | undefined;
}

export type DatabaseTask = CopyTask | VerifyTask;

/** How far a task is: a copy is made, or records are gone through, then what differs is named. */
export interface TaskProgress {
  readonly step: 'copying' | 'records' | 'naming';
  readonly done: number;
  readonly of: number;
  /** Of the records. */
  readonly table?: Table;
}

export interface CopyResult {
  /** `meta/format` of what was copied. */
  readonly format: string | undefined;
}

/** Files of kept results of whose jobs there is no record. */
export interface OrphanClips {
  readonly files: number;
  /** The names of some. */
  readonly first: readonly string[];
}

export interface RecordsResult {
  readonly records: number;
  readonly discrepancies: number;
  readonly pageBytes: number;
  readonly usedPages: number;
  readonly freePages: number;
  readonly orphanClips: OrphanClips;
  /** How long it stood still because others waited for a core. */
  readonly restedMs: number;
}

/** Any of them is a sign that the task is getting on. */
export type TaskMessage =
  | { readonly is: 'progress'; readonly progress: TaskProgress }
  | { readonly is: 'found'; readonly discrepancy: Discrepancy }
  | { readonly is: 'done'; readonly result: CopyResult | RecordsResult }
  /**
   * `errno` is the system's, if the system failed and not the database; `table` is the one that could not be
   * read.
   */
  | {
      readonly is: 'failed';
      readonly message: string;
      readonly errno?: number | undefined;
      readonly table?: Table | undefined;
    };
