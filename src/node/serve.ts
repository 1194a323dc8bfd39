/**
 * `tollgate serve`: runs a node, prints its addresses, and has signals reload its configuration or stop it.
 */

import { VERSION } from '../packaged/version.js';
import { readMailPassword } from './assembly/mail.js';
import { readPaymentKey } from './assembly/payments.js';
import type { NodeConfig } from './config/config.js';
import { configSummary } from './config/config-summary.js';
import { readProviderKey } from './config/provider-keys.js';
import { demoExample } from './demo-example.js';
import { readTls } from './listening/tls-files.js';
import { createLog } from './logging/log.js';
import { logReload } from './logging/reload-log.js';
import { tuneEngine } from './machine/engine.js';
import { onReloadSignal } from './machine/reload-signal.js';
import { connectServiceManager } from './machine/service-manager.js';
import { onStopSignals } from './machine/stop-signals.js';
import { endProcess } from './machine/terminal.js';
import { type NodeAccess, startNode } from './node.js';

export interface ServedConfig {
  readonly config: NodeConfig;
  readonly isDemo: boolean;
  /** Reads the configuration anew, from the same command line and environment, and the file. */
  readonly readAgain: () => NodeConfig;
}

/** Resolves once the node takes requests. Ends the process when a signal asks for it. */
export async function serve({ config, isDemo, readAgain }: ServedConfig): Promise<void> {
  // Wrong files are told as wrong options are, in one line and before anything else is.
  readTls(config);
  for (const provider of config.providers) readProviderKey(provider, process.env);
  readPaymentKey(config, process.env);
  readMailPassword(config, process.env);
  tuneEngine();
  const log = createLog(config.logLevel);
  // A demo is read on a terminal.
  const told = isDemo ? 'debug' : 'info';
  const beganAt = performance.now();
  const { version: nodeVersion, pid } = process;
  log[told](
    { version: VERSION, nodeVersion, pid, data: config.data, config: configSummary(config) },
    'starting',
  );
  const manager = connectServiceManager(process.env, process.pid, (line) => log.warn(line));
  const reloads = onReloadSignal();
  const node = await startNode(config, isDemo, log);
  log[told]({ url: node.url, ms: sinceMs(beganAt), recovered: node.recovered }, 'listening');
  onStopSignals(node.world, {
    drain: (signal) => {
      const toldAt = performance.now();
      log[told]({ signal, openRequests: node.openRequests }, 'draining');
      manager?.stopping();
      node.stop().then(
        () => {
          log[told]({ ms: sinceMs(toldAt) }, 'stopped');
          endProcess(0);
        },
        (error: unknown) => {
          log.error({ err: error }, 'could not stop in order');
          endProcess(1);
        },
      );
    },
    end: (exitStatus) => endProcess(exitStatus),
  });
  reloads.handle(() => logReload(log, node.reload(readAgain), node.jobsAt));
  // In one piece: a reader that waits for the first line has the others, too.
  process.stdout.write(announcement(node));
  manager?.ready(node);
}

function sinceMs(beganAt: number): number {
  return Math.round(performance.now() - beganAt);
}

function announcement({ url, managementUrl, unixSocket, managementKeyFile, demo }: NodeAccess): string {
  const elsewhere = [
    managementUrl === undefined ? '' : `tollgate management listening on ${managementUrl}\n`,
    unixSocket === undefined ? '' : `tollgate listening on unix:${unixSocket}\n`,
  ].join('');
  const keyFile =
    managementKeyFile === undefined ? '' : `the operator's management key is in ${managementKeyFile}\n`;
  const example = demo === undefined ? '' : demoExample(url, demo);
  return `tollgate listening on ${url}\n${elsewhere}${keyFile}${example}`;
}
