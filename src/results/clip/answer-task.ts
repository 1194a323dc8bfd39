/** Answers the tasks of the thread that reads clips. */
import { closeSync, openSync, readSync } from 'node:fs';
import { messageOf } from '../../errors/error-text.js';
import type { ClipAnswer, ClipPart, ClipTask } from './clip-task.js';
import { NotAClipError, readClip } from './read-clip.js';

class MissingPart extends Error {
  override readonly name = 'MissingPart';
  readonly from: number;
  readonly to: number;

  constructor(from: number, to: number) {
    super(`bytes ${from} to ${to} are not known`);
    this.from = from;
    this.to = to;
  }
}

export async function answerTo(task: ClipTask): Promise<ClipAnswer> {
  try {
    return { is: 'clip', clip: 'path' in task ? await readFile(task) : await readParts(task) };
  } catch (error) {
    if (error instanceof MissingPart) return { is: 'wanting', from: error.from, to: error.to };
    return { is: error instanceof NotAClipError ? 'no_clip' : 'failed', why: messageOf(error) };
  }
}

function readParts({ size, parts }: Extract<ClipTask, { parts: unknown }>) {
  return readClip({ size, read: async (from, to) => within(parts, from, to) }, 'network');
}

function within(parts: readonly ClipPart[], from: number, to: number): Uint8Array {
  for (const part of parts) {
    if (from >= part.from && to <= part.from + part.bytes.length)
      return part.bytes.subarray(from - part.from, to - part.from);
  }
  throw new MissingPart(from, to);
}

async function readFile({ size, path }: Extract<ClipTask, { path: string }>) {
  const file = openSync(path, 'r');
  try {
    const read = async (from: number, to: number): Promise<Uint8Array> => {
      const part = Buffer.allocUnsafe(to - from);
      const length = readSync(file, part, 0, part.length, from);
      if (length < part.length) throw new Error(`a file of ${size} bytes ended at ${from + length}`);
      return part;
    };
    return await readClip({ size, read }, 'fileSystem');
  } finally {
    closeSync(file);
  }
}
