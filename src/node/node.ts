/**
 * A running node on the machine at hand: its folder is taken, its database opened, its server listens
 * (`assembly.ts` does all that lies between). When it has stopped, the folder is released.
 */
import { rmSync } from 'node:fs';
import { observersAsOne } from '../http/monitoring/observers.js';
import { ConnectionGuard } from '../http/uws/connection-guard.js';
import { Services } from '../outward/services.js';
import { ClipReader } from '../results/clip/clip-reader.js';
import { Seal } from '../sealing/seal.js';
import type { DiskStore } from '../store/lmdb/lmdb-store.js';
import type { World } from '../time/world.js';
import { makeMailTransport } from './assembly/mail.js';
import { keepsResults } from './assembly/part-settings.js';
import { makePayments } from './assembly/payments.js';
import { peopleParts } from './assembly/people-parts.js';
import { makeProviders } from './assembly/providers/providers.js';
import { makeTextProviders } from './assembly/providers/text-models.js';
import { assembleNode } from './assembly.js';
import { readClocks, SystemWorld } from './clock/system-world.js';
import type { NodeConfig } from './config/config.js';
import { isReal, type ProviderConfig } from './config/config-providers.js';
import { readProviderKey } from './config/provider-keys.js';
import type { Reloaded } from './config/reload.js';
import { type DataFolder, openDataFolder } from './folder/data-folder.js';
import { ADDRESS_FILE, MANAGEMENT_KEY_FILE, resultsFolder } from './folder/folder-files.js';
import { openKeptResults } from './folder/kept-results.js';
import { openStore } from './folder/open-store.js';
import type { Recovered } from './folder/recovered.js';
import { readyResultsFolder } from './folder/results-folder.js';
import { upgradeLog } from './folder/upgrade-log.js';
import { type BoundListener, startListening } from './listening/listening.js';
import { liveProcess } from './live/live-process.js';
import type { Log } from './logging/log.js';
import { mailLog } from './logging/mail-log.js';
import { orderLog } from './logging/order-log.js';
import { RequestLog } from './logging/request-log.js';
import { resultLog } from './logging/result-log.js';
import { serviceLog } from './logging/service-log.js';
import { systemLog } from './logging/system-log.js';
import { textLog } from './logging/text-log.js';
import { EngineWatch } from './machine/engine-watch.js';
import { LoadWatch } from './machine/load-watch.js';
import { type Machine, thisMachine } from './machine/machine-readings.js';
import { MachineWatch } from './machine/machine-watch.js';
import { addCertificateMetrics } from './metrics/config-metrics.js';
import { addMachineMetrics } from './metrics/machine-metrics.js';
import { addProcessMetrics } from './metrics/process-metrics.js';
import { addServiceMetrics } from './metrics/service-metrics.js';
import { startTracing } from './tracing/start-tracing.js';

const MIB = 1_048_576;
/** Descriptors that are not for connections of clients: the database, its lock, pipes. */
const DESCRIPTORS_KEPT = 128;
/** If services of others are called: the share of all that is for connections to them, and the most of it. */
const SERVICES_SHARE = 0.25;
const SERVICES_DESCRIPTORS_MAX = 4_096;
const DESCRIPTORS_WANTED = 4_096;

export interface NodeAccess {
  readonly world: World;
  /** `http://HOST:PORT`, or `https://…` */
  readonly url: string;
  /** URL of the management port; undefined if management has no port of its own. */
  readonly managementUrl: string | undefined;
  /** Path of the Unix socket; undefined if there is none. */
  readonly unixSocket: string | undefined;
  /** File with the management key that this start made; undefined if it made none. */
  readonly managementKeyFile: string | undefined;
  /** Undefined if this is no demo. */
  readonly demo: { readonly key: string; readonly signInUrl: string } | undefined;
  readonly recovered: Recovered;
  /** Requests that wait for their answer, or are being sent one. */
  readonly openRequests: number;
  /** Undefined while the node takes work of every kind. */
  whyNotReady(): string | undefined;
  /** True if commits are neither done nor given up any more, and only a restart would help. */
  isStalled(): boolean;
  /** See `AssembledNode`. */
  reload(read: () => NodeConfig): Reloaded;
  jobsAt(provider: string): number;
  /** Drains and stops. Resolves when all that was acknowledged is on disk and the folder is released. */
  stop(): Promise<void>;
}

