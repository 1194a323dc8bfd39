/**
 * Files that the program reads besides its code: in a checkout they stand in the source tree, in an
 * executable within it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUILD } from './build.js';

/**
 * @param path from the top of the project; the build of a package has it in its list of files
 * @throws Error if there is no such file
 */
export function readAsset(path: string): Buffer {
  if (BUILD === undefined) return readFileSync(join(projectFolder(), path));
  // Only a packaged program has this part of Node.js.
  const sea = createRequire(import.meta.url)('node:sea') as typeof import('node:sea');
  return Buffer.from(sea.getRawAsset(basename(path)) as ArrayBuffer);
}

/**
 * The nearest folder above this module that has a `package.json`: sources and what is built of them are both
 * below it.
 *
 * @throws Error if there is none
 */
export function projectFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    const above = dirname(folder);
    if (above === folder) throw new Error('the program is in no folder of its project');
    folder = above;
  }
  return folder;
}
