/** A data folder and what stands around it when a backup begins; and all that is told of one. */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { TaskMessage } from '../../../../../src/audit/database/task.js';
import { tryLock } from '../../../../../src/node/folder/folder-lock.js';
import { type BackUp, type Circumstance, REFUSALS } from './backup-acts.js';

const NO_ROOM = 28;
const PARTS = 3;
/** A file of LMDB's own that ends so early holds no state. */
const CUT_BYTES = 10_000;

export function targetOf(how: Circumstance, place: string): string {
  if (how === 'beside') return join(place, 'data-2');
  if (how === 'deep') return join(place, 'a', 'b', 'backup');
  if (how === 'target_inside') return join(place, 'data', 'a', 'backup');
  return how === 'target_linked_inside' ? join(place, 'link', 'backup') : join(place, 'backup');
}

/** @returns what lets go of the lock of another backup */
export async function setScene(act: BackUp, place: string, bytes: Buffer): Promise<() => void> {
  const { how } = act;
  const [data, target] = [join(place, 'data'), targetOf(how, place)];
  mkdirSync(data, { recursive: true });
  const database = how === 'cut_database' ? bytes.subarray(0, CUT_BYTES) : bytes;
  if (how !== 'no_database') writeFileSync(join(data, 'tollgate.mdb'), database);
  if (act.hasSecret) put(join(data, 'secret'), 'secret of this node');
  if (act.hasKey) put(join(data, 'management-key'), 'management-key of this node');
  put(join(data, 'address'), 'nobody needs it in a backup');
  if (how === 'target_linked_inside') symlinkSync(data, join(place, 'link'));
  if (how === 'target_there') put(join(target, 'notes.txt'), 'precious');
  if (!how.startsWith('leftover')) return () => {};
  const partial = `${target}.partial`;
  mkdirSync(partial, { mode: 0o700 });
  for (const name of [
    'tollgate.mdb',
    'secret',
    'management-key',
    'backup.json',
    'results/acct_1.video_9.clip',
  ])
    put(join(partial, name), 'left');
  if (how === 'leftover_foreign') put(join(partial, 'notes.txt'), 'precious');
  if (how !== 'leftover_without_lock') mkdirSync(join(partial, 'backup-lock'));
  if (how !== 'leftover_held') return () => {};
  const attempt = await tryLock(join(partial, 'backup-lock'), 'abc');
  return () => attempt.outcome === 'held' && attempt.lock.release();
}

export function copyMessages({ how, format }: BackUp): readonly TaskMessage[] {
  const parts = Array.from({ length: PARTS }, (_, nth) => ({
    is: 'progress' as const,
    progress: { step: 'copying' as const, done: nth + 1, of: PARTS },
  }));
  if (how === 'copy_dies') return parts.slice(0, 2);
  if (how === 'copy_damaged') return [...parts.slice(0, 1), { is: 'failed', message: 'no such page' }];
  if (how === 'copy_without_room') return [...parts, { is: 'failed', message: 'no room', errno: NO_ROOM }];
  return [...parts, { is: 'done', result: { format } }];
}

export function verifyMessages({ how, records, discrepancies }: BackUp): readonly TaskMessage[] {
  if (how === 'verify_without_room') return [{ is: 'failed', message: 'no room', errno: NO_ROOM }];
  const found = Array.from({ length: discrepancies }, (_, nth): TaskMessage => {
    return { is: 'found', discrepancy: { kind: 'k', table: 'jobs', key: `found-${nth}`, what: 'w' } };
  });
  if (how === 'damaged_copy') return [...found, { is: 'failed', message: 'no such page' }];
  const pages = { pageBytes: 4_096, usedPages: 1, freePages: 1, orphanClips: { files: 0, first: [] } };
  return [...found, { is: 'done', result: { records, discrepancies, ...pages, restedMs: 0 } }];
}

/** All that the one who asked is told of, in order. The data folder is read when one task was done. */
export function toldOf({ how, discrepancies }: BackUp): readonly string[] {
  if (tasksOf(how) < 2) return [];
  const found = how === 'verify_without_room' ? 0 : discrepancies;
  return [
    ...(how === 'leftover' ? ['removed'] : []),
    'copied after 1',
    ...Array.from({ length: found }, (_, nth) => `found-${nth}`),
  ];
}

export function tasksOf(how: Circumstance): number {
  if (REFUSALS.some((one) => one === how) || how === 'cut_database') return 0;
  return how.startsWith('copy') ? 1 : 2;
}

/** The sums or short texts of all files below a folder. */
export function filesIn(folder: string): ReadonlyMap<string, string> {
  return new Map(
    namesIn(folder).flatMap((name): [string, string][] => {
      const path = join(folder, name);
      if (!statSync(path).isFile()) return [];
      const { bytes, sha256 } = sumOf(path);
      return [[name, bytes > 100 ? sha256 : readFileSync(path, 'utf8')]];
    }),
  );
}

/** Of files and folders; those of a lock come and go. */
export function namesIn(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => !name.includes('backup-lock/')).sort();
}

export function sumOf(path: string): { readonly bytes: number; readonly sha256: string } {
  const bytes = readFileSync(path);
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

export function linesOf(path: string): readonly string[] {
  return existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : [];
}

export function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
