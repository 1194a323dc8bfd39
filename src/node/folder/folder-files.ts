/** The files in a data folder that others than their owners look at, by name. */
import { join } from 'node:path';

/** All records. */
export const DATABASE_FILE = 'tollgate.mdb';

/** 32 random bytes, for keyed hashes and unguessable links. */
export const SECRET_FILE = 'secret';

/** The operator's management key, if the node made it. */
export const MANAGEMENT_KEY_FILE = 'management-key';

/**
 * The address of the node that runs on the folder, while it runs: commands on the same machine find it here.
 */
export const ADDRESS_FILE = 'address';

/** The folder of kept results, unless the configuration names another one. */
export const RESULTS_FOLDER = 'results';

/** The folder of the lock (`folder-lock.ts`). */
export const LOCK_FOLDER = 'lock';

/** The folders of all that a node keeps. */
export interface KeptFolders {
  readonly data: string;
  /** Of kept results; undefined if the configuration names none. */
  readonly resultsDir?: string | undefined;
}

export function resultsFolder({ data, resultsDir }: KeptFolders): string {
  return resultsDir ?? join(data, RESULTS_FOLDER);
}
