import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import lock from '../../package-lock.json' with { type: 'json' };
import { licenseOf } from '../../packaging/licenses.js';
import { folderOfTest } from '../temporary-folder.js';

const LICENSE_TEXT =
  /permission is hereby granted|redistribution|permission to use, copy|apache license|mozilla public license/i;

/**
 * Packages that `npm install --omit=dev` brings, but the addons: their texts come with the packages that load
 * them.
 */
const carried = Object.entries<{ dev?: boolean; optional?: boolean; license?: string }>(lock.packages)
  .filter(([path, { dev, optional }]) => path !== '' && dev !== true && optional !== true)
  .map(([path]) => ({ path, name: path.replace(/^.*node_modules\//, '') }));

describe('the licenses in the executable', () => {
  it('have the text of every package that the program may carry', () => {
    expect(carried.length).toBeGreaterThan(20);
    const without = carried.filter(({ name, path }) => !LICENSE_TEXT.test(licenseOf(name, path)));
    expect(without).toEqual([]);
  });

  it('have the texts of the libraries that were compiled into addons', () => {
    expect(licenseOf('lmdb', 'node_modules/lmdb')).toMatch(/OpenLDAP Public License[\s\S]*LZ4/i);
    expect(licenseOf('uws-glibc238', 'node_modules/uws-glibc238')).toMatch(/BoringSSL[\s\S]*lsquic/);
  });

  it('are not made if a package comes without a text and without a license that is the same for all', () => {
    const folder = folderOfTest('licenses');
    const write = (manifest: object) => writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    write({ version: '1.0.0', license: 'MIT', author: 'Ada' });
    expect(licenseOf('small', folder)).toMatch(
      /^small 1\.0\.0, license MIT\n\nCopyright \(c\) Ada\n\nPermission/,
    );
    write({ version: '1.0.0', license: 'Apache-2.0', author: 'Ada' });
    expect(() => licenseOf('large', folder)).toThrow('large comes without the text of its license');
  });
});
