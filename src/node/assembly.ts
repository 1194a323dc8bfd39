/**
 * Puts a node together from its configuration and the ground it stands on (`ground.ts`), starts it and stops it.
 * There is one assembly for a node in production and one in the simulator.
 *
 * Order of the start: the store is brought up to date, steady time continued, the windows of the last minute
 * loaded; then accounts and keys that a node makes for itself; then requests are taken; then reminders, polls
 * and submits of the run before go on. Order of the stop: no new requests, open ones finish, windows are
 * noted, the last commit lands, the store closes.
 */

import { Retention } from '../actors/jobs/retention.js';
import { IdMaker } from '../actors/storage/ids.js';
import { AddressWindows } from '../actors/windows/address-windows.js';
import { watchNode } from '../http/live/watch-node.js';
import { operations } from '../http/operations/index.js';
import { createGateway, type Gateway } from '../http/pipeline/gateway.js';
import { PeerNetworks } from '../http/request/client-address.js';
import { LoadShedder } from '../overload/load-shedder.js';
import { ProviderCalls } from '../providers/calls/provider-calls.js';
import { ProviderDispatcher } from '../routing/provider-dispatcher.js';
import { unixSeconds } from '../time/clock.js';
import type { World } from '../time/world.js';
import { createActors } from './actors.js';
import { ensureOperator, renewDemoKey } from './bootstrap.js';
import { AnchorKeeper } from './clock/anchor-keeper.js';
import { continueTime } from './clock/continued-time.js';
import { metricsReaders, type NodeConfig, whyNoDemo } from './config/config.js';
import { Reload, type Reloaded } from './config/reload.js';
import { ConfigError } from './config/start-refused.js';
import type { NodeEnvironment } from './environment.js';
import { bringUpToDate } from './folder/format-version.js';
import { newestJob, type Recovered, recoveredOf } from './folder/recovered.js';
import { watchingOf } from './live/watching.js';
import { printNodeMetrics } from './metrics/node-metrics.js';
import { publicPages } from './pages.js';
import { callLimits, pipelineSettings } from './part-settings.js';
import { catalogueOf } from './providers.js';

export interface AssembledNode {
  readonly world: World;
  readonly gateway: Gateway;
  /** Plain text of this start's demo key; undefined where there is none. */
  readonly demoKey: string | undefined;
  readonly recovered: Recovered;
  /** Undefined while the node takes work of every kind. */
  whyNotReady(): string | undefined;
  /** True where commits are neither done nor given up any more, and only a restart would help. */
  isStalled(): boolean;
  /**
   * Puts another configuration in force, as far as it is not taken at start: at once and as a whole, or not at all.
   *
   * @param read reads the configuration that is wanted; what it throws is why there is none
   */
  reload(read: () => NodeConfig): Reloaded;
  /** Drains and stops. Resolves when all that was acknowledged is on disk and the store is closed. */
  stop(): Promise<void>;
}

