/** A disk in memory whose operations take no time. While it fails, each of them does. */
import type { Files, NewFile } from '../../../../../src/results/store/files.js';
import type { World } from '../../../../../src/time/world.js';

interface PlainFile {
  bytes: number;
  /** Of files that are text. */
  text: string;
  modifiedAt: number;
}

const TEXT_BYTES_MAX = 100;

export class PlainFiles {
  readonly folder: string;
  /** By name: there is one folder. */
  readonly byName = new Map<string, PlainFile>();
  isFailing = false;
  freeBytes = Number.MAX_SAFE_INTEGER;
  #isFolderThere = false;

  constructor(folder: string) {
    this.folder = folder;
  }

  openIn(world: World): Files {
    const act = async <T>(operation: () => T): Promise<T> => {
      if (this.isFailing) throw new Error('the disk fails');
      return operation();
    };
    const at = (path: string) => this.byName.get(this.#nameOf(path));
    const made = (path: string) => {
      const file: PlainFile = { bytes: 0, text: '', modifiedAt: world.wallMs() };
      this.byName.set(this.#nameOf(path), file);
      return file;
    };
    return {
      isThere: (path) => (path === this.folder ? this.#isFolderThere : at(path) !== undefined),
      list: () => [...this.byName.keys()],
      statusOf: at,
      readText: (path) => at(path)?.text ?? '',
      removeNow: (path) => void this.byName.delete(this.#nameOf(path)),
      makeFolder: () => {
        this.#isFolderThere = true;
      },
      create: (path) =>
        act((): NewFile => {
          if (at(path) !== undefined) throw new Error(`${path} is there`);
          const file = made(path);
          return {
            write: (bytes) =>
              act(() => {
                file.bytes += bytes.length;
                if (bytes.length <= TEXT_BYTES_MAX) file.text += Buffer.from(bytes).toString();
                file.modifiedAt = world.wallMs();
              }),
            sync: () => act(() => {}),
            close: async () => {},
          };
        }),
      makeEmpty: (path) => act(() => void made(path)),
      rename: (from, to) =>
        act(() => {
          const file = at(from);
          if (file === undefined) throw new Error(`${from} is not there`);
          this.byName.delete(this.#nameOf(from));
          this.byName.set(this.#nameOf(to), file);
        }),
      remove: (path) => act(() => void this.byName.delete(this.#nameOf(path))),
      syncNames: () => act(() => {}),
      freeBytes: () => act(() => this.freeBytes),
      async *read() {},
    };
  }

  #nameOf(path: string): string {
    return path.slice(this.folder.length + 1);
  }
}
