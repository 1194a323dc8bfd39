/**
 * Counts the instructions that a process of Node executes, by valgrind's cachegrind.
 *
 * The options leave nothing to chance, to the clock or to other threads, and no garbage is collected: what a
 * collection costs depends on what is alive when it comes. How much garbage there is to collect is reported
 * instead.
 */
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** For the process of Node. */
const NODE_OPTIONS = [
  '--single-threaded',
  '--predictable',
  // The caller of a workload's functions is compiled apart: they are to be optimized, and not the caller.
  '--no-use-osr',
  // Modules arrive from the disk in any order: none of what loads them is compiled for good, or not, by
  // chance.
  '--interrupt-budget=1000000000',
  '--hash-seed=1',
  '--random-seed=1',
  '--min-semi-space-size=512',
  '--max-semi-space-size=512',
  '--initial-old-space-size=1024',
];

const VALGRIND_OPTIONS = [
  '--tool=cachegrind',
  '--cache-sim=no',
  '--cachegrind-out-file=/dev/null',
  // Code that V8 writes over is translated anew.
  '--smc-check=all-non-file',
];

const PROCESS = fileURLToPath(new URL('./run-workload.js', import.meta.url));

export interface ProcessCount {
  readonly instructions: number;
  /** That the operations allocated. */
  readonly bytes: number;
}

export function hasValgrind(): boolean {
  return spawnSync('valgrind', ['--version'], { stdio: 'ignore' }).status === 0;
}

/** Rejects if the process fails, for instance because an operation did not do its work. */
export function countProcess(workload: string, operations: number): Promise<ProcessCount> {
  const args = [
    ...VALGRIND_OPTIONS,
    process.execPath,
    ...NODE_OPTIONS,
    PROCESS,
    workload,
    String(operations),
  ];
  return new Promise((resolve, reject) => {
    // Variables lie on the stack and move it.
    const child = spawn('valgrind', args, {
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let report = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      report += text;
    });
    child.on('error', reject);
    child.on('close', (code) => {
      const counted = /I +refs: +([\d,]+)/.exec(report)?.[1];
      if (code === 0 && counted !== undefined)
        resolve({ instructions: Number(counted.replaceAll(',', '')), bytes: Number(output) });
      else reject(new Error(`${workload}: the process ended with ${code}\n${report}`));
    });
  });
}
