/**
 * A running node: puts the parts together, starts them in order, and stops them in order.
 *
 * Order of the start: the folder is taken, the store opened and brought up to date, steady time continued, the
 * windows of the last minute loaded; then accounts and keys that a node makes for itself; then the server
 * listens; then reminders, polls and submits of the run before go on. Order of the stop: no new connections,
 * open requests finish, windows are noted, the last commit lands, the store closes, the folder is released.
 */
import { rmSync } from 'node:fs';
import { AddressWindows } from '../actors/address-windows.js';
import { IdMaker } from '../actors/ids.js';
import { Retention } from '../actors/retention.js';
import type { Inspector } from '../actors/runtime/inspection.js';
import { createCatalogue } from '../http/catalogue.js';
import { createGateway } from '../http/gateway.js';
import { type IpAddress, isWithin, parseIpNetwork } from '../http/ip-address.js';
import { operations } from '../http/operations/index.js';
import { startServer } from '../http/server.js';
import { ProviderCalls } from '../providers/provider-calls.js';
import { openLmdbStore } from '../store/lmdb-store.js';
import type { Store, Write } from '../store/store.js';
import type { World } from '../time/world.js';
import { createActors } from './actors.js';
import { ensureOperator, renewDemoKey } from './bootstrap.js';
import type { NodeConfig } from './config.js';
import { type DataFolder, openDataFolder } from './data-folder.js';
import { bringUpToDate } from './format-version.js';
import type { Log } from './log.js';
import { nodeMetrics } from './node-metrics.js';
import { publicPages } from './pages.js';
import { ProviderDesk } from './provider-desk.js';
import { makeProviders } from './providers.js';
import { StartRefused } from './start-refused.js';
import {
  ANCHOR_KEY,
  ANCHOR_TABLE,
  anchorAt,
  continueSteady,
  decodeAnchor,
  encodeAnchor,
} from './steady-anchor.js';
import { readClocks, SystemWorld } from './system-world.js';

const MIB = 1_048_576;
const MINUTE_MS = 60_000;
/**
 * On top of twice the gate's limit: a turn may wait for the commit under way and then for its own, and only
 * the gate may refuse it, for what the gate refuses has not happened.
 */
const OPERATION_MARGIN_MS = 5_000;
const IDENTITIES_MAX = 200_000;
const DATABASE_FILE = 'tollgate.mdb';
const MANAGEMENT_KEY_FILE = 'management-key';

export interface RunningNode {
  readonly world: World;
  /** `http://HOST:PORT` */
  readonly url: string;
  /** Where the management key is that this start made; undefined where it made none. */
  readonly managementKeyFile: string | undefined;
  /** Plain text of this start's demo key; undefined where there is none. */
  readonly demoKey: string | undefined;
  /** Drains and stops. Resolves when all that was acknowledged is on disk and the folder is released. */
  stop(): Promise<void>;
}

/** Throws `StartRefused` where the folder, the disk, the port or the configuration does not allow a start. */
export async function startNode(config: NodeConfig, isDemo: boolean, log: Log): Promise<RunningNode> {
  const folder = await openDataFolder(config.data);
  let store: Store | undefined;
  try {
    store = openStore(folder, config);
    return await startOn(store, folder, config, isDemo, log);
  } catch (error) {
    await store?.close();
    folder.release();
    throw error;
  }
}

