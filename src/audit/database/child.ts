/** The process in which LMDB reads a file that may be damaged: it does one task, and tells on the way. */
import { rmSync, statSync, writeSync } from 'node:fs';
import { messageOf } from '../../errors/error-text.js';
import { checksumsIn } from '../../node/folder/format-version.js';
import { Pace } from '../../node/machine/pace.js';
import {
  type ClipFile,
  type ClipOwner,
  findClip as findClipIn,
  listClips,
} from '../../results/store/clip-files.js';
import { LmdbSnapshot } from '../../store/lmdb/snapshot.js';
import { TABLES, type Table } from '../../store/store.js';
import { type AuditOptions, audit } from '../records/audit.js';
import type { Discrepancy } from '../records/discrepancy.js';
import { CheckedRecords, DamagedTable } from './checked-records.js';
import {
  type CopyResult,
  type CopyTask,
  type DatabaseTask,
  MESSAGES_DESCRIPTOR,
  type OrphanClips,
  type RecordsResult,
  type TaskMessage,
  type VerifyTask,
} from './task.js';

/** The copy is looked at so often while LMDB writes it. */
const COPY_LOOKED_AT_EVERY_MS = 200;
/** Between two looks at the clock: some tens of microseconds. */
const RECORDS_PER_STEP = 16;
const ORPHANS_NAMED = 3;

/** @param text the task, in JSON */
export async function doTask(text: string): Promise<void> {
  const task = JSON.parse(text) as DatabaseTask;
  try {
    const result = task.do === 'copy' ? await copy(task) : await verify(task);
    tell({ is: 'done', result });
  } catch (error) {
    const [table, cause] = error instanceof DamagedTable ? [error.table, error.cause] : [undefined, error];
    tell({ is: 'failed', message: messageOf(error), errno: errnoOf(cause), table });
  }
}

/** LMDB's own codes are below zero. */
function errnoOf(error: unknown): number | undefined {
  const code = error instanceof Error && 'code' in error ? Number(error.code) : 0;
  return code > 0 ? code : undefined;
}

/** Returns when it is written; fails, and so ends this process, if nobody listens any more. */
function tell(message: TaskMessage): void {
  writeSync(MESSAGES_DESCRIPTOR, `${JSON.stringify(message)}\n`);
}

async function copy({ from, to }: CopyTask): Promise<CopyResult> {
  const snapshot = new LmdbSnapshot(from);
  const { pageBytes, usedPages } = snapshot.pages();
  let before = 0;
  const looking = setInterval(() => {
    const done = statSync(to, { throwIfNoEntry: false })?.size ?? 0;
    if (done !== before)
      tell({ is: 'progress', progress: { step: 'copying', done, of: usedPages * pageBytes } });
    before = done;
  }, COPY_LOOKED_AT_EVERY_MS);
  try {
    await snapshot.copyTo(to, { compacted: true }).catch(async (error: unknown) => {
      // A page that is neither used nor free, which LMDB leaves now and then, is none that it can compact.
      if (!messageOf(error).includes('MDB_INCOMPATIBLE')) throw error;
      rmSync(to);
      await snapshot.copyTo(to, { compacted: false });
    });
    return { format: snapshot.get('meta', 'format') };
  } finally {
    clearInterval(looking);
    await snapshot.close();
  }
}

async function verify({ path, cpuShare, results }: VerifyTask): Promise<RecordsResult> {
  // Before the snapshot: a file that is younger may be of a job that is not in it.
  const clips = results === undefined ? [] : listClips(results);
  const snapshot = new LmdbSnapshot(path);
  const pace = new Pace(cpuShare);
  let discrepancies = 0;
  const report = (discrepancy: Discrepancy) => {
    discrepancies += 1;
    tell({ is: 'found', discrepancy });
  };
  const findClip = results === undefined ? undefined : (owner: ClipOwner) => findClipIn(results, owner);
  const records = verifyRecords(snapshot, { findClip, report }, pace);
  const pages = snapshot.pages();
  const orphanClips = orphansAmong(clips, snapshot);
  await snapshot.close();
  return { records, discrepancies, ...pages, orphanClips, restedMs: pace.restedMs };
}

function orphansAmong(clips: readonly ClipFile[], snapshot: LmdbSnapshot): OrphanClips {
  const orphans = clips.filter(
    ({ kind, jobId }) => kind === 'clip' && snapshot.get('jobs', jobId) === undefined,
  );
  return { files: orphans.length, first: orphans.slice(0, ORPHANS_NAMED).map(({ name }) => name) };
}

/** @returns how many records there are */
function verifyRecords(
  snapshot: LmdbSnapshot,
  { findClip, report }: Pick<AuditOptions, 'findClip' | 'report'>,
  pace: Pace,
): number {
  const sums = checksumsIn(snapshot.get('meta', 'format'));
  if (sums === 'some') {
    const what = 'the folder is halfway brought up to date: start a node on it, which goes on with that';
    report({ kind: 'meta', table: 'meta', key: 'format', what });
    return 0;
  }
  let steps = 0;
  const checked = new CheckedRecords(snapshot, {
    withChecksums: sums === 'all',
    report,
    step: () => {
      if (++steps % RECORDS_PER_STEP === 0) pace.step();
    },
  });
  const of = TABLES.reduce((sum, table) => sum + snapshot.count(table), 0);
  let before = 0;
  let last: Table = 'meta';
  return audit(checked, {
    findClip,
    report,
    progress: (step, table, done) => {
      if (step === 'naming') {
        return tell({ is: 'progress', progress: { step, table, done, of: snapshot.count(table) } });
      }
      if (table !== last) before += snapshot.count(last);
      last = table;
      tell({ is: 'progress', progress: { step: 'records', table, done: before + done, of } });
    },
  }).records;
}
