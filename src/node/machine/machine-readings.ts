/**
 * Readings that the machine at hand gives of its memory, its disk and its file descriptors.
 *
 * A reading that fails is undefined, and bounds nothing: a reading is never a reason to refuse work by itself
 * being impossible. Reading the memory takes some 60 µs.
 */
import { closeSync, openSync, readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { codeOf } from '../../errors/error-text.js';
import type { MemoryReading } from '../../overload/memory-control.js';

const MIB = 1_048_576;
/** Of what a control group allows: the kernel's own buffers for the process count there, too. */
const SHARE_OF_CONTROL_GROUP = 0.9;

export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

export interface Machine {
  /** The heap of V8, then the memory that is the process's own, without mapped files. */
  memory(): readonly [heap: MemoryReading, resident: MemoryReading];
  /** Of the file system of the data folder. */
  diskSpace(): Promise<DiskSpace | undefined>;
  /** Undefined if none is left; else what gives it back. */
  takeDescriptor(): (() => void) | undefined;
  /** Of the time since it was asked last, in which the event loop had something to do: 0 to 1. */
  loopBusyShare(): number;
  /** How many files may be open at once; undefined if that is not known. */
  readonly descriptorsMax: number | undefined;
}

/**
 * @param data a folder on the disk that counts
 * @param memoryMaxMib 0 stands for nine tenths of what the control group allows
 */
export function thisMachine(data: string, memoryMaxMib: number): Machine {
  let anonymous = 0;
  let loop = performance.eventLoopUtilization();
  const residentBound = memoryMaxMib > 0 ? memoryMaxMib * MIB : controlGroupBytes();
  return {
    memory: () => {
      // Without a file descriptor it cannot be read, and is what it was.
      anonymous = anonymousBytes() ?? anonymous;
      const { used_heap_size: usedBytes, heap_size_limit: boundBytes } = getHeapStatistics();
      return [
        { usedBytes, boundBytes },
        { usedBytes: anonymous, boundBytes: residentBound },
      ];
    },
    diskSpace: () => diskSpace(data),
    takeDescriptor,
    loopBusyShare: () => {
      const before = loop;
      loop = performance.eventLoopUtilization();
      return performance.eventLoopUtilization(loop, before).utilization;
    },
    descriptorsMax: openFilesMax(),
  };
}

function controlGroupBytes(): number | undefined {
  const allowed = process.constrainedMemory();
  // Without a bound it says nothing, 0, or more than there is.
  if (allowed === undefined || allowed === 0 || allowed >= totalmem()) return undefined;
  return Math.floor(allowed * SHARE_OF_CONTROL_GROUP);
}

/** Resident memory without what is mapped from files, which the kernel takes back if it needs room. */
function anonymousBytes(): number | undefined {
  const kib = firstNumber('/proc/self/status', /^RssAnon:\s+(\d+) kB$/m);
  return kib === undefined ? undefined : kib * 1_024;
}

function openFilesMax(): number | undefined {
  return firstNumber('/proc/self/limits', /^Max open files\s+(\d+)/m);
}

function firstNumber(file: string, pattern: RegExp): number | undefined {
  try {
    const found = pattern.exec(readFileSync(file, 'latin1'))?.[1];
    return found === undefined ? undefined : Number(found);
  } catch {
    return undefined;
  }
}

async function diskSpace(folder: string): Promise<DiskSpace | undefined> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return blocks === 0 ? undefined : { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return undefined;
  }
}

function takeDescriptor(): (() => void) | undefined {
  try {
    const descriptor = openSync('/dev/null', 'r');
    return () => closeSync(descriptor);
  } catch (error) {
    const code = codeOf(error);
    return code === 'EMFILE' || code === 'ENFILE' ? undefined : () => {};
  }
}
