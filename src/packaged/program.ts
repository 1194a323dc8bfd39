/**
 * How this very program starts further processes and threads of itself, from a source checkout or as one
 * executable.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { projectFolder } from './assets.js';
import { BUILD } from './build.js';

/** The file that executes a program, and the arguments before the program's own. */
export interface ProgramStart {
  readonly file: string;
  readonly args: readonly string[];
}

/** @param main path of the module that a source checkout starts with; by default the bundle of its program */
export function startOf(main?: string): ProgramStart {
  const args = BUILD === undefined ? [main ?? join(projectFolder(), 'dist/program/main.js')] : [];
  return { file: process.execPath, args };
}

/**
 * A thread that runs a module of the program.
 *
 * @param name of the module's file, without its ending; the build of a package has it in its list of threads
 * @param base URL of a module in the same folder; those of a bundle are all in one
 */
export function startThread(name: string, base: string, options: WorkerOptions): Worker {
  if (BUILD === undefined) return new Worker(new URL(`./${name}.js`, base), options);
  const sea = createRequire(import.meta.url)('node:sea') as typeof import('node:sea');
  return new Worker(sea.getAsset(`${name}.js`, 'utf8'), { ...options, eval: true });
}
