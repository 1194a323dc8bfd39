/** Which program this is, and what it is made of. */
import { execFileSync } from 'node:child_process';
import { messageOf } from '../errors/error-text.js';
import { projectFolder } from '../packaged/assets.js';
import { BUILD } from '../packaged/build.js';
import { VERSION } from '../packaged/version.js';
import { FORMAT_VERSION } from './folder/format-version.js';

/** The text of `tollgate --version`. It loads the native addons: which of them load is part of the answer. */
export async function versionText(): Promise<string> {
  const parts = [
    ['commit', commit()],
    ['Node.js', process.versions.node],
    ['uWebSockets.js', await uwsVersion()],
    ['LMDB', await lmdbVersion()],
    ['Argon2', await argon2Version()],
    ['data format', String(FORMAT_VERSION)],
  ] as const;
  const width = Math.max(...parts.map(([name]) => name.length));
  return [`tollgate ${VERSION}`, ...parts.map(([name, what]) => `  ${name.padEnd(width)}  ${what}`), ''].join(
    '\n',
  );
}

async function uwsVersion(): Promise<string> {
  try {
    const { loadUws } = await import('../http/uws/uws.js');
    return loadUws().version;
  } catch (error) {
    return failure(error);
  }
}

async function lmdbVersion(): Promise<string> {
  try {
    const { lmdbVersion: version } = await import('../store/lmdb/version.js');
    return version();
  } catch (error) {
    return failure(error);
  }
}

async function argon2Version(): Promise<string> {
  try {
    const { ARGON2_VERSION, loadArgon2 } = await import('../passwords/argon2.js');
    await loadArgon2();
    return ARGON2_VERSION;
  } catch (error) {
    return failure(error);
  }
}

function failure(error: unknown): string {
  const [line] = messageOf(error).split('\n');
  return `does not load: ${line}`;
}

/** Baked in, in a package; else what the checkout is at, which is what was built there last, as a rule. */
function commit(): string {
  if (BUILD !== undefined) return BUILD.commit;
  try {
    const here = projectFolder();
    // Installed into a project of its user, it is below a checkout, too, and that is not ours.
    if (git(here, 'rev-parse', '--show-prefix') !== '') return NO_CHECKOUT;
    return `${git(here, 'describe', '--always', '--dirty', '--abbrev=40', '--exclude=*')} (a source checkout)`;
  } catch {
    return NO_CHECKOUT;
  }
}

const NO_CHECKOUT = 'unknown: neither a package nor a checkout of git';

function git(folder: string, ...args: readonly string[]): string {
  return execFileSync('git', ['-C', folder, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 5_000,
  }).trim();
}
