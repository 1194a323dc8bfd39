/**
 * A node that notes what it commits. Arguments: a data folder, the file for the commits, which is written when
 * the node has stopped (SIGTERM), and the most unfinished jobs of a key. It differs from `tollgate serve` in nothing else.
 */
import { startServer } from '../src/http/server.js';
import { assembleNode } from '../src/node/assembly.js';
import { readConfig } from '../src/node/config.js';
import { openDataFolder } from '../src/node/data-folder.js';
import { makeProviders } from '../src/node/providers.js';
import { readClocks, SystemWorld } from '../src/node/system-world.js';
import { openLmdbStore } from '../src/store/lmdb-store.js';
import type { Store, Write } from '../src/store/store.js';
import { writeCommits } from './durable-commits.js';

const [data = '', file = '', openJobsMax = ''] = process.argv.slice(2);
const config = readConfig(new Map([['openJobsMax', openJobsMax]]), process.env, data);
const folder = await openDataFolder(data);
const commits: (readonly Write[])[] = [];

function noting(store: Store): Store {
  return {
    get: (table, key) => store.get(table, key),
    range: (table, range) => store.range(table, range),
    commit(writes) {
      commits.push(writes);
      return store.commit(writes);
    },
    close: () => store.close(),
  };
}

const node = await assembleNode(
  {
    store: noting(openLmdbStore({ path: folder.file('tollgate.mdb') })),
    readClocks,
    worldAt: (steadyOffsetMs) => new SystemWorld(steadyOffsetMs),
    providersIn: (world) =>
      makeProviders(config.providers, {
        world,
        secret: folder.secret,
        deadlineAfterMs: config.jobDeadlineMinutes * 60_000,
      }),
    keepManagementKey: () => undefined,
    async listen(gateway, world) {
      const server = await startServer({ gateway, world, host: '127.0.0.1', port: 0 });
      process.stdout.write(`listening ${server.port}\n`);
      return server;
    },
    inspector: {},
    onDefect: (requestId, error) => process.stderr.write(`${requestId}: ${String(error)}\n`),
  },
  config,
  false,
);

process.once('SIGTERM', async () => {
  await node.stop();
  await writeCommits(file, commits);
  process.exit(0);
});
