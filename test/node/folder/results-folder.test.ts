import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../../src/node/config/start-refused.js';
import { judgeResultsFolder, readyResultsFolder } from '../../../src/node/folder/results-folder.js';
import { folderOfTest } from '../../temporary-folder.js';

describe('a folder of results', () => {
  it('is made if it is missing, and nothing is left in it; to judge it makes nothing', async () => {
    const folder = join(folderOfTest('results'), 'results');
    judgeResultsFolder(folder);
    expect(existsSync(folder)).toBe(false);
    await readyResultsFolder(folder);
    expect(readdirSync(folder)).toEqual([]);
    await readyResultsFolder(folder);
    judgeResultsFolder(folder);
  });

  it.each([
    ['in a folder that is not there', (above: string) => join(above, 'none', 'results'), 'no such file'],
    ['in a file', (above: string) => join(above, 'file', 'results'), /not a (folder|directory)/],
    ['a file', (above: string) => join(above, 'file'), 'not a folder'],
    ['in a folder that takes none', () => '/proc/nope', /cannot keep/],
  ])('is refused by one line if it is %s', async (_, pathIn, why) => {
    const above = folderOfTest('results');
    writeFileSync(join(above, 'file'), '');
    const folder = pathIn(above);
    expect(() => judgeResultsFolder(folder)).toThrow(ConfigError);
    const refused = readyResultsFolder(folder);
    await expect(refused).rejects.toThrow(ConfigError);
    await expect(refused).rejects.toThrow(`results-dir: cannot keep results in ${folder}: `);
    await expect(refused).rejects.toThrow(why);
  });

  it('is refused if it takes no writes, whatever its modes say', async () => {
    const folder = folderOfTest('results');
    mkdirSync(join(folder, 'probe'));
    judgeResultsFolder(folder);
    await expect(readyResultsFolder(folder)).rejects.toThrow(ConfigError);
  });
});
