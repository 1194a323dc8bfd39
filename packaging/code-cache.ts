/**
 * Writes down the code that V8 made of the program for a start: `code-cache.ts WORK FOLDER`, run by the
 * Node.js that is packaged. It starts a node in this process with its data in FOLDER, waits for the first
 * answer, and leaves in WORK/program.cache what was compiled for that.
 *
 * A second run takes up what the first one left, so that it holds what a start in a new folder needs, and
 * what one in a folder that is there. It also shows that V8 takes it.
 *
 * Without it a start spends most of its time on compiling. Node's own cache for executables holds what is
 * compiled before anything runs, which is next to nothing of a bundle.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Script } from 'node:vm';

const ANSWER_LIMIT_MS = 30_000;

const [work = '', folder = ''] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const cache = join(work, 'program.cache');
const { assets } = JSON.parse(readFileSync(join(work, 'sea.json'), 'utf8')) as {
  assets: Readonly<Record<string, string>>;
};

// As in the executable.
const sea = require('node:sea') as { getRawAsset(name: string): ArrayBufferLike };
sea.getRawAsset = (name) => new Uint8Array(readFileSync(assets[name] ?? '')).buffer;
// Code is refused by a V8 with other options than it was made with, and a start has none yet when it takes
// its code.
const v8 = require('node:v8') as { setFlagsFromString(option: string): void };
v8.setFlagsFromString = () => {};

const isSecond = existsSync(cache);
const program = new Script(readFileSync(join(work, 'program.js'), 'latin1'), {
  filename: process.execPath,
  ...(isSecond ? { cachedData: readFileSync(cache) } : {}),
});
if (program.cachedDataRejected === true)
  throw new Error('V8 refuses the code that it made in the run before');

const data = join(folder, 'data');
const address = join(data, 'address');
process.argv = [process.execPath, process.execPath, 'serve', '--port', '0', '--data', data];
(program.runInThisContext() as (require: NodeJS.Require, file: string) => void)(require, process.execPath);

const began = performance.now();
while (!existsSync(address)) {
  if (performance.now() - began > ANSWER_LIMIT_MS) throw new Error('the program does not start');
  await delay(10);
}
const { status } = await fetch(`${readFileSync(address, 'utf8').trim()}/healthz`);
if (status !== 200) throw new Error(`the program answers ${status}`);
writeFileSync(cache, program.createCachedData());
process.kill(process.pid, 'SIGTERM');
