import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { folderOfTest } from '../temporary-folder.js';

/**
 * The scripts run on a project of the same shape with an npm and a compiler that only note that they ran:
 * what is tested is when they run, and what becomes of the server.
 */
let root = '';
let log = '';

const MAIN = `
if (process.argv.includes('--wait')) {
  process.on('SIGTERM', () => { console.log('drained'); process.exit(0); });
  setInterval(() => {}, 1000);
}
console.log(JSON.stringify({ arguments: process.argv.slice(2), folder: process.cwd(), pid: process.pid }));
`;

beforeEach(() => {
  root = folderOfTest('scripts');
  log = join(root, 'calls.log');
  cpSync('scripts', join(root, 'my project/scripts'), { recursive: true });
  for (const name of [
    'package.json',
    'package-lock.json',
    '.npmrc',
    'tsconfig.json',
    'tsconfig.build.json',
  ]) {
    write(`my project/${name}`, '{}');
  }
  write('my project/src/main.ts', '');
  write('my project/simulation/model.ts', '');
  executable(
    'tools/npm',
    `#!/bin/sh
echo "npm $*" >>"${log}"
[ -z "\${BREAK_NPM:-}" ] || exit 1
mkdir -p node_modules/.bin
cp ../tools/tsc ../tools/esbuild node_modules/.bin
`,
  );
  executable(
    'tools/esbuild',
    `#!/bin/sh
echo "esbuild $*" >>"${log}"
mkdir -p dist/assets dist/program
case "$*" in
  *--outdir=dist/program*) cp ../main.js dist/program/main.js ;;
  *) touch dist/assets/dashboard.css ;;
esac
`,
  );
  executable(
    'tools/tsc',
    `#!/bin/sh
echo "tsc $*" >>"${log}"
[ -z "\${BREAK_TSC:-}" ] || { echo 'src/main.ts(1,1): error'; exit 2; }
`,
  );
  write('main.js', MAIN);
});

function write(name: string, text: string): void {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
}

function executable(name: string, text: string): void {
  write(name, text);
  chmodSync(join(root, name), 0o755);
}

function environment(more: Record<string, string> = {}): Record<string, string> {
  const PATH = [join(root, 'tools'), dirname(process.execPath), '/usr/bin', '/bin'].join(':');
  return { PATH, ...more };
}

function start(args: readonly string[] = [], more: Record<string, string> = {}, name = 'start.sh') {
  const script = join(root, 'my project/scripts', name);
  return spawnSync('sh', [script, ...args], { encoding: 'utf8', cwd: root, env: environment(more) });
}

/** Which of the tools ran since the last call. */
function calls(): readonly string[] {
  const lines = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
  rmSync(log, { force: true });
  return lines.map((line) => line.split(' ')[0] ?? '');
}

/** Makes a file newer than whatever was made up to now, without waiting for the clock. */
function touch(name: string): void {
  const soon = Date.now() / 1000 + 5;
  utimesSync(join(root, 'my project', name), soon, soon);
}

describe('npm start', () => {
  it('installs and builds on a fresh clone, and does neither the next time', () => {
    const first = start();
    expect(first).toMatchObject({ status: 0, stderr: expect.stringContaining('installing dependencies') });
    expect(calls()).toEqual(['npm', 'tsc', 'esbuild', 'esbuild']);
    const second = start();
    expect(second).toMatchObject({ status: 0, stderr: '' });
    expect(calls()).toEqual([]);
  });

  it('builds again when a source is newer, and installs again when the lock file is', () => {
    start();
    calls();
    touch('src/main.ts');
    start();
    expect(calls()).toEqual(['tsc', 'esbuild', 'esbuild']);
    touch('package-lock.json');
    start();
    expect(calls()).toEqual(['npm', 'tsc', 'esbuild', 'esbuild']);
  });

  it('installs again for another release of Node', () => {
    start();
    calls();
    writeFileSync(join(root, 'my project/node_modules/.tollgate-installed'), 'linux x64 1\n');
    start();
    expect(calls()[0]).toBe('npm');
  });

  it('installs again after an installation that failed', () => {
    start();
    calls();
    touch('package-lock.json');
    expect(start([], { BREAK_NPM: '1' }).status).toBe(1);
    calls();
    start();
    expect(calls()[0]).toBe('npm');
  });

  it('installs what is needed to build, also if the environment is one of production', () => {
    start([], { NODE_ENV: 'production', npm_config_omit: 'dev optional' });
    expect(readFileSync(log, 'utf8')).toMatch(/^npm install --include=dev --include=optional /);
  });

  it('serves a demo with the arguments as given, in the folder it was called from', () => {
    const { stdout } = start(['--port', '0', '--data', 'a folder', '']);
    expect(JSON.parse(stdout)).toMatchObject({
      arguments: ['serve', '--demo', '--port', '0', '--data', 'a folder', ''],
      folder: root,
    });
  });

  it('becomes the server, so that a signal reaches it', async () => {
    start();
    const script = join(root, 'my project/scripts/start.sh');
    const child = spawn('sh', [script, '--wait'], {
      cwd: root,
      env: environment(),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines: string[] = [];
    child.stdout.on('data', (chunk) => lines.push(...String(chunk).trim().split('\n')));
    await once(child.stdout, 'data');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ pid: child.pid });
    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(lines[1]).toBe('drained');
  });

  it('ends with a clear last line if something is missing or fails', () => {
    const lastLine = (text: string) => text.trim().split('\n').at(-1);
    const npmBroken = start([], { BREAK_NPM: '1' });
    expect(npmBroken.status).toBe(1);
    expect(lastLine(npmBroken.stderr)).toBe('tollgate: npm install failed; its messages are above');
    const buildBroken = start([], { BREAK_TSC: '1' });
    expect(buildBroken.status).toBe(1);
    expect(lastLine(buildBroken.stderr)).toBe(
      'tollgate: the build failed; the messages of the compiler are above',
    );
    expect(buildBroken.stdout).toBe('');
  });

  it('says so if Node is missing or too old', () => {
    mkdirSync(join(root, 'bare'));
    for (const tool of ['sh', 'dirname', 'cat', 'find', 'head'])
      symlinkSync(which(tool), join(root, 'bare', tool));
    const PATH = join(root, 'bare');
    expect(start([], { PATH }).stderr).toBe(
      'tollgate: Node.js is not installed; version 20.15 or newer is needed\n',
    );
    symlinkSync(process.execPath, join(root, 'bare/node'));
    expect(start([], { PATH }).stderr).toBe('tollgate: npm is not installed; it comes with Node.js\n');
    executable('tools/node', '#!/bin/sh\necho "linux x64 108 v18.20.8"\n');
    expect(start().stderr).toBe('tollgate: Node.js 20.15 or newer is needed, and this is v18.20.8\n');
  });
});

