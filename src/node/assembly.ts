/**
 * Puts a node together from its configuration and its environment, starts it and stops it. There is one
 * assembly for a node in production and one in the simulator.
 *
 * Order of the start: the store is brought up to date, steady time continued, the windows of the last minute
 * loaded; then accounts and keys that a node makes for itself; then requests are taken; then reminders, polls
 * and submits of the run before go on. Order of the stop: no new requests and no new submits, open ones
 * finish, jobs that wait for their submit say so on disk, windows are noted, the last commit lands, the store
 * closes.
 */

import { readTallies } from '../actors/runtime/tallies.js';
import type { Gateway } from '../http/pipeline/gateway.js';
import { later, unixSeconds } from '../time/clock.js';
import type { World } from '../time/world.js';
import { ensureOperator } from './assembly/bootstrap.js';
import { type Core, createCore, startCore, stopCore } from './assembly/core.js';
import { type DemoAccess, renewDemo } from './assembly/demo.js';
import { createFront } from './assembly/front.js';
import { refuseMarkedCredit } from './assembly/marked-credit.js';
import { Readiness } from './assembly/readiness.js';
import { reloadableCore } from './assembly/reloadable-core.js';
import { continueTime } from './clock/continued-time.js';
import { type NodeConfig, whyNoDemo } from './config/config.js';
import { Reload, type Reloadable, type Reloaded } from './config/reload.js';
import { ConfigError } from './config/start-refused.js';
import type { NodeEnvironment } from './environment.js';
import { bringUpToDate } from './folder/format-version.js';
import { type Recovered, recoveredOf } from './folder/recovered.js';
import type { LoadWatch } from './machine/load-watch.js';

export interface AssembledNode {
  readonly world: World;
  readonly gateway: Gateway;
  /** Undefined if this is no demo. */
  readonly demo: DemoAccess | undefined;
  readonly recovered: Recovered;
  /** Undefined while the node takes work of every kind. */
  whyNotReady(): string | undefined;
  /** True if commits are neither done nor given up any more, and only a restart would help. */
  isStalled(): boolean;
  /**
   * Puts another configuration in force, as far as it is not taken at start: at once and as a whole, or not
   * at all.
   *
   * @param read reads the configuration that is wanted; what it throws is why there is none
   */
  reload(read: () => NodeConfig): Reloaded;
  /** How many unfinished jobs a provider has taken. */
  jobsAt(provider: string): number;
  /** Drains and stops. Resolves when all that was acknowledged is on disk and the store is closed. */
  stop(): Promise<void>;
}

/** Rejects if the disk, the listener or the configuration does not allow a start. */
export async function assembleNode(
  environment: NodeEnvironment,
  config: NodeConfig,
  isDemo: boolean,
): Promise<AssembledNode> {
  const { store } = environment;
  const formatBefore = await bringUpToDate(store, environment.upgrading);
  const serves = environment.listen !== undefined;
  // A folder that is only managed spends nothing: there the credit is taken back.
  if (serves) refuseMarkedCredit(config, readTallies(store));
  const core = createCore(environment, await continueTime(environment), config);
  const { world, system } = core;
  core.journal.load();
  const recovered = recoveredOf(core.windows, system.tallies, formatBefore);

  await ensureOperator(core, config.managementKey, environment.keepManagementKey);
  const demo = serves ? await renewDemo(core, isDemo, config.defaultRpm) : undefined;
  const firstJobOfThisRun = core.ids.next('job');
  const firstOrderOfThisRun = core.ids.next('order');

  const readiness = new Readiness(system, core.shedder);
  const reload = new Reload(config, () => unixSeconds(world.wallMs()));
  const front = createFront({ environment, core, config, readiness, reload, demoKey: demo?.key });
  const listener = await environment.listen?.(front.gateway, world, front.live);
  const markedGuard = guard((next) => refuseMarkedCredit(next, system.tallies));
  reload.add(markedGuard, demoGuard(isDemo), reloadableCore(core, environment), front);
  if (listener !== undefined) reload.add(listener);
  readiness.watch = watchLoad(environment, core);
  if (serves) startCore(core, firstJobOfThisRun, firstOrderOfThisRun);
  readiness.phase = 'serving';

  return {
    world,
    gateway: front.gateway,
    demo,
    recovered,
    whyNotReady: () => readiness.whyNotReady(),
    isStalled: () => system.isStalled,
    reload: (read) => reload.run(read),
    jobsAt(provider) {
      const models = core.calls.numbers().models.filter((model) => model.provider === provider);
      return models.reduce((sum, { watched }) => sum + watched, 0);
    },
    async stop() {
      readiness.phase = 'draining';
      front.live.close();
      const drainedBy = later(world.steadyMs(), core.settings.drainTimeLimitMs);
      core.calls.holdSubmits();
      await Promise.all([listener?.drain(core.settings.drainTimeLimitMs), core.texts.drain()]);
      await core.jobs.atRest(drainedBy);
      readiness.watch?.stop();
      await stopCore(core);
      await store.close();
    },
  };
}

function watchLoad(environment: NodeEnvironment, { world, shedder, system }: Core): LoadWatch | undefined {
  const onMemory = (isShort: boolean) => {
    system.isMemoryShort = isShort;
  };
  return environment.watchLoad?.({ world, shedder, onMemory });
}

/** A demo goes over to no configuration with which it would not have started. */
function demoGuard(isDemo: boolean): Reloadable {
  return guard((next) => {
    const why = isDemo ? whyNoDemo(next) : undefined;
    if (why !== undefined) throw new ConfigError(why);
  });
}

/** @param refuse throws if the node must not go over to a configuration */
function guard(refuse: (next: NodeConfig) => void): Reloadable {
  return {
    prepare(next) {
      refuse(next);
      return () => {};
    },
  };
}
