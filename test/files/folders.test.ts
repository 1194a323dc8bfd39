import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../../src/files/folders.js';
import { folderOfTest } from '../temporary-folder.js';

describe('a folder', () => {
  it('is made with those above it, for the user alone, and left alone if it is there', () => {
    const path = join(folderOfTest('folders'), 'a', 'b');
    makeFolder(path);
    makeFolder(path);
    for (const made of [path, join(path, '..')]) expect(statSync(made).mode & 0o777).toBe(0o700);
  });

  it.each([
    ['in a folder that takes none', () => '/proc/nope/deep', /ENOENT|EACCES/],
    ['a file', (file: string) => file, 'EEXIST'],
    ['in a file', (file: string) => join(file, 'a'), /EEXIST|ENOTDIR/],
  ])('is refused at once if it is %s', (_, pathOf, why) => {
    const file = join(folderOfTest('folders'), 'file');
    writeFileSync(file, '');
    expect(() => makeFolder(pathOf(file))).toThrow(why);
  });
});
