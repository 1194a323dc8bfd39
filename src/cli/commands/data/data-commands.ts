/** Shared by `backup`, `restore` and `verify`: progress, output and errors. */

import { BackupRefused } from '../../../audit/backup/manifest.js';
import type { OrphanClips, TaskProgress } from '../../../audit/database/task.js';
import type { VerifyResult } from '../../../audit/database/verify-file.js';
import type { Discrepancy } from '../../../audit/records/discrepancy.js';
import type { CommandIo } from '../../framework/command.js';
import { BAD, CommandFailed, UNREACHABLE } from '../../framework/exit-status.js';
import { count, safe } from '../../framework/format.js';
import { Progress } from '../../framework/progress.js';

/** A folder that cannot be read or written is no defect of the program. */
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
  if (code === 'EACCES')
    return `permission denied: ${path ?? error.message}; run this as the user that runs the node`;
  if (code === 'ENOSPC') return `the disk is full: ${path ?? error.message}`;
  if (code === 'ENOENT') return `there is no ${path ?? error.message}`;
  return error.message;
}

const STEPS: Readonly<Record<TaskProgress['step'], string>> = {
  copying: 'bytes copied',
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

  show({ step, done, of }: TaskProgress): void {
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

  /** Makes room for other text. */
  end(): void {
    this.#bar?.end();
    this.#bar = undefined;
    this.#what = '';
  }
}

/** A line for each discrepancy. */
export function tellDiscrepancy({ kind, what }: Discrepancy, { out }: CommandIo): void {
  out.write(`${kind}: ${safe(what)}\n`);
}

/** The last lines of a verification. */
export function tellSummary(result: VerifyResult, { out }: CommandIo): void {
  const { records, discrepancies, damage, usedPages, freePages, pageBytes, tookMs } = result;
  if (damage !== undefined) {
    out.write(`DAMAGED: ${safe(damage)}. Restore a backup that verifies.\n`);
    return;
  }
  const seconds = Math.max(tookMs / 1_000, 0.001);
  const megabytes = (usedPages * pageBytes) / 1e6;
  const pages = count(usedPages + freePages);
  const speed = `${count(records)} records on ${pages} pages in ${seconds.toFixed(1)} s: ${count(Math.round(records / seconds))} records/s, ${(megabytes / seconds).toFixed(0)} MB/s`;
  out.write(
    discrepancies === 0
      ? `Everything adds up. ${speed}.\n`
      : `${count(discrepancies)} ${discrepancies === 1 ? 'discrepancy' : 'discrepancies'}. ${speed}.\n`,
  );
  tellOrphans(result.orphanClips, out);
}

/** No damage: a job was removed, or came after the backup that was restored. */
function tellOrphans({ files, first }: OrphanClips, out: CommandIo['out']): void {
  if (files === 0) return;
  const more = files > first.length ? ` and ${count(files - first.length)} more` : '';
  const whose = files === 1 ? '1 kept result is of no job' : `${count(files)} kept results are of no job`;
  out.write(`Note: ${whose}, which a running node removes in time: ${first.join(', ')}${more}.\n`);
}

/** Whether nothing is wrong with what was verified. */
export function isSound({ damage, discrepancies }: VerifyResult): boolean {
  return damage === undefined && discrepancies === 0;
}

/** For machines. */
export function jsonOf(result: VerifyResult) {
  return {
    records: result.records,
    pages: result.usedPages + result.freePages,
    page_bytes: result.pageBytes,
    free_pages: result.freePages,
    orphan_clips: result.orphanClips,
    seconds: Math.round(result.tookMs) / 1_000,
    damage: result.damage ?? null,
  };
}
