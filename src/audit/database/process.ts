/**
 * Has a task done to a database file by a process of its own, and makes of its end a result or a finding.
 *
 * Invariants
 *  1. Whatever LMDB does there (a crash, an error, standing still), this process goes on, and it is told as
 *     damage.
 *  2. An error of the system about files and disks (no permission, no room) is no damage: it is thrown.
 *  3. The process ends with this one: it fails at its next message.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { getSystemErrorName } from 'node:util';
import { type ProgramStart, startOf } from '../../packaged/program.js';
import type { Table } from '../../store/store.js';
import type { Discrepancy } from '../records/discrepancy.js';
import {
  type CopyResult,
  type CopyTask,
  DATABASE_TASK,
  MESSAGES_DESCRIPTOR,
  type RecordsResult,
  type TaskMessage,
  type TaskProgress,
  type VerifyTask,
} from './task.js';

/**
 * With no message for so long, the task stands still: it tells of each thousandth record, and of each part of
 * a copy, so this holds for files of any size. The slowest of disks, and a tenth of a core, are far from it.
 */
const SILENCE_SECONDS_MAX = 180;
const STDERR_CHARACTERS_KEPT = 2_000;

export interface ProcessOptions {
  /** The program to start, if not this very one. */
  readonly program?: ProgramStart;
  readonly silenceSecondsMax?: number;
  readonly progress?: (progress: TaskProgress) => void;
  readonly report?: (discrepancy: Discrepancy) => void;
}

export type TaskEnd<Result> =
  | { readonly isSound: true; readonly result: Result }
  /** How LMDB ended, in words. */
  | { readonly isSound: false; readonly damage: string };

/** Rejects with what the system says. */
export function doApart(task: CopyTask, options: ProcessOptions): Promise<TaskEnd<CopyResult>>;
export function doApart(task: VerifyTask, options: ProcessOptions): Promise<TaskEnd<RecordsResult>>;
export async function doApart(
  task: CopyTask | VerifyTask,
  options: ProcessOptions,
): Promise<TaskEnd<CopyResult | RecordsResult>> {
  const { program = startOf(process.argv[1] ?? ''), silenceSecondsMax = SILENCE_SECONDS_MAX } = options;
  const child = spawn(program.file, [...program.args, DATABASE_TASK, JSON.stringify(task)], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  let last: TaskMessage | undefined;
  let at: TaskProgress | undefined;
  // Seconds are counted, not taken from the clock: this process may have been stopped together with the other
  // one.
  let silentSeconds = 0;
  const watch = setInterval(() => {
    silentSeconds += 1;
    if (silentSeconds > silenceSecondsMax) child.kill('SIGKILL');
  }, 1_000);
  createInterface({ input: child.stdio[MESSAGES_DESCRIPTOR] as Readable }).on('line', (line) => {
    silentSeconds = 0;
    const message = messageIn(line);
    if (message === undefined) return;
    last = message;
    if (message.is === 'found') options.report?.(message.discrepancy);
    if (message.is === 'progress') {
      at = message.progress;
      options.progress?.(at);
    }
  });
  let complaint = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-STDERR_CHARACTERS_KEPT);
  });
  try {
    const how = await endOf(child);
    if (last?.is === 'done') return { isSound: true, result: last.result };
    if (last?.is === 'failed' && last.errno !== undefined) throw systemError(last.message, last.errno, task);
    const why =
      last?.is === 'failed'
        ? last.message
        : silentSeconds > silenceSecondsMax
          ? `it stood still for ${silenceSecondsMax} seconds`
          : `it ended with ${how}${said(complaint)}`;
    const table = last?.is === 'failed' ? last.table : at?.table;
    return { isSound: false, damage: `LMDB could not ${whatWith(task, table)}: ${why}` };
  } finally {
    clearInterval(watch);
  }
}

/** Undefined for a line that the process did not come to the end of. */
function messageIn(line: string): TaskMessage | undefined {
  try {
    return JSON.parse(line) as TaskMessage;
  } catch {
    return undefined;
  }
}

/** Resolves when the process has ended and all that it said was heard. */
function endOf(child: ReturnType<typeof spawn>): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(signal ?? `exit status ${code}`));
  });
}

function whatWith(task: CopyTask | VerifyTask, table: Table | undefined): string {
  if (task.do === 'copy') return 'copy the database';
  return table === undefined ? 'read the database' : `read table ${table}`;
}

/** The last line of what the process wrote to its standard error. */
function said(complaint: string): string {
  const line = complaint.trimEnd().split('\n').at(-1)?.trim() ?? '';
  return line === '' ? '' : ` (${line})`;
}

function systemError(message: string, errno: number, task: CopyTask | VerifyTask): NodeJS.ErrnoException {
  const path = task.do === 'copy' ? task.to : task.path;
  return Object.assign(new Error(message), { code: getSystemErrorName(-errno), syscall: task.do, path });
}
