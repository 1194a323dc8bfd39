/** Whether the terminal is still there that the process was started in. */
import { closeSync, openSync } from 'node:fs';

const hadTerminal = process.stdout.isTTY === true;

/** True if the process was started in a terminal that has been closed since. */
export function hasLostTerminal(): boolean {
  if (!hadTerminal) return false;
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return false;
  } catch {
    return true;
  }
}

/**
 * Ends the process; to be called when all is on disk. Without its terminal Node.js cannot exit: it puts the
 * terminal back as it was, and aborts if that fails (Node 20).
 */
export function endProcess(exitStatus: number): never {
  if (hasLostTerminal()) process.kill(process.pid, 'SIGKILL');
  process.exit(exitStatus);
}
