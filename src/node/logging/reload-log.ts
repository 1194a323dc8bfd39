/** The log entry of a reload. */

import type { Reloaded } from '../config/reload.js';
import { StartRefused } from '../config/start-refused.js';
import type { Log } from './log.js';

/** @param jobsAt how many unfinished jobs a provider has taken */
export function logReload(log: Log, reloaded: Reloaded, jobsAt: (provider: string) => number): void {
  if (reloaded.outcome === 'refused') {
    const { error } = reloaded;
    // A mistake of the operator is told by its message alone; anything else is a defect and keeps its stack.
    const why = error instanceof StartRefused ? { why: error.message } : { err: error };
    log.error(why, 'the configuration was not reloaded: the one in force stays');
    return;
  }
  const { changed, needRestart, moved } = reloaded;
  log.info({ changed }, 'the configuration was reloaded');
  if (needRestart.length > 0) {
    log.warn({ options: needRestart }, 'these options are changed and are taken at the next start only');
  }
  for (const provider of moved) {
    const jobs = jobsAt(provider);
    if (jobs > 0) log.warn({ provider, jobs }, 'jobs that this provider took are asked for at its new url');
  }
}
