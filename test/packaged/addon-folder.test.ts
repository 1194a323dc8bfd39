import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { addonFolders, keepAddon } from '../../src/packaged/addon-folder.js';
import { folderOfTest } from '../temporary-folder.js';

const BYTES = new TextEncoder().encode('the bytes of an addon');
const OTHER_BYTES = new TextEncoder().encode('the bytes of another one');
const USER = process.geteuid?.() ?? -1;
const isRoot = USER === 0;

let root = '';
let folder = '';

beforeEach(() => {
  root = folderOfTest('addons');
  folder = join(root, 'cache', 'addons');
});

function addon(bytes = BYTES, name = 'lmdb') {
  return { name, sha256: createHash('sha256').update(bytes).digest('hex'), bytes: () => bytes };
}

function keep(bytes?: Uint8Array<ArrayBuffer>): string {
  return keepAddon(folder, addon(bytes), USER);
}

describe('an addon', () => {
  it('comes into a folder and a file that are for its user alone', () => {
    const path = keep();
    expect(readFileSync(path)).toEqual(Buffer.from(BYTES));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(path).mode & 0o077).toBe(0);
    expect(readdirSync(folder).length).toBe(1);
  });

  it('is written once, and found the next time', () => {
    const path = keep();
    const { ino } = statSync(path);
    const again = keepAddon(folder, { ...addon(), bytes: () => expect.unreachable() }, USER);
    expect([again, statSync(again).ino]).toEqual([path, ino]);
  });

  it('stands beside one of another version', () => {
    const [one, other] = [keep(), keep(OTHER_BYTES)];
    expect(one).not.toBe(other);
    expect([readFileSync(one), readFileSync(other)]).toEqual([Buffer.from(BYTES), Buffer.from(OTHER_BYTES)]);
  });

  it('is written anew if a single bit of the file is another', () => {
    const path = keep();
    const changed = Buffer.from(BYTES);
    changed[3] = (changed[3] ?? 0) ^ 1;
    writeFileSync(path, changed);
    expect(keep()).toBe(path);
    expect(readFileSync(path)).toEqual(Buffer.from(BYTES));
  });

  it('is written anew if others may read or write the file, whatever is in it', () => {
    const path = keep();
    for (const mode of [0o704, 0o720, 0o702]) {
      chmodSync(path, mode);
      const { ino } = statSync(path);
      keep();
      expect(statSync(path).ino, mode.toString(8)).not.toBe(ino);
      expect(statSync(path).mode & 0o077).toBe(0);
    }
  });

  it('replaces a link, and leaves alone what the link leads to', () => {
    const path = keep();
    const elsewhere = join(root, 'elsewhere');
    writeFileSync(elsewhere, BYTES, { mode: 0o700 });
    rmSync(path);
    symlinkSync(elsewhere, path);
    keep();
    expect(readFileSync(path)).toEqual(Buffer.from(BYTES));
    rmSync(elsewhere);
    expect(readFileSync(path)).toEqual(Buffer.from(BYTES));
  });

  it('is refused if what was built in is not what it was said to be', () => {
    const wrong = { ...addon(), bytes: () => OTHER_BYTES };
    expect(() => keepAddon(folder, wrong, USER)).toThrow(/does not hold what was written/);
  });
});

describe('a folder', () => {
  it('that others have access to is refused, and stays as it is', () => {
    for (const mode of [0o701, 0o740, 0o777]) {
      mkdirSync(folder, { recursive: true });
      chmodSync(folder, mode);
      expect(() => keep(), mode.toString(8)).toThrow(/mode must be 0700/);
      expect(statSync(folder).mode & 0o777).toBe(mode);
      expect(readdirSync(folder)).toEqual([]);
    }
  });

  it('that is a link is refused', () => {
    const elsewhere = join(root, 'elsewhere');
    mkdirSync(elsewhere, { mode: 0o700 });
    mkdirSync(join(root, 'cache'));
    symlinkSync(elsewhere, folder);
    expect(() => keep()).toThrow(/not a folder of its own/);
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it('that others can put another in the place of is refused, unless the place is sticky', () => {
    mkdirSync(join(root, 'cache'));
    chmodSync(join(root, 'cache'), 0o777);
    expect(() => keep()).toThrow(/others can put another folder/);
    chmodSync(join(root, 'cache'), 0o1777);
    expect(readFileSync(keep())).toEqual(Buffer.from(BYTES));
  });

  it('of another user is refused', () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (isRoot) {
      chownSync(folder, 12_345, 12_345);
      expect(() => keep()).toThrow(/belongs to another user/);
    } else {
      expect(() => keepAddon(folder, addon(), USER + 1)).toThrow(/belongs to another user/);
    }
  });

  it('loses what no start has used for thirty days, when something new comes to it', () => {
    const old = keep();
    const used = keepAddon(folder, addon(OTHER_BYTES, 'used'), USER);
    const draft = join(folder, 'lmdb.0123.draft');
    writeFileSync(draft, 'half');
    const longAgo = Date.now() / 1_000 - 31 * 86_400;
    for (const path of [old, used, draft]) utimesSync(path, longAgo, longAgo);
    keepAddon(folder, addon(OTHER_BYTES, 'used'), USER);
    keepAddon(folder, addon(new TextEncoder().encode('new'), 'new'), USER);
    expect(readdirSync(folder).map((name) => name.split('-')[0])).toEqual(['new', 'used']);
  });
});

it('starts at the same time all come to the same whole file', async () => {
  const program = `
    import { keepAddon } from ${JSON.stringify(new URL('../../dist/src/packaged/addon-folder.js', import.meta.url).href)};
    import { createHash } from 'node:crypto';
    import { readFileSync } from 'node:fs';
    const bytes = Buffer.alloc(2_000_000, 7);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const path = keepAddon(${JSON.stringify(folder)}, { name: 'a', sha256, bytes: () => bytes }, process.geteuid());
    if (!readFileSync(path).equals(bytes)) throw new Error('not whole');
  `;
  const statuses = Array.from({ length: 6 }, () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' });
    return new Promise((resolve) => child.on('close', resolve));
  });
  expect(await Promise.all(statuses)).toEqual([0, 0, 0, 0, 0, 0]);
  expect(readdirSync(folder).length).toBe(1);
});

describe('the folders that are tried', () => {
  it('are the cache of the service, that of the user, and one for temporary files', () => {
    const environment = { CACHE_DIRECTORY: '/c/one:/c/two', XDG_CACHE_HOME: '/x', HOME: '/h' };
    expect(addonFolders(environment, '/t', 7)).toEqual([
      '/c/one/addons',
      '/x/tollgate/addons',
      '/h/.cache/tollgate/addons',
      '/t/tollgate-addons-7',
    ]);
  });

  it('are the temporary one alone in an empty environment', () => {
    expect(addonFolders({}, '/t', 7)).toEqual(['/t/tollgate-addons-7']);
  });

  it('leave out what is no absolute path', () => {
    expect(addonFolders({ CACHE_DIRECTORY: '', XDG_CACHE_HOME: 'x', HOME: '' }, '/t', 7)).toEqual([
      '/t/tollgate-addons-7',
    ]);
  });
});
