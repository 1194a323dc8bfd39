/** The log entry of a reload. */

import type { Reloaded } from '../config/reload.js';
import { StartRefused } from '../config/start-refused.js';
import type { Log } from './log.js';

export function logReload(log: Log, reloaded: Reloaded): void {
  if (reloaded.outcome === 'refused') {
    const { error } = reloaded;
    // A mistake of the operator is told by its message alone; anything else is a defect and keeps its stack.
    const why = error instanceof StartRefused ? { why: error.message } : { err: error };
    log.error(why, 'the configuration was not reloaded: the one in force stays');
    return;
  }
  const { changed, needRestart } = reloaded;
  log.info({ changed }, 'the configuration was reloaded');
  if (needRestart.length > 0) {
    log.warn({ options: needRestart }, 'these options are changed and are taken at the next start only');
  }
}