/** Throws `StartRefused` if the folder, the disk, the port or the configuration does not allow a start. */
export async function startNode(config: NodeConfig, isDemo: boolean, log: Log): Promise<NodeAccess> {
  const folder = await openDataFolder(config.data);
  let store: DiskStore | undefined;
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
  store: DiskStore,
  folder: DataFolder,
  config: NodeConfig,
  isDemo: boolean,
  log: Log,
): Promise<NodeAccess> {
  const keepsAny = config.providers.some(({ name }) => keepsResults(config, name));
  if (keepsAny || config.resultsDir !== undefined) await readyResultsFolder(resultsFolder(config));
  // The address that a killed node left is not this one's.
  rmSync(folder.file(ADDRESS_FILE), { force: true });
  let managementKeyFile: string | undefined;
  // Without the cast TypeScript would have it that nothing is ever assigned.
  let listener = undefined as BoundListener | undefined;
  let watch: LoadWatch | undefined;
  const [engine, numbers] = [new EngineWatch(), new MachineWatch(folder.path)];
  const machine = thisMachine(folder.path, config.memoryMaxMib);
  const connections = new ConnectionGuard(connectionsMax(config, machine, log));
  const requestLog = config.logRequests > 0 ? new RequestLog(log, config.logRequests) : undefined;
  const tracing = await startTracing(config, log);
  const [seal, results] = [new Seal(folder.secret, 'results'), resultLog(log)];
  const services = new Services({ observe: serviceLog(log) });
  const keyOf = (provider: ProviderConfig) => readProviderKey(provider, process.env);
  const { world, demo, recovered, whyNotReady, isStalled, jobsAt, reload, stop } = await assembleNode(
    {
      store,
      upgrading: upgradeLog(log),
      readClocks,
      people: peopleParts(folder.secret),
      worldAt: (steadyOffsetMs) => new SystemWorld(steadyOffsetMs),
      providersIn: (world, wanted) =>
        makeProviders(wanted, { world, secret: folder.secret, makeService: services.make, keyOf }),
      textProvidersIn: (world, wanted) =>
        makeTextProviders(wanted, { world, makeService: services.make, keyOf }),
      onTextSettled: textLog(log),
      paymentsIn: (_, wanted) => makePayments(wanted, services.make, process.env),
      mailTransport: makeMailTransport(config, process.env),
      onMailTrouble: mailLog(log),
      onOrderSetAside: orderLog(log),
      results: (world, settings) => ({
        clips: new ClipReader({ world }),
        store: openKeptResults(resultsFolder(config), seal, settings, { world, ...results }),
        seal,
        ...results,
      }),
      keepManagementKey: (plainText) => {
        managementKeyFile = folder.writePrivateFile(MANAGEMENT_KEY_FILE, `${plainText}\n`);
      },
      listen: async (gateway, world, live) => {
        listener = await startListening({ gateway, live, world, config, connections, log });
        return listener;
      },
      inspector: { ...systemLog(log), ...(tracing === undefined ? {} : { commit: tracing.committed }) },
      onDefect: (requestId, error) => log.error({ requestId, err: error }, 'internal error'),
      requestObserver: observersAsOne([tracing?.requests, requestLog]),
      tracing,
      liveProcess: () => liveProcess(engine, listener?.server),
      addMetrics: async (page) => {
        const known = await numbers.look();
        if (listener !== undefined) {
          const { server } = listener;
          addMachineMetrics(page, { server, connections, watch, usage: store.usage(), numbers: known });
          addCertificateMetrics(page, listener.certificateEnds());
        }
        addProcessMetrics(page, engine, machine.memory()[1]);
        addServiceMetrics(page, services.numbers());
        tracing?.addMetrics(page);
      },
      watchLoad: (parts) => {
        watch = new LoadWatch({
          ...parts,
          machine,
          connections,
          listeners: {
            stopListening: () => listener?.stopListening(),
            listenAgain: () => listener?.listenAgain(),
          },
          diskReserveBytes: config.diskReserveMib * MIB,
          log,
        });
        return watch;
      },
      onClockStep: (byMs) =>
        log.warn({ byMs }, 'the wall clock was stepped: windows and deadlines go on as they were'),
    },
    config,
    isDemo,
  );
  engine.start();
  // The key in that file, if there is one, was replaced by the configured one.
  if (config.managementKey !== undefined) rmSync(folder.file(MANAGEMENT_KEY_FILE), { force: true });
  if (listener === undefined) throw new Error('a node runs that does not listen');
  leaveAddress(folder, listener.managedAt, log);
  const at = config.dashboard === 'management' ? listener.managedAt : listener.url;
  return {
    world,
    url: listener.url,
    managementUrl: listener.managementUrl,
    unixSocket: config.unixSocket,
    managementKeyFile,
    demo: demo && { key: demo.key, signInUrl: `${at}/demo/${demo.signInToken}` },
    recovered,
    get openRequests() {
      return listener?.server.open ?? 0;
    },
    whyNotReady,
    isStalled,
    jobsAt,
    reload(read) {
      const reloaded = reload(read);
      if (reloaded.outcome === 'applied') log.level = reloaded.inForce.logLevel;
      return reloaded;
    },
    async stop() {
      await stop();
      await services.close();
      await tracing?.stop();
      engine.stop();
      rmSync(folder.file(ADDRESS_FILE), { force: true });
      folder.release();
    },
  };
}

/** A disk that takes nothing does not keep a node from serving what it holds. */
function leaveAddress(folder: DataFolder, url: string, log: Log): void {
  try {
    folder.writePrivateFile(ADDRESS_FILE, `${url}\n`);
  } catch (error) {
    log.warn({ err: error }, 'could not leave the address in the data folder: commands need --url');
  }
}

/** As many as are configured, unless the process may not open so many files. */
function connectionsMax(config: NodeConfig, { descriptorsMax }: Machine, log: Log): number {
  if (descriptorsMax === undefined) return config.connectionsMax;
  if (descriptorsMax < DESCRIPTORS_WANTED) {
    log.warn(
      { openFilesMax: descriptorsMax },
      'few files may be open at once, and each connection is one: raise the limit (LimitNOFILE=, ulimit -n)',
    );
  }
  const forServices = config.providers.some(isReal)
    ? Math.min(SERVICES_DESCRIPTORS_MAX, Math.ceil(descriptorsMax * SERVICES_SHARE))
    : 0;
  return Math.max(1, Math.min(config.connectionsMax, descriptorsMax - DESCRIPTORS_KEPT - forServices));
}