async function startOn(
  store: Store,
  folder: DataFolder,
  config: NodeConfig,
  isDemo: boolean,
  log: Log,
): Promise<RunningNode> {
  await bringUpToDate(store);
  const { world, anchor } = await continueTime(store);
  const providers = makeProviders(config.providers, {
    world,
    secret: folder.secret,
    deadlineAfterMs: config.jobDeadlineMinutes * MINUTE_MS,
  });
  const calls = new ProviderCalls({
    world,
    providers,
    limits: {
      submitLimitMs: config.providerSubmitTimeoutMs,
      pollLimitMs: config.providerPollTimeoutMs,
      submitsInFlightMax: config.providerCallsMax,
      pollsInFlightMax: config.providerCallsMax,
      pollsPerSecondMax: config.providerCallsPerSecondMax,
    },
    onReport: (jobId, report) => desk.report(jobId, report),
  });
  const actors = createActors({
    world,
    store,
    settings: config,
    inspector: inspectorOf(log),
    perform: (effect) => desk.perform(effect),
    alongWithWindows: () => [anchor()],
  });
  const { system, journal, videoJob, apiKey, managementKey, account } = actors;
  const desk = new ProviderDesk({ world, system, videoJob, calls });
  const retention = new Retention(world, system, videoJob);
  const ids = new IdMaker(world);
  journal.load();

  let managementKeyFile: string | undefined;
  await ensureOperator({ ...actors, world, ids }, config.managementKey, (plainText) => {
    managementKeyFile = folder.writePrivateFile(MANAGEMENT_KEY_FILE, `${plainText}\n`);
  });
  // The key in that file, if there is one, was replaced by the configured one.
  if (config.managementKey !== undefined) rmSync(folder.file(MANAGEMENT_KEY_FILE), { force: true });
  const demoKey = await renewDemoKey({ ...actors, world, ids }, isDemo, config.defaultRpm);

  const firstJobOfThisRun = ids.next('job');

  let isDraining = false;
  let isStarting = true;
  const metricsNetworks = config.metricsNetworks
    .map(parseIpNetwork)
    .filter((network) => network !== undefined);
  const gateway = createGateway({
    deps: {
      world,
      ids,
      system,
      apiKey,
      managementKey,
      account,
      videoJob,
      catalogue: createCatalogue(providers),
      jobs: desk,
      settings: { defaultRpm: config.defaultRpm },
    },
    operations,
    publicPages: publicPages({
      operations,
      whyNotReady: () => {
        if (isDraining) return 'draining';
        if (isStarting) return 'starting';
        return system.takesWrites ? undefined : 'the disk takes no writes';
      },
      metrics: () => nodeMetrics(system, gateway.figures, calls),
      mayReadMetrics: (client) => isInAny(client, metricsNetworks),
      desk,
      simulatedProvider: config.providers.find(({ kind }) => kind === 'simulated')?.name,
    }),
    settings: {
      bodyMaxBytes: config.bodyMaxBytes,
      bodyTimeoutMs: config.bodyTimeoutMs,
      operationTimeLimitMs: 2 * config.gateTimeLimitMs + OPERATION_MARGIN_MS,
      managementRpm: config.managementRpm,
      addressRpm: config.addressRpm,
      publicUrl: config.publicUrl,
      trustedProxies: config.trustedProxies,
      identitiesMax: IDENTITIES_MAX,
    },
    journal,
    addresses: new AddressWindows(world, journal, config.addressWindowsMax),
    isDraining: () => isDraining,
    onDefect: (requestId, error) => log.error({ requestId, err: error }, 'internal error'),
  });
  const server = await startServer({ gateway, world, host: config.host, port: config.port }).catch(
    (error: unknown) => {
      throw new StartRefused(messageOf(error), { cause: error });
    },
  );

  journal.start();
  system.start();
  retention.start();
  desk.resume(firstJobOfThisRun);
  isStarting = false;

  return {
    world,
    url: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${server.port}`,
    managementKeyFile,
    demoKey,
    async stop() {
      isDraining = true;
      await server.drain(config.drainTimeLimitMs);
      calls.close();
      retention.stop();
      await journal.close();
      await system.close();
      world.stop();
      await store.close();
      folder.release();
    },
  };
}

function openStore(folder: DataFolder, config: NodeConfig): Store {
  const path = folder.file(DATABASE_FILE);
  try {
    return openLmdbStore({ path, mapSizeBytes: config.lmdbMapMib * MIB });
  } catch (error) {
    throw new StartRefused(`cannot open the database ${path}: ${messageOf(error)}`, { cause: error });
  }
}

/** The world of this run, with steady time going on from the run before, and the anchor for the next one. */
async function continueTime(store: Store): Promise<{ world: SystemWorld; anchor: () => Write }> {
  const known = store.get(ANCHOR_TABLE, ANCHOR_KEY);
  const offsetMs = continueSteady(known === undefined ? undefined : decodeAnchor(known), readClocks());
  const anchor = (): Write => ({
    table: ANCHOR_TABLE,
    key: ANCHOR_KEY,
    value: encodeAnchor(anchorAt(readClocks(), offsetMs)),
  });
  await store.commit([anchor()]);
  return { world: new SystemWorld(offsetMs), anchor };
}

function inspectorOf(log: Log): Inspector {
  return {
    defect: ({ kind, id, error }) => log.error({ kind, id, err: error }, 'an actor failed'),
    setAside: ({ kind, id, forMs }) => log.error({ kind, id, forMs }, 'an actor was set aside'),
    storage: ({ state, error }) => {
      if (state === 'refusing') log.error({ err: error }, 'the disk takes no writes: refusing changes');
      else log.warn('the disk takes writes again');
    },
  };
}

function isInAny(
  client: IpAddress | undefined,
  networks: readonly NonNullable<ReturnType<typeof parseIpNetwork>>[],
): boolean {
  return client !== undefined && networks.some((network) => isWithin(client, network));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
