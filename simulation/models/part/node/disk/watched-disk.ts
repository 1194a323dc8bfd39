/**
 * A folder whose power may fail at any moment: of each step of the file system, all that a cut behind it
 * leaves at least. Bytes are there that were synced. The names of a folder are those of its last sync, or
 * those of now: a system may write them at any time.
 *
 * A step may fail, too, or write less than it was asked to.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';

/** The texts of files by their paths in the folder; folders have none. */
export type Files = ReadonlyMap<string, string | undefined>;

export interface Cut {
  /** The names are those of the last syncs. */
  readonly synced: Files;
  /** The names are those of now. */
  readonly present: Files;
}

export interface Trouble {
  /** The step that fails; none at 0. */
  readonly failAt: number;
  readonly isShort: boolean;
  /** Names of files lead to another disk: none can be linked. */
  readonly isApart: boolean;
}

/** These may fail. */
const STEPS = new Set(['openSync', 'writeSync', 'writeFileSync', 'fsyncSync', 'renameSync', 'mkdirSync']);
const OTHERS = ['rmSync', 'linkSync'];

type Call = (...args: unknown[]) => unknown;

/** Of the disk that is watched now. */
let onStep: ((name: string, args: unknown[], call: Call) => unknown) | undefined;
let areTapped = false;

/** From the first time on all modules call through here: it costs much to put them in their places. */
function tapAll(): void {
  if (areTapped) return;
  areTapped = true;
  for (const name of [...STEPS, ...OTHERS]) {
    const call = Reflect.get(fs, name) as Call;
    Reflect.set(fs, name, (...args: unknown[]) => {
      const watched = onStep;
      if (watched === undefined) return call(...args);
      // A step of the system's own library within another is none.
      onStep = undefined;
      try {
        return watched(name, args, call);
      } finally {
        onStep = watched;
      }
    });
  }
  syncBuiltinESMExports();
}

export class WatchedDisk {
  readonly #folder: string;
  readonly #bytes = new Map<number, string>();
  /** By the path of their folder: the numbers of files by name; undefined of a folder. */
  readonly #names = new Map<string, ReadonlyMap<string, number | undefined>>();
  readonly #open = new Map<unknown, string>();

  constructor(folder: string) {
    this.#folder = folder;
    this.#syncAll(folder);
  }

  /** All that there is by now is on disk. */
  settle(): void {
    this.#syncAll(this.#folder);
  }

  get now(): Cut {
    return { synced: this.#files(true), present: this.#files(false) };
  }

  /** @param cut is told what a cut behind each step leaves */
  async during<T>(trouble: Trouble, act: () => T | Promise<T>, cut: (left: Cut) => void): Promise<T> {
    tapAll();
    let steps = 0;
    onStep = (name, args, call) => {
      if (STEPS.has(name) && ++steps === trouble.failAt) throw failure('EIO');
      if (name === 'linkSync' && trouble.isApart && !String(args[0]).includes('lock')) throw failure('EXDEV');
      const told = call(...(name === 'writeSync' && trouble.isShort ? shortened(args) : args));
      this.#took(name, args, told);
      // Bytes that are not synced count as lost.
      if (!/^(open|write)/.test(name)) cut(this.now);
      return told;
    };
    try {
      return await act();
    } finally {
      onStep = undefined;
    }
  }

  #took(name: string, [first]: readonly unknown[], told: unknown): void {
    if (name === 'openSync') this.#open.set(told, String(first));
    if (name !== 'fsyncSync') return;
    const path = this.#open.get(first) ?? '';
    if (path.startsWith(dirname(this.#folder))) this.#sync(path);
  }

  /** Of a folder its names, of a file its bytes. */
  #sync(path: string): void {
    const status = fs.lstatSync(path);
    if (status.isFile()) this.#bytes.set(status.ino, fs.readFileSync(path, 'latin1'));
    if (status.isDirectory()) this.#names.set(path, namesIn(path));
  }

  #syncAll(folder: string): void {
    this.#sync(folder);
    for (const name of namesIn(folder).keys()) {
      const path = join(folder, name);
      if (fs.lstatSync(path).isDirectory()) this.#syncAll(path);
      else this.#sync(path);
    }
  }

  #files(areSynced: boolean, folder = this.#folder, files = new Map<string, string | undefined>()): Files {
    const names = areSynced ? this.#names.get(folder) : namesIn(folder);
    for (const [name, number] of names ?? []) {
      const path = join(folder, name);
      files.set(
        path.slice(this.#folder.length + 1),
        number === undefined ? undefined : (this.#bytes.get(number) ?? ''),
      );
      if (number === undefined) this.#files(areSynced, path, files);
    }
    return files;
  }
}

/** Without sockets. */
function namesIn(folder: string): ReadonlyMap<string, number | undefined> {
  const names = new Map<string, number | undefined>();
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) names.set(entry.name, undefined);
    if (entry.isFile()) names.set(entry.name, fs.lstatSync(join(folder, entry.name)).ino);
  }
  return names;
}

function shortened([descriptor, bytes, from]: readonly unknown[]): readonly unknown[] {
  const begin = Number(from ?? 0);
  return [descriptor, bytes, begin, Math.ceil(((bytes as Uint8Array).length - begin) / 2)];
}

function failure(code: string): Error {
  return Object.assign(new Error(`${code}: the disk fails`), { code });
}
