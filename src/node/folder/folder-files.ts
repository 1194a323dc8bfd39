/** The files in a data folder that others than their owners look at, by name. */

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
