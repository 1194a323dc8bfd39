/**
 * Tollgate as `serve` starts it, on LMDB, uWebSockets.js and the simulated provider, which here notes when it is asked
 * how some of its jobs stand: what the node itself says of its punctuality is held against that.
 *
 * Arguments are those of `serve`. Whoever connects to the socket that BENCH_WATCH_SOCKET names gets what was noted since
 * the connection before, an `AskedReport` as JSON.
 */
import { createServer } from 'node:net';
import { startServer } from '../src/http/server.js';
import { assembleNode } from '../src/node/assembly.js';
import { parseCommandLine } from '../src/node/config-command-line.js';
import { openDataFolder } from '../src/node/data-folder.js';
import { makeProviders } from '../src/node/providers.js';
import { onStopSignals } from '../src/node/stop-signals.js';
import { readClocks, SystemWorld } from '../src/node/system-world.js';
import type { Provider } from '../src/providers/provider.js';
import { openLmdbStore } from '../src/store/lmdb-store.js';

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

const command = parseCommandLine(process.argv.slice(2), process.env);
if (command.command !== 'serve') throw new Error('only `serve` can be measured');
const { config } = command;
const folder = await openDataFolder(config.data);
let port = 0;
const node = await assembleNode(
  {
    store: openLmdbStore({ path: folder.file('tollgate.mdb'), mapSizeBytes: config.lmdbMapMib * 2 ** 20 }),
    readClocks,
    worldAt: (steadyOffsetMs) => new SystemWorld(steadyOffsetMs),
    providersIn: (world) =>
      makeProviders(config.providers, {
        world,
        secret: folder.secret,
        deadlineAfterMs: config.jobDeadlineMinutes * 60_000,
      }).map(noted),
    keepManagementKey: (plainText) => void folder.writePrivateFile('management-key', plainText),
    listen: async (gateway, world) => {
      const server = await startServer({ gateway, world, host: config.host, port: config.port });
      port = server.port;
      return server;
    },
    inspector: { defect: ({ error }) => process.stderr.write(`${error}\n`) },
    onDefect: (_, error) => process.stderr.write(`${error}\n`),
  },
  config,
  false,
);
createServer((socket) => {
  const report: AskedReport = { jobs: askedAt.size, gapsMs };
  gapsMs = [];
  socket.on('error', () => {});
  socket.end(JSON.stringify(report));
})
  .listen(process.env.BENCH_WATCH_SOCKET)
  .unref();
onStopSignals(node.world, {
  drain: () => {
    node.stop().then(() => process.exit(0));
  },
  end: (status) => process.exit(status),
});
process.stdout.write(`listening on ${port}\n`);
