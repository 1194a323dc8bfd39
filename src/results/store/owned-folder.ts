/** The folder of kept clips, which belongs to one data folder: a file in it holds the owner's mark. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../files/folders.js';

const OWNER_FILE = 'owner';

/** Throws if the folder belongs to another data folder. */
export function refuseForeign(folder: string, ownerMark: string): void {
  const path = join(folder, OWNER_FILE);
  if (existsSync(path) && readFileSync(path, 'latin1') !== ownerMark) {
    throw new Error(`the folder ${folder} holds the results of another data folder`);
  }
}

/** Makes the folder and its mark if they are missing. */
export function readyFolder(folder: string, ownerMark: string): void {
  if (existsSync(join(folder, OWNER_FILE))) return;
  makeFolder(folder);
  writeFileSync(join(folder, OWNER_FILE), ownerMark, { mode: 0o600 });
}
