/**
 * Lets others go first: for work beside a node that serves.
 *
 * On Linux a priority is a thread's, and threads begin with that of the thread which made them; so those that
 * are there are changed one by one, and later ones follow.
 */
import { execFile } from 'node:child_process';
import { readdirSync, readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';

/** By the weights of Linux, about a seventieth of a core that another thread keeps busy. */
const NICE = 19;

/** All threads of this process. Does nothing if the system does not allow it. */
export function letOthersGoFirst(): void {
  for (const thread of threads()) lower(thread);
}

/**
 * The thread that calls, and those that it makes from then on. If `chrt` (util-linux) is installed they have
 * the policy SCHED_IDLE: a thread of a low priority alone keeps its core for some milliseconds from a commit
 * that wakes up there, and one of that policy gives way at once. Node.js has no call to set a policy.
 */
export function letOtherThreadsGoFirst(): void {
  let thread: string;
  try {
    thread = basename(readlinkSync('/proc/thread-self'));
  } catch {
    // No other system than Linux names the thread, or has a priority for it.
    return;
  }
  lower(Number(thread));
  execFile('chrt', ['-i', '-p', '0', thread], () => undefined).unref();
}

function lower(thread: number): void {
  try {
    setPriority(thread, NICE);
  } catch {
    // It may have ended by now, or a sandbox forbid it: no reason not to do the work.
  }
}

function threads(): readonly number[] {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [process.pid];
  }
}
