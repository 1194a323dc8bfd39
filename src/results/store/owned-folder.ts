/** The folder of kept clips, which belongs to one data folder: a file in it holds the owner's mark. */
import { join } from 'node:path';
import type { ClipFolder } from './clip-files.js';

const OWNER_FILE = 'owner';

export class OwnedFolder {
  readonly #of: ClipFolder;
  readonly #ownerMark: string;
  readonly #path: string;
  /** Undefined unless the folder is being marked. */
  #marking: Promise<void> | undefined;

  /** Throws if the folder belongs to another data folder. */
  constructor(of: ClipFolder, ownerMark: string) {
    this.#of = of;
    this.#ownerMark = ownerMark;
    this.#path = join(of.folder, OWNER_FILE);
    if (of.files.isThere(this.#path) && of.files.readText(this.#path) !== ownerMark) {
      throw new Error(`the folder ${of.folder} holds the results of another data folder`);
    }
  }

  /** Makes the folder and its mark if they are missing. */
  async ready(): Promise<void> {
    if (this.#of.files.isThere(this.#path)) return;
    this.#marking ??= this.#mark().finally(() => {
      this.#marking = undefined;
    });
    await this.#marking;
  }

  /** The mark is whole or not there. */
  async #mark(): Promise<void> {
    const { folder, files } = this.#of;
    const partial = `${this.#path}.partial`;
    files.makeFolder(folder);
    await files.remove(partial);
    const file = await files.create(partial);
    try {
      await file.write(Buffer.from(this.#ownerMark));
      await file.sync();
    } finally {
      await file.close();
    }
    await files.rename(partial, this.#path);
    await files.syncNames(folder);
  }
}
