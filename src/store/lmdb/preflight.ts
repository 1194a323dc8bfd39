/**
 * Looks at the files of an LMDB environment before LMDB does, so that what is wrong with them is an error
 * with a name.
 *
 * `lmdb` 3.5.6 does not survive a failure to open: its clean-up uses memory it has freed, and the process
 * ends by SIGSEGV. And LMDB keeps its table of readers in a sparse, memory-mapped lock file, where touching
 * a page that a full disk cannot give ends the process by SIGBUS. So the usual causes (no permission, not a
 * file, not LMDB's, no room) are met here first, and the lock file gets its pages at once. A file that was cut short is
 * met here, too: LMDB maps it to its full length, and touching a page behind its end is SIGBUS again.
 *
 * Not to be run on files that this process has open: closing any descriptor of the lock file drops all
 * locks that the process holds on it.
 */
import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { LmdbFile } from './file.js';
import { LmdbSnapshot } from './snapshot.js';
import { judgeLength } from './tree-check.js';

/** Enough for LMDB's header and 126 readers of 64 bytes. */
const LOCK_FILE_BYTES = 16 * 1024;

/** What a new environment takes, its empty tables included, rounded up. */
const NEW_FILE_BYTES = 1024 * 1024;

/** Page 0 begins with a page header of 24 bytes; then the magic and the version of the format, native-endian. */
const HEADER_BYTES = 24;
const MAGIC = 0xbeefc0de;
const FORMAT_VERSION = 2;

/** Throws the system's error, or an `Error` that says what the file is not. Creates both files if need be. */
export function preflight(path: string): void {
  if (preflightLock(path) === 'known') assertWhole(path);
}

/** The same for who opens the file to read it page by page, and judges the pages himself. */
export function preflightLock(path: string): 'new' | 'known' {
  const state = withFile(path, (descriptor) => {
    if (fstatSync(descriptor).size !== 0) {
      assertFormat(descriptor, path);
      return 'known';
    }
    assertRoom(descriptor);
    return 'new';
  });
  withFile(`${path}-lock`, (descriptor) => {
    const missing = LOCK_FILE_BYTES - fstatSync(descriptor).size;
    if (missing > 0) writeWhole(descriptor, missing);
  });
  return state;
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

function assertFormat(descriptor: number, path: string): void {
  const header = new Uint32Array((HEADER_BYTES + 8) / 4);
  readSync(descriptor, header, 0, header.byteLength, 0);
  const [magic, version = 0] = header.subarray(HEADER_BYTES / 4);
  if (magic !== MAGIC) throw new Error(`not a database: ${path}`);
  if ((version & 0xffff) !== FORMAT_VERSION) {
    throw new Error(`a database of another format (${version & 0xffff}, this is ${FORMAT_VERSION}): ${path}`);
  }
}

/** That its length is what its newest state needs, and that the way to the first and to the last record of every table can be read. */
function assertWhole(path: string): void {
  const file = LmdbFile.open(path);
  try {
    const objection = judgeLength(file);
    if (objection !== undefined) throw new Error(objection);
    new LmdbSnapshot(file).checkEdges();
  } finally {
    file.close();
  }
}
