/**
 * Load at a rate that is given, well below what the server can take: for latencies that are those of the server and
 * not of a queue before it. By wrk from its own core, with `paced-script.lua`.
 */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cpuSeconds } from './cpu-time.js';
import { pinned } from './pinning.js';
import { type Row, spread } from './section.js';
import type { ServerProcess } from './server-process.js';

/** Beside the sources, for it is not compiled; this module may be. */
const SOURCES = import.meta.url.endsWith('.ts') ? '.' : '../../bench';
const SCRIPT = fileURLToPath(new URL(`${SOURCES}/paced-script.lua`, import.meta.url));
/** Long enough for pauses in whole ms to give the rate, and for a server that stands still to be met by many. */
const PAUSE_MS = 64;
const CONNECTIONS_UNPACED = 64;
const CONNECTIONS_MAX = 256;
const ANSWERED_WITHIN_SECONDS = 20;

export interface PacedLoad {
  readonly seconds: number;
  /** As much as it takes where left out. */
  readonly requestsPerSecond?: number;
  /** A file with a header a line, see `paced-script.lua`. */
  readonly headers: string;
  /** A file with a path a line. */
  readonly paths: string;
  /** Each header in turn and once, at most for the seconds; else both are drawn anew for each request. */
  readonly isOnce?: boolean;
  readonly method?: 'GET' | 'POST';
  /** JSON text. */
  readonly body?: string;
}

export interface PacedResult {
  readonly requests: number;
  readonly requestsPerSecond: number;
  /** Server CPU time, user and system, per request, what it does by itself meanwhile included. */
  readonly cpuUsPerRequest: number;
  readonly p50Us: number;
  readonly p99Us: number;
  readonly p999Us: number;
  readonly maxUs: number;
  /** Answers that were no 2xx or 3xx. */
  readonly refused: number;
  /** Connections and requests that failed, and answers that took over 20 seconds. */
  readonly failed: number;
}

/** Writes a file of lines: headers, `Name: value` each, or paths. */
export async function writeLines(path: string, lines: Iterable<string>): Promise<string> {
  await writeFile(path, chunksOf(lines));
  return path;
}

function* chunksOf(lines: Iterable<string>): Iterable<string> {
  let chunk: string[] = [];
  for (const line of lines) {
    chunk.push(line, '\n');
    if (chunk.length < 20_000) continue;
    yield chunk.join('');
    chunk = [];
  }
  yield chunk.join('');
}

export async function applyPacedLoad(server: ServerProcess, load: PacedLoad): Promise<PacedResult> {
  const {
    seconds,
    requestsPerSecond: rate,
    headers,
    paths,
    isOnce = false,
    method = 'GET',
    body = '',
  } = load;
  const connections =
    rate === undefined ? CONNECTIONS_UNPACED : Math.min(Math.ceil((rate * PAUSE_MS) / 1000), CONNECTIONS_MAX);
  const pauseMs = rate === undefined ? 0 : Math.round((connections * 1000) / rate);
  const [command, args] = pinned('load', 'wrk', [
    '--threads=1',
    `--connections=${connections}`,
    `--duration=${seconds}s`,
    `--timeout=${ANSWERED_WITHIN_SECONDS}s`,
    `--script=${SCRIPT}`,
    `http://127.0.0.1:${server.port}`,
    '--',
    headers,
    paths,
    isOnce ? 'once' : 'random',
    String(pauseMs),
    String(connections),
    method,
    body,
  ]);
  const cpuBefore = cpuSeconds(server.pid);
  const wrk = promisify(execFile)(command, args);
  wrk.child.stdout?.on('data', (text: string) => {
    // wrk would wait for its time to be over.
    if (text.includes('LAST')) wrk.child.kill('SIGINT');
  });
  const { stdout } = await wrk;
  const cpuUs = (cpuSeconds(server.pid) - cpuBefore) * 1e6;
  const told = figuresIn(stdout);
  const requests = told('requests');
  return {
    requests,
    requestsPerSecond: requests / (told('duration_us') / 1e6),
    cpuUsPerRequest: cpuUs / requests,
    p50Us: told('p50_us'),
    p99Us: told('p99_us'),
    p999Us: told('p999_us'),
    maxUs: told('max_us'),
    refused: told('refused'),
    failed: told('connect') + told('read') + told('write') + told('timeout'),
  };
}

/** The figures that `paced-script.lua` tells, by name. */
function figuresIn(output: string): (name: string) => number {
  const line = /^RESULT.*$/m.exec(output)?.[0] ?? '';
  return (name) => {
    const text = new RegExp(` ${name}=(\\d+)`).exec(line)?.[1];
    if (text === undefined) throw new Error(`wrk told no ${name}: ${output.trim()}`);
    return Number(text);
  };
}

export function pacedRow(name: string, results: readonly PacedResult[]): Row {
  const figure = (pick: (one: PacedResult) => number) => spread(results.map(pick));
  return {
    name,
    figures: {
      'requests/s': figure((one) => one.requestsPerSecond),
      'p50 µs': figure((one) => one.p50Us),
      'p99 µs': figure((one) => one.p99Us),
      'p99.9 µs': figure((one) => one.p999Us),
      'CPU µs/request': figure((one) => one.cpuUsPerRequest),
    },
  };
}

/** A note where not all was answered as it should be. */
export function pacedOddity(name: string, results: readonly PacedResult[]): readonly string[] {
  const refused = results.reduce((sum, one) => sum + one.refused, 0);
  const failed = results.reduce((sum, one) => sum + one.failed, 0);
  return refused + failed === 0 ? [] : [`${name}: ${refused} requests were refused and ${failed} failed.`];
}
