/** Files that are on disk when a call returns, with what they hold. */
import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';

const BLOCK_BYTES = 1024 * 1024;

export interface FileSum {
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
}

/** @param progress told after each block how many bytes were read */
export function sumFile(path: string, progress: (bytes: number) => void = () => {}): FileSum {
  return eachBlock(path, () => {}, progress);
}

/** Copies to a path that is free, for the user alone, and syncs the copy; answers what was copied. */
export function copyFile(from: string, to: string, progress: (bytes: number) => void = () => {}): FileSum {
  const descriptor = openSync(to, 'wx', 0o600);
  try {
    const sum = eachBlock(from, (block) => writeWhole(descriptor, block), progress);
    fsyncSync(descriptor);
    return sum;
  } finally {
    closeSync(descriptor);
  }
}

export function writeFile(path: string, content: string): void {
  const descriptor = openSync(path, 'wx', 0o600);
  try {
    writeWhole(descriptor, Buffer.from(content));
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function eachBlock(path: string, take: (block: Buffer) => void, progress: (bytes: number) => void): FileSum {
  const descriptor = openSync(path, 'r');
  const hash = createHash('sha256');
  const block = Buffer.allocUnsafe(BLOCK_BYTES);
  let bytes = 0;
  try {
    for (let read = readSync(descriptor, block); read > 0; read = readSync(descriptor, block)) {
      const part = block.subarray(0, read);
      hash.update(part);
      take(part);
      bytes += read;
      progress(bytes);
    }
  } finally {
    closeSync(descriptor);
  }
  return { bytes, sha256: hash.digest('hex') };
}

function writeWhole(descriptor: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
}
