/** `tollgate serve`: runs a node, tells where it listens, and stops it when told to. */
import type { NodeConfig } from './config.js';
import { demoExample } from './demo-example.js';
import { tuneEngine } from './engine.js';
import { createLog } from './log.js';
import { type RunningNode, startNode } from './node.js';
import { onStopSignals } from './stop-signals.js';

/** Resolves once the node takes requests. Ends the process when a signal asks for it. */
export async function serve(config: NodeConfig, isDemo: boolean): Promise<void> {
  tuneEngine();
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
  // In one piece, so that who waits for the first line has the others, too.
  process.stdout.write(announcement(node));
}

function announcement({ url, managementKeyFile, demoKey }: RunningNode): string {
  const keyFile =
    managementKeyFile === undefined ? '' : `the operator's management key is in ${managementKeyFile}\n`;
  const example = demoKey === undefined ? '' : demoExample(url, demoKey);
  return `tollgate listening on ${url}\n${keyFile}${example}`;
}
