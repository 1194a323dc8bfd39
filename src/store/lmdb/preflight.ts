/**
 * Looks at the files of an LMDB environment before LMDB does, so that what is wrong with them is an error
 * with a name.
 *
 * `lmdb` 3.5.6 does not survive a failure to open: its clean-up uses memory it has freed, and the process
 * ends by SIGSEGV. And LMDB keeps its table of readers in a sparse, memory-mapped lock file, where touching a
 * page that a full disk cannot give ends the process by SIGBUS. So the usual causes (no permission, not a
 * file, not LMDB's, no room) are met here first, and the lock file gets its pages at once. A file that was
 * cut short is met here, too: LMDB maps it to its full length, and touching a page behind its end is SIGBUS
 * again.
 *
 * Not to be run on files that this process has open: closing any descriptor of the lock file drops all
 * locks that the process holds on it.
 */
import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { objectionToFile } from './meta-pages.js';

/** Enough for LMDB's header and 126 readers of 64 bytes. */
const LOCK_FILE_BYTES = 16 * 1024;

/** The size of a new environment, its empty tables included, rounded up. */
const NEW_FILE_BYTES = 1024 * 1024;

/** Throws the system's error, or an `Error` that says what the file is not. Creates both files if need be. */
export function preflight(path: string): void {
  withFile(path, (descriptor) => {
    if (fstatSync(descriptor).size === 0) return assertRoom(descriptor);
    const objection = objectionToFile(descriptor);
    if (objection !== undefined) throw new Error(`${objection}: ${path}`);
  });
  preflightLock(path);
}

/** The same for a file that is opened to be read only, and was looked at before. */
export function preflightLock(path: string): void {
  withFile(`${path}-lock`, (descriptor) => {
    const missing = LOCK_FILE_BYTES - fstatSync(descriptor).size;
    if (missing > 0) writeWhole(descriptor, missing);
  });
}

function withFile<T>(path: string, look: (descriptor: number) => T): T {
  const descriptor = openSync(path, 'a+', 0o600);
  try {
    return look(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function assertRoom(descriptor: number): void {
  try {
    writeWhole(descriptor, NEW_FILE_BYTES);
    fsyncSync(descriptor);
  } finally {
    ftruncateSync(descriptor, 0);
  }
}

/** The system may write less than it was asked to, and name the reason only when asked for the rest. */
function writeWhole(descriptor: number, bytes: number): void {
  const zeros = Buffer.alloc(bytes);
  for (let written = 0; written < bytes; ) written += writeSync(descriptor, zeros, written);
}
