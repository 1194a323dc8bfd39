/**
 * A node as `serve` starts it, in an engine set up as there, on LMDB, uWebSockets.js and the providers of its
 * configuration, with one of these watched on the way: for what a node does not tell of itself.
 */
import { simulatedPeople } from '../../simulation/world/simulated-people.js';
import { ConnectionGuard } from '../../src/http/uws/connection-guard.js';
import { startServer } from '../../src/http/uws/server.js';
import { makeProviders } from '../../src/node/assembly/providers/providers.js';
import { assembleNode } from '../../src/node/assembly.js';
import { readClocks, SystemWorld } from '../../src/node/clock/system-world.js';
import type { NodeConfig } from '../../src/node/config/config.js';
import { openDataFolder } from '../../src/node/folder/data-folder.js';
import { openStore } from '../../src/node/folder/open-store.js';
import { tuneEngine } from '../../src/node/machine/engine.js';
import type { Provider } from '../../src/providers/provider.js';
import type { Store } from '../../src/store/store.js';

export interface Watch {
  /** The store that stands in its place. */
  readonly store?: (store: Store) => Store;
  readonly provider?: (provider: Provider) => Provider;
  /** Awaited when the node has stopped, before the process ends. */
  readonly stopped?: () => Promise<void>;
}

/**
 * Prints `listening PORT`; the first SIGTERM stops the node, and ends the process then. The operator's key
 * must be given.
 */
export async function startWatchedNode(config: NodeConfig, watch: Watch): Promise<void> {
  tuneEngine();
  const { store = (one) => one, provider = (one) => one, stopped = async () => {} } = watch;
  const folder = await openDataFolder(config.data);
  const node = await assembleNode(
    {
      store: store(openStore(folder, config)),
      readClocks,
      worldAt: (steadyOffsetMs) => new SystemWorld(steadyOffsetMs),
      providersIn: (world, wanted) => makeProviders(wanted, { world, secret: folder.secret }).map(provider),
      people: simulatedPeople(),
      keepManagementKey: () => {
        throw new Error('the operator has given no key');
      },
      listen: async (gateway, world) => {
        const server = await startServer({
          gateway,
          world,
          connections: new ConnectionGuard(100_000),
          addresses: [{ kind: 'tcp', host: config.host, port: config.port }],
        });
        process.stdout.write(`listening ${server.port}\n`);
        return { drain: (limitMs) => server.drain(limitMs), prepare: () => () => {} };
      },
      inspector: { defect: ({ error }) => process.stderr.write(`${error}\n`) },
      onDefect: (requestId, error) => process.stderr.write(`${requestId}: ${error}\n`),
    },
    config,
    false,
  );
  process.once('SIGTERM', async () => {
    await node.stop();
    await stopped();
    process.exit(0);
  });
}
