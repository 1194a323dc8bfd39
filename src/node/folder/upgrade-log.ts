import type { Log } from '../logging/log.js';

const LOGGED_EVERY_MS = 5_000;

/** Logs every five seconds how far a folder is that is being brought up to date. */
export function upgradeLog(
  log: Pick<Log, 'info'>,
  nowMs: () => number = () => performance.now(),
): (done: number, of: number) => void {
  let loggedAtMs = nowMs();
  return (done, of) => {
    if (nowMs() - loggedAtMs < LOGGED_EVERY_MS) return;
    loggedAtMs = nowMs();
    log.info({ records: done, of }, 'bringing the data folder up to date');
  };
}