/** Rejects where the disk, the listener or the configuration does not allow a start. */
export async function assembleNode(
  ground: NodeEnvironment,
  config: NodeConfig,
  isDemo: boolean,
): Promise<AssembledNode> {
  const { store } = ground;
  const formatBefore = await bringUpToDate(store);
  const { world, anchor, anchoredLeadMs } = await continueTime(ground);
  const providers = ground.providersIn(world, config);
  let catalogue = catalogueOf(providers);
  /** Read where it is needed: what of it changes, changes in here. */
  const settings = { ...config };
  const calls = new ProviderCalls({
    world,
    providers,
    limits: callLimits(config),
    onReport: (jobId, report) => desk.report(jobId, report),
    observer: ground.tracing?.calls,
  });
  const actors = createActors({
    world,
    store,
    settings,
    inspector: ground.inspector,
    perform: (effect) => desk.perform(effect),
    alongWithWindows: () => [anchor()],
    onMachineStep: ground.onMachineStep,
  });
  let clockSteps = 0;
  const anchorKeeper = new AnchorKeeper({
    world,
    anchoredLeadMs,
    onStep: (byMs) => {
      clockSteps += 1;
      ground.onClockStep?.(byMs);
    },
    write: () => actors.system.commitAside([anchor()]),
  });
  const { system, windows, keys, journal, videoJob, apiKey, managementKey, account } = actors;
  const shedder = new LoadShedder({
    targetMs: config.queueDelayMaxMs,
    mailWaitMs: (now) => system.mailWaitMs(now),
  });
  const desk = new ProviderDispatcher({
    world,
    system,
    videoJob,
    calls,
    waitingMax: config.providerWaitingMax,
    onTurnedAway: () => shedder.count('provider'),
    observer: ground.tracing?.jobs,
  });
  const retention = new Retention(world, system, videoJob);
  const ids = new IdMaker(world, newestJob(store));
  journal.load();
  const recovered = {
    ...recoveredOf(windows, system.tallies),
    ...(formatBefore === undefined ? {} : { formatBefore }),
  };

  await ensureOperator({ ...actors, world, ids }, config.managementKey, ground.keepManagementKey);
  const serves = ground.listen !== undefined;
  const demoKey = serves
    ? await renewDemoKey({ ...actors, world, ids }, isDemo, config.defaultRpm)
    : undefined;

  const firstJobOfThisRun = ids.next('job');

  const addresses = new AddressWindows(world, windows, config.addressWindowsMax, config.addressRpm);
  let isDraining = false;
  let isStarting = true;
  const whyNotReady = (): string | undefined => {
    if (isDraining) return 'draining';
    if (isStarting) return 'starting';
    if (watch?.isListening === false) return 'no file descriptor is left, so it does not listen';
    if (!system.takesWrites) return 'the disk takes no writes';
    return shedder.shedsFor.includes('disk_space') ? 'the disk is nearly full' : undefined;
  };
  let metricsNetworks = new PeerNetworks(metricsReaders(config));
  const live = watchingOf({
    world,
    system,
    windows,
    keys,
    journal,
    calls,
    shedder,
    gateway: () => gateway.figures,
    whyNotReady,
    processFigures: ground.processFigures,
    onDefect: (error) => system.reportDefect('live', error),
  });
  const gateway = createGateway({
    deps: {
      world,
      ids,
      system,
      windows,
      keys,
      apiKey,
      managementKey,
      account,
      videoJob,
      get catalogue() {
        return catalogue;
      },
      jobs: desk,
      settings,
    },
    operations: [...operations, watchNode(live)],
    publicPages: publicPages({
      operations,
      whyNotReady,
      metrics: () =>
        printNodeMetrics({
          gateway: gateway.figures,
          memory: { keys, windows, addresses, journal },
          system,
          calls,
          overload: {
            shedder,
            figures: system.figures,
            refusalsWaiting: gateway.refusalsWaiting,
            clockSteps,
            watch,
          },
          reloads: reload.figures,
          addOfGround: ground.addMetrics,
        }),
      mayReadMetrics: (client) => metricsNetworks.has(client),
      openResult: (path, signal) => calls.openLink(path, signal),
    }),
    settings: pipelineSettings(config),
    journal,
    addresses,
    shedder,
    isDraining: () => isDraining,
    onDefect: ground.onDefect,
    observer: ground.requestObserver,
  });
  const reload = new Reload(config, () => unixSeconds(world.wallMs()), [
    { prepare: (next) => refuseDemo(isDemo ? whyNoDemo(next) : undefined) },
    {
      prepare: (next) => {
        const nextProviders = ground.providersIn(world, next);
        const nextCatalogue = catalogueOf(nextProviders);
        return () => {
          calls.configure(nextProviders, callLimits(next));
          catalogue = nextCatalogue;
        };
      },
    },
    {
      prepare: (next) => () => {
        Object.assign(settings, next);
        metricsNetworks = new PeerNetworks(metricsReaders(next));
        gateway.configure(pipelineSettings(next));
        addresses.configure(next.addressWindowsMax, next.addressRpm);
        keys.setManagementRpm(next.managementRpm);
      },
    },
    { prepare: (next) => listener?.prepare(next) ?? (() => {}) },
  ]);
  const listener = await ground.listen?.(gateway, world, live);
  const watch = ground.watchLoad?.({
    world,
    shedder,
    onMemory: (isShort) => {
      system.isMemoryShort = isShort;
    },
  });

  if (serves) {
    anchorKeeper.start();
    journal.start();
    system.start();
    retention.start();
    desk.resume(firstJobOfThisRun);
  }
  isStarting = false;

  return {
    world,
    gateway,
    demoKey,
    recovered,
    whyNotReady,
    isStalled: () => system.isStalled,
    reload: (read) => reload.run(read),
    async stop() {
      isDraining = true;
      live.close();
      await listener?.drain(settings.drainTimeLimitMs);
      watch?.stop();
      calls.close();
      retention.stop();
      anchorKeeper.stop();
      await journal.close();
      await system.close();
      world.stop();
      await store.close();
    },
  };
}

function refuseDemo(why: string | undefined): () => void {
  if (why !== undefined) throw new ConfigError(why);
  return () => {};
}
