/** Finds out early whether a file can be written at the end. */
import { closeSync, existsSync, mkdirSync, openSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { codeOf } from '../../../src/errors/error-text.js';

const TRIES = 5;

/**
 * Opens the file for writing, with the folders that it needs, and leaves everything as it was.
 *
 * @throws if it cannot be written, as the file system says it
 */
export function probeFile(path: string): void {
  for (let left = TRIES - 1; ; left--) {
    try {
      probeOnce(resolve(path));
      return;
    } catch (error) {
      // Another process that looks, too, may have removed the folder again.
      if (codeOf(error) !== 'ENOENT' || left === 0) throw error;
    }
  }
}

function probeOnce(whole: string): void {
  const firstMade = mkdirSync(dirname(whole), { recursive: true });
  try {
    const wasThere = existsSync(whole);
    closeSync(openSync(whole, 'a'));
    if (!wasThere) rmSync(whole, { force: true });
  } finally {
    if (firstMade !== undefined) removeEmptyFolders(dirname(whole), resolve(firstMade));
  }
}

/** From the inner one to the outer one; one that somebody else put something into stays. */
function removeEmptyFolders(inner: string, outer: string): void {
  try {
    for (let folder = inner; folder.length >= outer.length; folder = dirname(folder)) rmdirSync(folder);
  } catch {
    // Not empty any more.
  }
}
