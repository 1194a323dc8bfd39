/**
 * Tollgate as `serve` starts it, on LMDB, uWebSockets.js and the simulated provider, which here notes when it
 * is asked how some of its jobs stand: what the node itself says of its punctuality is held against that.
 *
 * Arguments are those of `serve`. A connection to the socket that BENCH_WATCH_SOCKET names gets what was
 * noted since the connection before, an `AskedReport` as JSON.
 */
import { createServer } from 'node:net';
import { serve } from '../../src/cli/commands/node/serve.js';
import { readArguments } from '../../src/cli/framework/arguments.js';
import { configFrom } from '../../src/cli/framework/node-options.js';
import type { Provider } from '../../src/providers/provider.js';
import { startWatchedNode } from './watched-node.js';

export interface AskedReport {
  /** Jobs that are noted: one in 32. */
  readonly jobs: number;
  /** For each question about such a job but the first, the time since the one before, in ms. */
  readonly gapsMs: readonly number[];
}

/** Ids end in one of 32 characters. */
const NOTED_LAST_CHARACTER = '7';

const askedAt = new Map<string, number>();
let gapsMs: number[] = [];

function noted(provider: Provider): Provider {
  return {
    ...provider,
    poll(job, call) {
      if (job.jobId.endsWith(NOTED_LAST_CHARACTER)) note(job.jobId);
      return provider.poll(job, call);
    },
  };
}

function note(jobId: string): void {
  const now = performance.now();
  const before = askedAt.get(jobId);
  if (before !== undefined) gapsMs.push(Math.round(now - before));
  askedAt.set(jobId, now);
}

const [command, ...argv] = process.argv.slice(2);
if (command !== 'serve') throw new Error('only `serve` can be measured');
const config = configFrom(readArguments(argv, serve), {
  environment: process.env,
  folder: process.cwd(),
});
createServer((socket) => {
  const report: AskedReport = { jobs: askedAt.size, gapsMs };
  gapsMs = [];
  socket.on('error', () => {});
  socket.end(JSON.stringify(report));
})
  .listen(process.env.BENCH_WATCH_SOCKET)
  .unref();
await startWatchedNode(config, { provider: noted });
