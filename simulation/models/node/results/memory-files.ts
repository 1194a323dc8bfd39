/**
 * A disk for the files of kept clips, in memory: it outlives processes, and fails as the history says.
 *
 * Invariants
 *  1. A process sees every change that it made. A crash that loses what was not decided leaves of a file what
 *     was synced, and of changes to names those that were synced, and a part of the others: the earliest.
 *  2. Every operation takes effect at an instant of its own, at which the process may end.
 */
import type { Files, NewFile } from '../../../../src/results/store/files.js';
import type { World } from '../../../../src/time/world.js';
import type { FileFault, FilesStep } from '../../../history/node-history.js';
import type { Random } from '../../../world/random.js';

interface Node {
  bytes: Uint8Array;
  syncedBytes: Uint8Array;
  /** Unix ms. */
  modifiedAt: number;
}

/** Names that lead to a file, or to none, from one instant on. */
type NameChange = ReadonlyMap<string, Node | undefined>;

const NOTHING = new Uint8Array();
const FREE_BYTES = 1_000_000;
const OPERATION_MS_MAX = 4;

export interface FilesWatch {
  /** An operation is about to fail; `left` is the path that it would have removed. */
  failing(fault: FileFault, left?: string): void;
  /** An operation is about to take effect. */
  began(): void;
  /** It has, and whoever waits for it has not heard yet. */
  ended(): void;
}

export class MemoryFiles {
  readonly #random: Random;
  readonly #watch: FilesWatch;
  #nodes = new Map<string, Node>();
  /** Of names, as they surely are on disk. */
  #syncedNodes = new Map<string, Node>();
  #unsynced: NameChange[] = [];
  readonly #faults: (FileFault | undefined)[] = [];

  constructor(random: Random, watch: FilesWatch) {
    this.#random = random;
    this.#watch = watch;
  }

  /** The bytes of the files of a folder, by name. */
  folder(folder: string): ReadonlyMap<string, number> {
    const names = this.#namesIn(folder);
    return new Map(names.map((name) => [name, this.#at(`${folder}/${name}`).bytes.length]));
  }

  /** After `skip` operations that go well, `operations` of them fail. */
  fail({ fault, skip, operations }: Omit<FilesStep, 'id' | 'at' | 'do'>): void {
    for (let n = 0; n < skip; n++) this.#faults.push(undefined);
    for (let n = 0; n < operations; n++) this.#faults.push(fault);
  }

  mend(): void {
    this.#faults.length = 0;
  }

  /** The process is gone. */
  crash(undecided: 'lost' | 'kept'): void {
    if (undecided === 'lost') {
      const kept = this.#unsynced.slice(0, this.#random.between(0, this.#unsynced.length));
      for (const change of kept) applied(this.#syncedNodes, change);
      this.#nodes = this.#syncedNodes;
      for (const node of this.#nodes.values()) node.bytes = node.syncedBytes;
    }
    this.#unsynced = [];
    this.#syncedNodes = new Map(this.#nodes);
    for (const node of this.#nodes.values()) node.syncedBytes = node.bytes;
  }

  /** The disk as a process that lives in `world` sees it. */
  openIn(world: World): Files {
    const later = <T>(act: () => T, fails: (fault: FileFault) => T = failure, removes?: string) =>
      this.#later(world, act, fails, removes);
    return {
      isThere: (path) => this.#nodes.has(path),
      list: (folder) => this.#namesIn(folder),
      statusOf: (path) => {
        const node = this.#nodes.get(path);
        return node && { bytes: node.bytes.length, modifiedAt: node.modifiedAt };
      },
      readText: (path) => Buffer.from(this.#at(path).bytes).toString(),
      removeNow: (path) => this.#change(new Map([[path, undefined]])),
      makeFolder: () => {},
      create: (path) => later(() => this.#create(path, world)),
      makeEmpty: (path) => later(() => this.#change(new Map([[path, emptyNode(world)]]))),
      rename: (from, to) =>
        later(() =>
          this.#change(
            new Map([
              [to, this.#at(from)],
              [from, undefined],
            ]),
          ),
        ),
      remove: (path) => later(() => this.#change(new Map([[path, undefined]])), failure, path),
      syncNames: () =>
        later(() => {
          for (const change of this.#unsynced) applied(this.#syncedNodes, change);
          this.#unsynced = [];
        }),
      freeBytes: () =>
        later(
          () => FREE_BYTES,
          (fault) => (fault === 'full' ? 0 : failure(fault)),
        ),
      read: (path, from, to) => this.#read(world, path, from, to),
    };
  }

  /** The bytes of a file, for those who read it otherwise. */
  bytesOf(path: string): Uint8Array {
    return this.#at(path).bytes;
  }

  #create(path: string, world: World): NewFile {
    if (this.#nodes.has(path)) throw new Error(`${path} is there`);
    const node = emptyNode(world);
    this.#change(new Map([[path, node]]));
    const grow = (bytes: Uint8Array) => {
      node.bytes = Buffer.concat([node.bytes, bytes]);
      node.modifiedAt = world.wallMs();
    };
    return {
      write: (bytes) =>
        this.#later(
          world,
          () => grow(bytes),
          (fault) => {
            grow(bytes.subarray(0, bytes.length / 2));
            return failure(fault);
          },
        ),
      sync: () =>
        this.#later(
          world,
          () => {
            node.syncedBytes = node.bytes;
          },
          failure,
        ),
      close: async () => {},
    };
  }

  /** Reads go well: what was written lately need not come from the disk. */
  async *#read(world: World, path: string, from: number, to: number): AsyncGenerator<Uint8Array> {
    await new Promise<void>((resolve) => world.soon(resolve));
    yield this.#at(path).bytes.subarray(from, to);
  }

  #later<T>(world: World, act: () => T, fails: (fault: FileFault) => T, removes?: string): Promise<T> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        this.#watch.began();
        // The process may have ended by then.
        world.soon(effect);
      };
      const effect = () => {
        const fault = this.#faults.shift();
        if (fault !== undefined) this.#watch.failing(fault, removes);
        try {
          resolve(fault === undefined ? act() : fails(fault));
        } catch (error) {
          reject(error);
        }
        this.#watch.ended();
      };
      world.after(this.#random.between(0, OPERATION_MS_MAX), begin);
    });
  }

  #change(change: NameChange): void {
    applied(this.#nodes, change);
    this.#unsynced.push(change);
  }

  #namesIn(folder: string): string[] {
    const begin = `${folder}/`;
    const paths = [...this.#nodes.keys()].filter((path) => path.startsWith(begin));
    return paths.map((path) => path.slice(begin.length));
  }

  #at(path: string): Node {
    const node = this.#nodes.get(path);
    if (node === undefined) throw new Error(`${path} is not there`);
    return node;
  }
}

function emptyNode(world: World): Node {
  return { bytes: NOTHING, syncedBytes: NOTHING, modifiedAt: world.wallMs() };
}

function applied(nodes: Map<string, Node>, change: NameChange): void {
  for (const [path, node] of change) {
    if (node === undefined) nodes.delete(path);
    else nodes.set(path, node);
  }
}

function failure(fault: FileFault): never {
  throw new Error(fault === 'full' ? 'no space is left on the disk' : 'the disk failed');
}
