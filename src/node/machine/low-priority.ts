/**
 * Lets others go first: for work beside a node that serves.
 *
 * On Linux a priority is a thread's, and threads begin with that of the thread which made them; so those that
 * are there are changed one by one, and later ones follow.
 */
import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

/** By the weights of Linux, about a thirtieth of a core that another thread keeps busy. */
const NICE = 15;

/** Does nothing if the system does not allow it. */
export function letOthersGoFirst(): void {
  for (const thread of threads()) {
    try {
      setPriority(thread, NICE);
    } catch {
      // It may have ended by now, or a sandbox forbid it: no reason not to do the work.
    }
  }
}

function threads(): readonly number[] {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [process.pid];
  }
}
