/**
 * Verifies a database file: that it is as long as it has to be, then every record, by LMDB in a process of
 * its own.
 *
 * A node may write to the file, or begin to. So what is read is pinned by a read transaction, which needs the
 * lock file beside it. A backup has none, and nobody writes to a backup: it is opened by a link elsewhere,
 * and stays as it is.
 */
import { closeSync, existsSync, mkdtempSync, openSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { objectionToFile, objectionToRoot } from '../../store/lmdb/meta-pages.js';
import type { Discrepancy } from '../records/discrepancy.js';
import { doApart, type ProcessOptions } from './process.js';
import type { RecordsResult } from './task.js';

export interface VerifyOptions extends ProcessOptions {
  /**
   * At most so much of one core, while others wait for one. A node's own file is read at full speed: it grows
   * meanwhile.
   */
  readonly cpuShare?: number;
  readonly report: (discrepancy: Discrepancy) => void;
  /** The folder of kept results; left out if they are not looked for. */
  readonly results?: string | undefined;
}

export interface VerifyResult extends RecordsResult {
  /** Why not all records could be read, in words; undefined if they could. */
  readonly damage: string | undefined;
  readonly tookMs: number;
}

const NOTHING_READ: RecordsResult = {
  records: 0,
  discrepancies: 0,
  pageBytes: 0,
  usedPages: 0,
  freePages: 0,
  orphanClips: { files: 0, first: [] },
  restedMs: 0,
};

/** Throws the system's error. */
export async function verifyFile(path: string, options: VerifyOptions): Promise<VerifyResult> {
  const begun = performance.now();
  const cut = objectionTo(path);
  if (cut !== undefined) return { ...NOTHING_READ, damage: cut, tookMs: 0 };
  let discrepancies = 0;
  const isPinned = existsSync(`${path}-lock`);
  const link = isPinned ? undefined : linkTo(path);
  try {
    const cpuShare = isPinned ? 1 : (options.cpuShare ?? 1);
    const end = await doApart(
      { do: 'verify', path: link?.path ?? path, cpuShare, results: options.results },
      {
        ...options,
        report(discrepancy) {
          discrepancies += 1;
          options.report(discrepancy);
        },
      },
    );
    const tookMs = performance.now() - begun;
    return end.isSound
      ? { ...end.result, damage: undefined, tookMs }
      : { ...NOTHING_READ, discrepancies, damage: end.damage, tookMs };
  } finally {
    link?.remove();
  }
}

/** Why the file cannot be read as a whole, or is not what was written last, in words. */
export function objectionTo(path: string): string | undefined {
  const descriptor = openSync(path, 'r');
  try {
    return objectionToFile(descriptor) ?? objectionToRoot(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function linkTo(path: string): { readonly path: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-verify-'));
  const link = join(folder, 'backup.mdb');
  symlinkSync(realpathSync(path), link);
  return { path: link, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
