/** Runs wrk on the core of the load, with one of the scripts beside this file. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isInstalled, pinned } from '../machine/pinning.js';
import { parseWrkOutput, type WrkResult } from './wrk-output.js';

/** Scripts are not compiled; this module may be. */
const SOURCES = import.meta.url.endsWith('.ts') ? '.' : '../../../bench/load';

export interface WrkRun {
  readonly port: number;
  readonly script: 'durable-script' | 'paced-script' | 'wrk-script';
  readonly connections: number;
  readonly seconds: number;
  /** An answer that takes longer counts as failed; two seconds if left out. */
  readonly timeoutSeconds?: number;
  /** The arguments of the script. */
  readonly args: readonly string[];
}

/** Throws if wrk is not installed. */
export function assertWrk(): void {
  if (!isInstalled('wrk'))
    throw new Error('it needs wrk, which is not installed (Debian: apt-get install wrk)');
}

export async function runWrk(run: WrkRun): Promise<WrkResult> {
  const script = fileURLToPath(new URL(`${SOURCES}/${run.script}.lua`, import.meta.url));
  const wrk = promisify(execFile)(
    ...pinned('load', 'wrk', [
      '--threads=1',
      `--connections=${run.connections}`,
      `--duration=${run.seconds}s`,
      ...(run.timeoutSeconds === undefined ? [] : [`--timeout=${run.timeoutSeconds}s`]),
      `--script=${script}`,
      `http://127.0.0.1:${run.port}`,
      '--',
      ...run.args,
    ]),
  );
  wrk.child.stdout?.on('data', (text: string) => {
    // A script that has nothing more to send says so; wrk would wait for its time to be over.
    if (text.includes('LAST')) wrk.child.kill('SIGINT');
  });
  return parseWrkOutput((await wrk).stdout);
}
