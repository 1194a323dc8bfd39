/**
 * Writes small files that nobody else may read, so that after a crash either the old content or the whole
 * new one is there, and after the return the new one is on disk.
 */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { syncFile } from '../../files/folders.js';

/** Replaces the file at `path`. One writer at a time per path. Throws what the file system says. */
export function writePrivateFile(path: string, content: string | Uint8Array): void {
  const folder = dirname(path);
  const draft = join(folder, `.${basename(path)}.new`);
  rmSync(draft, { force: true });
  // `wx` follows no link that somebody may have put there in the meantime.
  const file = openSync(draft, 'wx', 0o600);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
  syncFile(folder);
}
