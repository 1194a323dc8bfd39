/** Finds out early whether a file can be written at the end. */
import { closeSync, existsSync, mkdirSync, openSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Opens the file for writing, with the folders that it needs, and leaves everything as it was.
 *
 * @throws if it cannot be written, as the file system says it
 */
export function probeFile(path: string): void {
  const whole = resolve(path);
  const firstMade = mkdirSync(dirname(whole), { recursive: true });
  try {
    const wasThere = existsSync(whole);
    closeSync(openSync(whole, 'a'));
    if (!wasThere) rmSync(whole);
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
