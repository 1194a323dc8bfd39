/**
 * The start of the executable: runs the program with the code that V8 made of it when the package was built
 * (`code-cache.ts`). If V8 refuses that code, for one because `NODE_OPTIONS` gives it other options, it
 * compiles the program anew: the start takes longer, and nothing else is different. `NODE_DEBUG=tollgate`
 * tells which it was.
 */
import { getRawAsset } from 'node:sea';
import { debuglog } from 'node:util';
import { Script } from 'node:vm';

const bytesOf = (asset: string) => Buffer.from(getRawAsset(asset) as ArrayBuffer);

const program = new Script(bytesOf('program.js').toString('latin1'), {
  filename: process.execPath,
  cachedData: bytesOf('program.cache'),
});
debuglog('tollgate')(`V8 ${program.cachedDataRejected === true ? 'refuses' : 'takes'} the compiled code`);
(program.runInThisContext() as (require: NodeJS.Require, file: string) => void)(require, process.execPath);
