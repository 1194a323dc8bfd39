/** Load by wrk from the other core, and what it cost the server. */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('../../bench/rotate-keys.lua', import.meta.url));
/** Linux counts CPU time in these; sysconf(_SC_CLK_TCK) is 100 on every Linux in use. */
const TICKS_PER_SECOND = 100;

export interface LoadResult {
  readonly requestsPerSecond: number;
  /** Server CPU time, user and system, per request. */
  readonly cpuUsPerRequest: number;
  readonly p50Us: number;
  readonly p99Us: number;
  /** Answers that were no 2xx or 3xx. */
  readonly refused: number;
}

export interface Load {
  readonly port: number;
  readonly pid: number;
  readonly connections: number;
  readonly seconds: number;
  /** A file with one key a line, and one with one path a line. */
  readonly keys: string;
  readonly paths: string;
}

export function hasWrk(): boolean {
  return spawnSync('wrk', ['--version']).error === undefined;
}

/** The command that pins a process to a core, where that is possible and there is more than one. */
export function pinnedTo(core: number, command: string, args: readonly string[]): [string, string[]] {
  const canPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).error === undefined;
  return canPin ? ['taskset', ['-c', String(core), command, ...args]] : [command, [...args]];
}

export async function applyLoad(load: Load): Promise<LoadResult> {
  const cpuBefore = cpuSeconds(load.pid);
  const output = await run(
    ...pinnedTo(1, 'wrk', [
      '--threads=1',
      `--connections=${load.connections}`,
      `--duration=${load.seconds}s`,
      `--script=${SCRIPT}`,
      `http://127.0.0.1:${load.port}`,
      '--',
      load.keys,
      load.paths,
    ]),
  );
  const cpu = cpuSeconds(load.pid) - cpuBefore;
  const figures = /^RESULT (\d+) (\d+) (\d+) (\d+) (\d+)$/m.exec(output)?.slice(1).map(Number);
  if (figures === undefined) throw new Error(`wrk said: ${output}`);
  const [requests = 0, durationUs = 1, p50Us = 0, p99Us = 0, refused = 0] = figures;
  return {
    requestsPerSecond: requests / (durationUs / 1e6),
    cpuUsPerRequest: (cpu * 1e6) / requests,
    p50Us,
    p99Us,
    refused,
  };
}

function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

function run(command: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${command} ended with ${code}`)),
    );
  });
}