function which(tool: string): string {
  return spawnSync('sh', ['-c', `command -v ${tool}`], { encoding: 'utf8' }).stdout.trim();
}

it('npm run fuzz installs and builds on a fresh clone, and ends as the fuzzer does', () => {
  const first = start(['--seed', '7', '--replay', 'a file'], {}, 'fuzz.sh');
  expect(first.status).toBe(0);
  expect(calls()).toEqual(['npm', 'tsc', 'esbuild', 'esbuild']);
  expect(JSON.parse(first.stdout)).toMatchObject({
    arguments: ['fuzz', '--seed', '7', '--replay', 'a file'],
    folder: root,
  });
  write('main.js', 'process.exit(2)');
  touch('src/main.ts');
  expect(start([], {}, 'fuzz.sh').status).toBe(2);
});

describe('the check run', () => {
  function run(summary: string, status: number): string | undefined {
    cpSync('.ci', join(root, 'my project/.ci'), { recursive: true });
    for (const script of ['test-package.sh', 'test-on-node.sh'])
      executable(`my project/scripts/${script}`, '#!/bin/sh\n');
    executable('tools/npm', `#!/bin/sh\ncat <<'END'\n${summary}\nEND\nexit ${status}\n`);
    // No apt-get: nothing is installed by a test.
    executable('tools/id', '#!/bin/sh\necho 1000\n');
    const ran = spawnSync('bash', [join(root, 'my project/.ci/run')], {
      encoding: 'utf8',
      env: environment(),
    });
    expect(ran.status).toBe(status);
    return ran.stdout.trim().split('\n').at(-1);
  }

  it.each([
    [' Test Files  2 passed (2)\n      Tests  105 passed (105)\n', 0, '105 passed, 0 failed'],
    [
      ' Test Files  2 passed (2)\n      Tests  16 passed | 1 skipped (17)',
      0,
      '16 passed, 0 failed, 1 skipped',
    ],
    [
      ' Test Files  1 failed (1)\n      Tests  2 failed | 3 passed | 1 skipped | 1 todo (7)',
      1,
      '3 passed, 2 failed, 2 skipped',
    ],
    [' Test Files  1 failed | 1 passed (2)\n      Tests  3 passed (3)', 1, '3 passed, 1 failed'],
    ['tollgate: the types do not fit; the messages are above', 1, '0 passed, 1 failed'],
    [
      '\u001b[2m      Tests \u001b[22m \u001b[1m\u001b[32m78 passed\u001b[39m\u001b[22m (78)',
      0,
      '78 passed, 0 failed',
    ],
  ])('closes %j with one line that counts', (summary, status, line) => {
    expect(run(summary, status)).toBe(line);
  });

  it('runs the long set of tests, and the test command of the README under other releases of Node', () => {
    expect(readFileSync('README.md', 'utf8')).toMatch(/^npm test\b/m);
    expect(readFileSync('.ci/run', 'utf8')).toMatch(/^npm run test:long /m);
    expect(readFileSync('.ci/run', 'utf8')).toMatch(/sh scripts\/test-on-node\.sh 22 24 26\b/);
    expect(readFileSync('scripts/test-on-node.sh', 'utf8')).toMatch(/\bnpm test\)$/m);
  });
});
