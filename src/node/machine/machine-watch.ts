/**
 * The machine's readings of a node's disk and descriptors.
 *
 * It is asked when somebody wants to know, on other threads. A disk that hangs may not answer: then the last
 * that was heard is told, and nothing if nothing was heard yet.
 */
import { readdir, readFile, statfs } from 'node:fs/promises';

/** Longer than that nobody waits for the machine's answer. */
const ANSWERS_WITHIN_MS = 250;

export interface MachineNumbers {
  /** Of the file system that the data folder is on: what the node's user may still fill, and all of it. */
  readonly diskFreeBytes: number;
  readonly diskSizeBytes: number;
  readonly openFiles: number;
  /** Infinity if there is no limit. */
  readonly openFilesMax: number;
}

export class MachineWatch {
  readonly #folder: string;
  #known: Partial<MachineNumbers> = {};
  #underWay: Promise<void> | undefined;

  /** @param folder the data folder */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * The newest readings, after asking anew; resolves within a quarter of a second, whatever the machine does.
   */
  async look(): Promise<Partial<MachineNumbers>> {
    this.#underWay ??= this.#ask().finally(() => {
      this.#underWay = undefined;
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ANSWERS_WITHIN_MS);
    });
    await Promise.race([this.#underWay, late]);
    clearTimeout(timer);
    return this.#known;
  }

  async #ask(): Promise<void> {
    await Promise.all([this.#askDisk(), this.#askDescriptors()].map((asked) => asked.catch(() => undefined)));
  }

  async #askDisk(): Promise<void> {
    const { bavail, blocks, bsize } = await statfs(this.#folder);
    this.#known = { ...this.#known, diskFreeBytes: bavail * bsize, diskSizeBytes: blocks * bsize };
  }

  async #askDescriptors(): Promise<void> {
    const [open, limits] = await Promise.all([
      readdir('/proc/self/fd'),
      readFile('/proc/self/limits', 'latin1'),
    ]);
    const soft = /^Max open files +(\S+)/m.exec(limits)?.[1];
    const openFilesMax = soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft);
    // One of them is that of the folder that is being read.
    this.#known = { ...this.#known, openFiles: open.length - 1, openFilesMax };
  }
}
