/** Folders among the system's temporary ones, which are gone when whoever asked for them is done. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

/** To be called in a test or before each: gone after what comes after each. */
export function folderOfTest(name: string): string {
  const folder = made(name);
  onTestFinished(() => remove(folder));
  return folder;
}

/** To be called outside of tests: gone after those of the file, or of the `describe` that it stands in. */
export function folderOfFile(name: string): string {
  const folder = made(name);
  afterAll(() => remove(folder));
  return folder;
}

function made(name: string): string {
  return mkdtempSync(join(tmpdir(), `tollgate-${name}-`));
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
