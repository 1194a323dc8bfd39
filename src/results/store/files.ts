/**
 * The files of a folder of kept clips, as their store deals with them. Production has them on a disk; the
 * simulation in memory, with faults. Paths are whole.
 */
import { createReadStream, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { open, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { makeFolder } from '../../files/folders.js';

export interface Files {
  isThere(path: string): boolean;
  /** The names in a folder; none if it is not there. */
  list(folder: string): readonly string[];
  /** Undefined if the file is not there. */
  statusOf(path: string): FileStatus | undefined;
  readText(path: string): string;
  removeNow(path: string): void;
  /** Makes the folder if it is missing, so that it is there after a crash. The folder above it is there. */
  makeFolder(folder: string): void;
  /** Begins a file. Rejects if there is one of that name. */
  create(path: string): Promise<NewFile>;
  /** Makes an empty file, in the place of the one that there is. */
  makeEmpty(path: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Does nothing if the file is not there. */
  remove(path: string): Promise<void>;
  /** Resolves when the names in a folder are on disk. */
  syncNames(folder: string): Promise<void>;
  /** That the disk of a folder has for others than its administrator. */
  freeBytes(folder: string): Promise<number>;
  read(path: string, from: number, to: number): AsyncIterable<Uint8Array>;
}

export interface FileStatus {
  readonly bytes: number;
  /** Unix ms. */
  readonly modifiedAt: number;
}

export interface NewFile {
  write(bytes: Uint8Array): Promise<void>;
  /** Resolves when what was written is on disk. */
  sync(): Promise<void>;
  /** A second close is fine. */
  close(): Promise<void>;
}

const CHUNK_BYTES = 128 * 1024;

export const DISK_FILES: Files = {
  isThere: existsSync,
  list: (folder) => (existsSync(folder) ? readdirSync(folder) : []),
  statusOf(path) {
    const status = statSync(path, { throwIfNoEntry: false });
    return status === undefined ? undefined : { bytes: status.size, modifiedAt: status.mtimeMs };
  },
  readText: (path) => readFileSync(path, 'latin1'),
  removeNow: (path) => rmSync(path, { force: true }),
  makeFolder,
  async create(path) {
    const file = await open(path, 'wx', 0o600);
    return {
      async write(bytes) {
        for (let written = 0; written < bytes.length; ) {
          written += (await file.write(bytes, written)).bytesWritten;
        }
      },
      sync: () => file.sync(),
      close: () => file.close(),
    };
  },
  makeEmpty: (path) => writeFile(path, '', { mode: 0o600 }),
  rename,
  remove: (path) => rm(path, { force: true }),
  async syncNames(folder) {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
  async freeBytes(folder) {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  },
  async *read(path, from, to) {
    if (from === to) return;
    yield* createReadStream(path, { start: from, end: to - 1, highWaterMark: CHUNK_BYTES });
  },
};
