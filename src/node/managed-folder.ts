/**
 * The data folder of a node that does not run, put in charge of the same actors, ledger and invariants that
 * serve it when it does, without taking requests: what changes here changes as it would there.
 *
 * Nothing goes on by itself meanwhile: no provider is called and nothing expires. While it is open no node
 * can start on the folder, and it cannot be opened while one runs.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { peopleParts } from './assembly/people-parts.js';
import { makeProviders } from './assembly/providers/providers.js';
import { assembleNode } from './assembly.js';
import { readClocks, SystemWorld } from './clock/system-world.js';
import type { NodeConfig } from './config/config.js';
import { StartRefused } from './config/start-refused.js';
import { openDataFolder } from './folder/data-folder.js';
import { DATABASE_FILE } from './folder/folder-files.js';
import { FORMAT_VERSION, formatOf } from './folder/format-version.js';
import { openStore } from './folder/open-store.js';
import { askGateway, type LocalAnswer, type LocalRequest } from './local-exchange.js';
import { createLog } from './logging/log.js';

export interface ManagedFolder {
  /** As a client would, with a management key. */
  ask(request: LocalRequest): Promise<LocalAnswer>;
  /** Resolves when all that was acknowledged is on disk and the folder is free. */
  close(): Promise<void>;
}

/**
 * @throws StartRefused if a node runs on the folder, if none ever has, or if the node that did was of a
 * version with other records: those are brought up to date by a start, not by a look.
 */
export async function openManagedFolder(config: NodeConfig): Promise<ManagedFolder> {
  if (!existsSync(join(config.data, DATABASE_FILE)))
    throw new StartRefused(`no node has run on the folder ${config.data} yet`);
  const log = createLog('error');
  const folder = await openDataFolder(config.data);
  let store: ReturnType<typeof openStore> | undefined;
  try {
    store = openStore(folder, config);
    const format = formatOf(store);
    if (format !== String(FORMAT_VERSION)) {
      throw new StartRefused(
        `the data folder ${config.data} has format ${format ?? 'unknown'} and this Tollgate works on ${FORMAT_VERSION}: start a node on it once, of this version or of the newer one that wrote it`,
      );
    }
    const { gateway, stop } = await assembleNode(
      {
        store,
        readClocks,
        people: peopleParts(folder.secret),
        worldAt: (steadyOffsetMs) => new SystemWorld(steadyOffsetMs),
        providersIn: (world) => makeProviders(config, { world, secret: folder.secret }),
        keepManagementKey: () => {
          throw new StartRefused(`the node on the folder ${config.data} never came up: start it once`);
        },
        inspector: {},
        onDefect: (requestId, error) => log.error({ requestId, err: error }, 'internal error'),
      },
      // A key in the environment is what is sent here, not what the node shall have from now on.
      { ...config, managementKey: undefined },
      false,
    );
    return {
      ask: (request) => askGateway(gateway, request),
      async close() {
        await stop();
        folder.release();
      },
    };
  } catch (error) {
    await store?.close();
    folder.release();
    throw error;
  }
}
