import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { type NodeConfig, readConfig } from '../../src/node/config/config.js';
import { StartRefused } from '../../src/node/config/start-refused.js';
import { isInUse, openDataFolder } from '../../src/node/folder/data-folder.js';
import { openStore } from '../../src/node/folder/open-store.js';
import { createLog } from '../../src/node/logging/log.js';
import { openManagedFolder } from '../../src/node/managed-folder.js';
import { startNode } from '../../src/node/node.js';
import { folderOfTest } from '../temporary-folder.js';

const KEY = 'operator-key-of-the-tests-0123456789abcdef';

let folder: string;
let config: NodeConfig;

beforeEach(() => {
  folder = folderOfTest('managed');
  const environment = { TOLLGATE_MANAGEMENT_KEY: KEY };
  config = readConfig(
    new Map([
      ['data', join(folder, 'data')],
      ['port', '0'],
    ]),
    environment,
    folder,
  );
});

async function runOnce(): Promise<void> {
  const node = await startNode(config, false, createLog('silent'));
  await node.stop();
}

async function writeFormat(value: string): Promise<void> {
  const data = await openDataFolder(config.data);
  const store = openStore(data, config);
  await store.commit([{ table: 'meta', key: 'format', value }]);
  await store.close();
  data.release();
}

async function refusal(): Promise<string> {
  const reason: unknown = await openManagedFolder(config).catch((error: unknown) => error);
  if (!(reason instanceof StartRefused)) throw new Error(`ended with ${String(reason)}`);
  return reason.message;
}

function ask(managed: Awaited<ReturnType<typeof openManagedFolder>>, key: string) {
  const fields = [['authorization', `Bearer ${key}`]] as const;
  return managed.ask({ method: 'GET', path: '/api/accounts', query: 'limit=1', fields, body: undefined });
}

it('a folder that no node ever ran on is refused, and none is made', async () => {
  expect(await refusal()).toContain('no node has run on the folder');
  expect(existsSync(config.data)).toBe(false);
});

it('a folder is asked as its node would be, with its own key alone, and is free afterwards', async () => {
  await runOnce();
  const managed = await openManagedFolder(config);
  expect(await isInUse(config.data)).toBe(true);
  const answer = await ask(managed, KEY);
  expect(answer.status).toBe(200);
  expect(answer.fields.get('x-ratelimit-limit-rpm')).toBe('6000');
  expect(JSON.parse(answer.body).data[0].id).toBe('acct_default');
  expect((await ask(managed, 'x'.repeat(40))).status).toBe(401);
  await managed.close();
  expect(await isInUse(config.data)).toBe(false);
});

it('another key in the environment is not the one that the folder has from then on', async () => {
  await runOnce();
  const managed = await openManagedFolder({ ...config, managementKey: 'y'.repeat(40) });
  expect((await ask(managed, 'y'.repeat(40))).status).toBe(401);
  expect((await ask(managed, KEY)).status).toBe(200);
  await managed.close();
});

it('a folder that a node runs on is refused', async () => {
  await runOnce();
  const node = await startNode(config, false, createLog('silent'));
  expect(await refusal()).toContain('is in use by another Tollgate node');
  await node.stop();
});

it.each(['1', '99'])(
  'a folder of format %s is refused, stays as it is, and is free afterwards',
  async (format) => {
    await runOnce();
    await writeFormat(format);
    expect(await refusal()).toContain(`has format ${format}`);
    const data = await openDataFolder(config.data);
    const store = openStore(data, config);
    expect(store.get('meta', 'format')).toBe(format);
    await store.close();
    data.release();
  },
);
