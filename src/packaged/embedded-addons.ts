/**
 * Loads the native addons that a packaged program carries inside itself.
 *
 * They are taken from the executable, put into a file of this user alone and hashed there (`addon-folder.ts`), and
 * loaded from it. A folder from which nothing may be executed is passed over.
 */
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { addonFolders, keepAddon } from './addon-folder.js';
import { BUILD } from './build.js';

/** What the loader says of a file system that is mounted with `noexec`. */
const NOTHING_EXECUTES_HERE = /failed to map segment|Operation not permitted/;

/**
 * @param name as the build called it
 * @returns what the addon exports
 * @throws Error with the reason for each folder where none could be used; what the loader says where it is the addon
 */
export function loadEmbeddedAddon(name: string): unknown {
  const addon = BUILD?.addons[name];
  if (addon === undefined) throw new Error(`the program carries no addon ${name}`);
  const userId = process.geteuid?.() ?? -1;
  const reasons: string[] = [];
  for (const folder of addonFolders(process.env, tmpdir(), userId)) {
    try {
      const path = keepAddon(folder, { name, sha256: addon.sha256, bytes: () => asset(name) }, userId);
      return load(path);
    } catch (error) {
      if (isOfTheAddon(error)) throw error;
      reasons.push(`${folder}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new Error(
    `its addon ${name} finds no folder to be loaded from (${reasons.join('; ')}); set XDG_CACHE_HOME to one that belongs to the user of the process and from which files may be executed`,
  );
}

function load(path: string): unknown {
  const module = { exports: {} as unknown };
  process.dlopen(module, path);
  return module.exports;
}

/** The loader took the file and found fault with what is in it: the next folder would change nothing. */
function isOfTheAddon(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return code === 'ERR_DLOPEN_FAILED' && !NOTHING_EXECUTES_HERE.test(String(message));
}

function asset(name: string): Uint8Array {
  // Only a packaged program has this module of Node.js, whose releases before 20.12 do not know it.
  const sea = createRequire(import.meta.url)('node:sea') as typeof import('node:sea');
  return new Uint8Array(sea.getRawAsset(name) as ArrayBuffer);
}
