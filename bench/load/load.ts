/** Load by wrk from its own core, and what it cost the server. */
import { setTimeout as delay } from 'node:timers/promises';
import { cpuSeconds, TICKS_PER_SECOND } from '../machine/cpu-time.js';
import { watchMachine } from '../machine/shared-machine.js';
import type { ServerProcess } from '../servers/server-process.js';
import { runWrk } from './wrk.js';

export interface Load {
  readonly connections: number;
  readonly seconds: number;
  /**
   * Seconds before these that do not count, in which connections are opened; latencies are those of the whole
   * time.
   */
  readonly settleSeconds?: number;
  /** A file with one key a line, and one with one path a line; requests take the next of each in turn. */
  readonly keys: string;
  readonly paths: string;
}

export interface LoadResult {
  readonly requests: number;
  readonly requestsPerSecond: number;
  /** Server CPU time, user and system, per request. */
  readonly cpuUsPerRequest: number;
  /** Server CPU time over the time of the run; well below 1, the server was not what set the pace. */
  readonly busy: number;
  /** Share of the machine that neither the server nor the load had (`shared-machine.ts`). */
  readonly elsewhere: number;
  readonly p50Us: number;
  readonly p99Us: number;
  /** Answers that were no 2xx or 3xx. */
  readonly refused: number;
  /** Connections and requests that failed. */
  readonly failed: number;
}

export async function applyLoad(server: ServerProcess, load: Load): Promise<LoadResult> {
  const { settleSeconds = 0 } = load;
  const running = runWrk({
    port: server.port,
    script: 'wrk-script',
    connections: load.connections,
    seconds: settleSeconds + load.seconds,
    args: [load.keys, load.paths, String(settleSeconds)],
  });
  await delay(settleSeconds * 1000);
  const elsewhere = watchMachine();
  const secondsBefore = cpuSeconds(server.pid);
  const { requests, durationUs, p50Us, p99Us, refused, failed, ticks } = await running;
  const serverSeconds = cpuSeconds(server.pid) - secondsBefore;
  return {
    requests,
    requestsPerSecond: requests / (durationUs / 1e6),
    cpuUsPerRequest: (serverSeconds * 1e6) / requests,
    busy: (serverSeconds * 1e6) / durationUs,
    elsewhere: elsewhere(serverSeconds, ticks / TICKS_PER_SECOND),
    p50Us,
    p99Us,
    refused,
    failed,
  };
}
