/**
 * The part of a node that meets requests: the gateway with its operations and pages, and the hub of those who
 * watch the node.
 *
 * Pages and frames tell of the gateway that serves them: it is the one thing here that is bound late.
 */

import { AddressWindows } from '../../actors/windows/address-windows.js';
import type { LiveHub } from '../../http/live/live-hub.js';
import { watchNode } from '../../http/live/watch-node.js';
import { operationsOf } from '../../http/operations/index.js';
import { paymentPages } from '../../http/pages/payment-pages.js';
import { createGateway, type Gateway } from '../../http/pipeline/gateway.js';
import { PeerNetworks } from '../../http/request/client-address.js';
import { metricsReaders, type NodeConfig } from '../config/config.js';
import type { Reload, Reloadable } from '../config/reload.js';
import type { NodeEnvironment } from '../environment.js';
import { watchingOf } from '../live/watching.js';
import { printNodeMetrics } from '../metrics/node-metrics.js';
import type { Core } from './core.js';
import { dashboardOf } from './dashboard.js';
import { LateBound } from './late-bound.js';
import { publicPages } from './pages.js';
import { pipelineSettings } from './part-settings.js';
import type { Readiness } from './readiness.js';

/** Requests a minute of a network to the addresses of payments. */
const PAYMENT_RPM = 600;

function paymentPagesOf({ world, windows, settings, system, order, orders, limits }: Core) {
  const max = () => settings.addressWindowsMax;
  const networks = new AddressWindows(world, windows, max, PAYMENT_RPM, 'payments/', limits);
  return paymentPages({
    orders,
    statusOf: (id) => system.view(order, id)?.status,
    admit: (network) => windows.admit(networks.windowOf(network), world.steadyMs()),
  });
}

export interface FrontParts {
  readonly environment: NodeEnvironment;
  readonly core: Core;
  readonly config: NodeConfig;
  readonly readiness: Readiness;
  readonly reload: Reload;
  /** Plain text; undefined if this is no demo. */
  readonly demoKey: string | undefined;
}

export interface Front extends Reloadable {
  readonly gateway: Gateway;
  readonly live: LiveHub;
}

export function createFront({ environment, core, config, readiness, reload, demoKey }: FrontParts): Front {
  const { world, system, keys, windows, addresses, journal, calls, shedder, limits } = core;
  const { onDefect, requestObserver, liveProcess, addMetrics } = environment;
  const gateway = new LateBound<Gateway>('gateway');
  const operations = operationsOf(config);
  const whyNotReady = () => readiness.whyNotReady();
  let metricsNetworks = new PeerNetworks(metricsReaders(config));
  const { hub: live, nodeFrame } = watchingOf({
    world,
    system,
    windows,
    keys,
    journal,
    limits,
    calls,
    people: core.people,
    shedder,
    gateway: () => gateway.value.metrics,
    whyNotReady,
    liveProcess,
    onDefect: (error) => system.reportDefect('live', error),
  });
  const metrics = () =>
    printNodeMetrics({
      gateway: gateway.value.metrics,
      memory: { keys, windows, addresses, journal },
      system,
      calls,
      textCalls: core.textCalls,
      firstTokens: core.firstTokens,
      payments: core.payments,
      results: core.results,
      mails: core.mails,
      overload: {
        shedder,
        system: system.metrics,
        refusalsWaiting: gateway.value.refusalsWaiting,
        clockSteps: core.anchorKeeper.steps,
        watch: readiness.watch,
      },
      reloads: reload.metrics,
      addOfEnvironment: addMetrics,
    });
  gateway.bind(
    createGateway({
      deps: core,
      operations: [...operations, watchNode(live)],
      publicPages: [
        // Before the pages of payments: one of these is at a path of theirs, for browsers.
        ...dashboardOf(core, config, { demoKey, live, nodeFrame }),
        ...paymentPagesOf(core),
        ...publicPages({
          operations,
          whyNotReady,
          metrics,
          mayReadMetrics: (client) => metricsNetworks.has(client),
          openResult: (path, signal) => core.results.openLink(path, signal),
        }),
      ],
      settings: pipelineSettings(config),
      journal,
      addresses,
      shedder,
      isDraining: () => readiness.phase === 'draining',
      onDefect,
      observer: requestObserver,
    }),
  );
  return {
    gateway: gateway.value,
    live,
    prepare: (next) => () => {
      metricsNetworks = new PeerNetworks(metricsReaders(next));
      gateway.value.configure(pipelineSettings(next));
    },
  };
}
