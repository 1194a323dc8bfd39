import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file in memory takes no time to be synced. */
const IN_MEMORY = '/dev/shm';

/** A folder of its own, for files of one history. */
export function madeFolder(name: string): string {
  return mkdtempSync(join(existsSync(IN_MEMORY) ? IN_MEMORY : tmpdir(), `tollgate-fuzz-${name}-`));
}
