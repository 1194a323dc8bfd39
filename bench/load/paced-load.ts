/**
 * Load at a rate that is given, well below what the server can take: for latencies that are those of the
 * server and not of a queue before it. By wrk from its own core, with `paced-script.lua`.
 */
import { writeFile } from 'node:fs/promises';
import { cpuSeconds, TICKS_PER_SECOND } from '../machine/cpu-time.js';
import { watchMachine } from '../machine/shared-machine.js';
import { type Row, spread } from '../section.js';
import type { ServerProcess } from '../servers/server-process.js';
import { runWrk } from './wrk.js';

/**
 * Long enough for pauses in whole ms to give the rate, and for a server that stands still to be met by many.
 */
const PAUSE_MS = 64;
const CONNECTIONS_UNPACED = 64;
const CONNECTIONS_MAX = 256;
const ANSWERED_WITHIN_SECONDS = 20;

export interface PacedLoad {
  readonly seconds: number;
  /** As much as it takes if left out. */
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
  /** CPU time of the load itself. */
  readonly loadSeconds: number;
  /** Share of the machine that neither the server nor this load had (`shared-machine.ts`). */
  readonly elsewhere: number;
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
  const elsewhere = watchMachine();
  const secondsBefore = cpuSeconds(server.pid);
  const wrk = await runWrk({
    port: server.port,
    script: 'paced-script',
    connections,
    seconds,
    timeoutSeconds: ANSWERED_WITHIN_SECONDS,
    args: [headers, paths, isOnce ? 'once' : 'random', String(pauseMs), String(connections), method, body],
  });
  const serverSeconds = cpuSeconds(server.pid) - secondsBefore;
  const { requests, durationUs, p50Us, p99Us, p999Us, maxUs, refused, failed, ticks } = wrk;
  const loadSeconds = ticks / TICKS_PER_SECOND;
  return {
    requests,
    requestsPerSecond: requests / (durationUs / 1e6),
    cpuUsPerRequest: (serverSeconds * 1e6) / requests,
    loadSeconds,
    elsewhere: elsewhere(serverSeconds, loadSeconds),
    p50Us,
    p99Us,
    p999Us,
    maxUs,
    refused,
    failed,
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

/** A note if not all was answered as it should be. */
export function pacedOddity(name: string, results: readonly PacedResult[]): readonly string[] {
  const refused = results.reduce((sum, one) => sum + one.refused, 0);
  const failed = results.reduce((sum, one) => sum + one.failed, 0);
  return refused + failed === 0 ? [] : [`${name}: ${refused} requests were refused and ${failed} failed.`];
}
