import { messageOf } from '../errors/error-text.js';

/**
 * From which folder an addon is loaded: the first that can be used and from which files may be executed. A
 * fault of the addon itself ends the search, for it would be wrong everywhere.
 */

/** The addon is not for this machine. */
export class AddonUnfit extends Error {
  override readonly name = 'AddonUnfit';
}

/** The loader's words for a file system that is mounted with `noexec`. */
const NOTHING_EXECUTES_HERE = /failed to map segment|Operation not permitted/;

/**
 * @param load loads it from one of the folders, or throws why it cannot
 * @throws Error with the reason for each folder if none could be used; the words of `load` if the addon is at
 * fault
 */
export function loadFromFirst<T>(folders: readonly string[], addon: string, load: (folder: string) => T): T {
  const reasons: string[] = [];
  for (const folder of folders) {
    try {
      return load(folder);
    } catch (error) {
      if (isOfTheAddon(error)) throw error;
      reasons.push(`${folder}: ${messageOf(error)}`);
    }
  }
  throw new Error(
    `its addon ${addon} finds no folder to be loaded from (${reasons.join('; ')}); set XDG_CACHE_HOME to one that belongs to the user of the process and from which files may be executed`,
  );
}

/** Besides one that is unfit, one that the loader took and found fault with. */
function isOfTheAddon(error: unknown): boolean {
  if (error instanceof AddonUnfit) return true;
  const { code, message } = error as { code?: unknown; message?: unknown };
  return code === 'ERR_DLOPEN_FAILED' && !NOTHING_EXECUTES_HERE.test(String(message));
}
