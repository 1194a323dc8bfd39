/**
 * Only an executable that was packaged has these: addons to put somewhere, and code that was compiled when it
 * was made. Left out elsewhere.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { cleanUp, freshFolder } from '../support/harness.js';

const PROGRAM = process.env.TOLLGATE_TEST_PROGRAM ?? '';
/** Mounts a file system of its own, that no other process sees, on the folder `$1`, and runs what follows. */
const ON_NOEXEC = 'mount -t tmpfs -o noexec none "$1" && shift && exec "$@"';
const canMount = spawnSync('unshare', ['-rm', 'sh', '-c', ON_NOEXEC, 'sh', '/mnt', 'true']).status === 0;

afterAll(cleanUp);

interface Started {
  readonly status: number | null;
  readonly stdout: string;
}

/** `--version` loads all addons, and says so where one does not load. */
function versionWith(env: Readonly<Record<string, string>>, noexec?: string): Started {
  const [file = '', ...args] =
    noexec === undefined
      ? [PROGRAM, '--version']
      : ['unshare', '-rm', 'sh', '-c', ON_NOEXEC, 'sh', noexec, PROGRAM, '--version'];
  return spawnSync(file, args, { env: { PATH: process.env.PATH, ...env }, encoding: 'utf8' });
}

describe('the addons of the executable', () => {
  test('are in the first folder that can be used, and what this machine cannot load is not', async () => {
    const root = await freshFolder();
    const { stdout } = versionWith({ XDG_CACHE_HOME: root, TMPDIR: root });
    expect(stdout).not.toContain('does not load');
    const release = /uWebSockets\.js +(\S+)/.exec(stdout)?.[1];
    const names = readdirSync(join(root, 'tollgate/addons')).map((name) =>
      name.replace(/-[0-9a-f]{32}\.node$/, ''),
    );
    expect(names).toEqual(['argon2', 'lmdb', release === '20.69.0' ? 'uws-glibc238' : 'uws-glibc227']);
  });

  test.runIf(canMount)('come from the next folder where nothing may be executed in the first', async () => {
    const root = await freshFolder();
    const [cache, temporary] = [join(root, 'cache'), join(root, 'temporary')];
    for (const folder of [cache, temporary]) mkdirSync(folder);
    const { status, stdout } = versionWith({ XDG_CACHE_HOME: cache, TMPDIR: temporary }, cache);
    expect([status, stdout]).toEqual([0, expect.not.stringContaining('does not load')]);
    // As root of its own namespace the process is the user 0.
    expect(existsSync(join(temporary, 'tollgate-addons-0'))).toBe(true);
  });
});

test('V8 takes the compiled code, unless it is given other options', () => {
  const startedWith = (options: string) =>
    spawnSync(PROGRAM, ['completion', 'bash'], {
      env: { NODE_DEBUG: 'tollgate', NODE_OPTIONS: options },
      encoding: 'utf8',
    });
  expect(startedWith('').stderr).toMatch(/^TOLLGATE \d+: V8 takes the compiled code\n$/);
  const other = startedWith('--max-old-space-size=500');
  expect(other.stderr).toMatch(/^TOLLGATE \d+: V8 refuses the compiled code\n$/);
  expect([other.status, other.stdout]).toEqual([0, startedWith('').stdout]);
});
