import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { probeFile } from '../../../../simulation/campaign/command/probe-file.js';
import { folderOfTest } from '../../../temporary-folder.js';

let folder = '';
beforeEach(() => {
  folder = folderOfTest('probe');
});

it('probing a file that can be written leaves neither it nor its folders behind', () => {
  probeFile(join(folder, 'a', 'b', 'c.md'));
  probeFile(join(folder, 'd.md'));
  expect(readdirSync(folder)).toEqual([]);
});

it('probing a file that is there leaves it as it is', () => {
  writeFileSync(join(folder, 'report.txt'), 'kept');
  probeFile(join(folder, 'report.txt'));
  expect(readFileSync(join(folder, 'report.txt'), 'utf8')).toBe('kept');
});

it('a folder, and what stands below a file, cannot be written', () => {
  writeFileSync(join(folder, 'file'), '');
  expect(() => probeFile(folder)).toThrow('EISDIR');
  expect(() => probeFile(join(folder, 'file', 'report.txt'))).toThrow(/ENOTDIR|EEXIST/);
});
