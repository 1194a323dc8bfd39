/** Tollgate as a measured server that also tells of its memory and its pauses, see `process-probe.ts`. */
import { readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ProbeReport } from './process-probe.js';
import { type ServerProcess, startServer } from './server-process.js';

const MAIN = fileURLToPath(new URL('../../program/main.js', import.meta.url));
const PROBE = new URL('./process-probe.js', import.meta.url).href;
const OPERATOR_KEY = 'operator-key-of-the-bench-0123456789abcdef';

/** In bytes. */
export interface Memory {
  /** JavaScript heap and what lies outside of it, in use. */
  readonly heap: number;
  /** Resident memory of the process's own: heap with its free pages, native memory, stacks. */
  readonly anonymous: number;
  /**
   * Resident pages of files: the mapped database and the program. The kernel takes them back if it needs
   * them.
   */
  readonly ofFiles: number;
}

export interface ProbedTollgate extends ServerProcess {
  probe(word: 'collect' | 'glance' | 'reset'): Promise<ProbeReport>;
  /** After a collection of all garbage. */
  memory(): Promise<Memory>;
}

let started = 0;

/**
 * @param args command-line options besides port and data folder
 * @param main the program; Tollgate's own if left out
 * @param env beside that of this process
 */
export async function startProbedTollgate(
  data: string,
  args: readonly string[],
  main = MAIN,
  env: NodeJS.ProcessEnv = {},
): Promise<ProbedTollgate> {
  const socket = join(tmpdir(), `tollgate-probe-${process.pid}-${started++}`);
  rmSync(socket, { force: true });
  const server = await startServer({
    name: 'Tollgate',
    command: process.execPath,
    args: ['--expose-gc', '--import', PROBE, main, 'serve', '--port', '0', '--data', data, ...args],
    env: { ...process.env, ...env, TOLLGATE_MANAGEMENT_KEY: OPERATOR_KEY, BENCH_PROBE_SOCKET: socket },
  });
  const probe = async (word: string) => (await askSocket(socket, word)) as ProbeReport;
  return {
    ...server,
    probe,
    async memory() {
      const { heapBytes, externalBytes } = await probe('collect');
      return { heap: heapBytes + externalBytes, ...residentBytes(server.pid) };
    },
    async stop() {
      await server.stop();
      rmSync(socket, { force: true });
    },
  };
}

/** From `/proc/PID/status`, see `proc(5)`. */
export function residentBytes(pid: number): Pick<Memory, 'anonymous' | 'ofFiles'> {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1');
  const bytes = (name: string) => 1024 * Number(new RegExp(`^${name}:\\s*(\\d+) kB$`, 'm').exec(status)?.[1]);
  return { anonymous: bytes('RssAnon'), ofFiles: bytes('RssFile') + bytes('RssShmem') };
}

/** The value of a metric without labels. */
export async function metricOf({ port }: ServerProcess, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1];
  if (value === undefined) throw new Error(`there is no metric ${name}`);
  return Number(value);
}

/** The JSON that comes back for a word. */
export function askSocket(path: string, word: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(path, () => socket.write(word));
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    socket.on('error', reject);
    socket.on('end', () => resolve(JSON.parse(text)));
  });
}
