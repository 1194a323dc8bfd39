/** `tollgate serve`: runs a node, tells where it listens, and stops it when told to. */
import type { NodeConfig } from './config.js';
import { demoExample } from './demo-example.js';
import { createLog } from './log.js';
import { startNode } from './node.js';
import { onStopSignals } from './stop-signals.js';

/** Resolves once the node takes requests. Ends the process when a signal asks for it. */
export async function serve(config: NodeConfig, isDemo: boolean): Promise<void> {
  const log = createLog(config.logLevel);
  const node = await startNode(config, isDemo, log);
  onStopSignals(node.world, {
    drain: (signal) => {
      log.info({ signal }, 'draining');
      node.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'could not stop in order');
          process.exit(1);
        },
      );
    },
    end: (exitStatus) => process.exit(exitStatus),
  });
  process.stdout.write(`tollgate listening on ${node.url}\n`);
  if (node.managementKeyFile !== undefined) {
    process.stdout.write(`the operator's management key is in ${node.managementKeyFile}\n`);
  }
  if (node.demoKey !== undefined) process.stdout.write(demoExample(node.url, node.demoKey));
}
