/** What `backup`, `restore` and `verify` have in common. */
import type { Discrepancy } from '../../../audit/discrepancy.js';
import { BackupRefused } from '../../../audit/manifest.js';
import type { VerifyProgress, VerifyResult } from '../../../audit/verify-file.js';
import type { CommandIo } from '../../framework/command.js';
import { BAD, CommandFailed, UNREACHABLE } from '../../framework/exit-status.js';
import { count, safe } from '../../framework/format.js';
import { Progress } from '../../framework/progress.js';

/** What keeps a folder from being read or written is no defect of the program. */
export async function lookingAfterData<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BackupRefused) {
      throw new CommandFailed(error.message, error.reason === 'bad' ? BAD : UNREACHABLE, { cause: error });
    }
    if (error instanceof Error && 'code' in error && 'syscall' in error)
      throw new CommandFailed(reasonOf(error), UNREACHABLE, { cause: error });
    throw error;
  }
}

function reasonOf(error: Error): string {
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === 'EACCES') return `permission denied: ${path ?? error.message}; be the user that runs the node`;
  if (code === 'ENOSPC') return `the disk is full: ${path ?? error.message}`;
  if (code === 'ENOENT') return `there is no ${path ?? error.message}`;
  return error.message;
}

const STEPS: Readonly<Record<VerifyProgress['step'], string>> = {
  checking: 'pages checked before the copy',
  copying: 'bytes copied',
  pages: 'pages checked',
  records: 'records verified',
  naming: 'records read again, to name what differs',
};

/** A bar for each step, one after the other. */
export class Steps {
  readonly #io: CommandIo;
  #what = '';
  #bar: Progress | undefined;

  constructor(io: CommandIo) {
    this.#io = io;
  }

  show({ step, done, of }: VerifyProgress): void {
    this.update(STEPS[step], done, of);
  }

  update(what: string, done: number, of: number): void {
    if (what !== this.#what) {
      this.end();
      this.#what = what;
      this.#bar = new Progress(this.#io, what, of);
    }
    this.#bar?.update(done);
  }

  /** Makes place for other text. */
  end(): void {
    this.#bar?.end();
    this.#bar = undefined;
    this.#what = '';
  }
}

/** A line for each thing that was found. */
export function tellDiscrepancy({ kind, what }: Discrepancy, { out }: CommandIo): void {
  out.write(`${kind}: ${safe(what)}\n`);
}

export function tellPages({ pageProblems }: VerifyResult, { out }: CommandIo): void {
  for (const { page, table, what, from, to } of pageProblems) {
    const lost =
      from === undefined && to === undefined
        ? ''
        : `; with it, the records ${from === undefined ? '' : `from ${from} `}${to === undefined ? 'to the end' : `up to ${to}`}`;
    out.write(`damaged_page: page ${page} of ${table}: ${safe(what + lost)}\n`);
  }
}

/** The last lines of a verification. */
export function tellSummary(result: VerifyResult, { out }: CommandIo): void {
  const { records, discrepancies, pageProblems, pages, pageBytes, pagesMs, recordsMs } = result;
  const seconds = (pagesMs + recordsMs) / 1_000;
  if (pageProblems.length > 0) {
    out.write(
      `DAMAGED: ${count(pageProblems.length)} bad ${pageProblems.length === 1 ? 'page' : 'pages'}; records were not looked at. Restore a backup that verifies.\n`,
    );
    return;
  }
  const megabytes = (pages * pageBytes) / 1e6;
  const speed = `${count(records)} records on ${count(pages)} pages in ${seconds.toFixed(1)} s: ${count(Math.round(records / Math.max(seconds, 0.001)))} records/s, ${(megabytes / Math.max(seconds, 0.001)).toFixed(0)} MB/s`;
  out.write(
    discrepancies === 0
      ? `Everything adds up. ${speed}.\n`
      : `${count(discrepancies)} ${discrepancies === 1 ? 'discrepancy' : 'discrepancies'}. ${speed}.\n`,
  );
}

/** For machines. */
export function jsonOf(result: VerifyResult) {
  return {
    records: result.records,
    pages: result.pages,
    page_bytes: result.pageBytes,
    free_pages: result.freePages,
    lost_pages: result.lostPages,
    seconds: Math.round(result.pagesMs + result.recordsMs) / 1_000,
    damaged_pages: result.pageProblems,
  };
}
