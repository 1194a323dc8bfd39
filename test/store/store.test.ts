import { openLmdbStore } from '../../src/store/lmdb/lmdb-store.js';
import { MemoryStore } from '../../src/store/memory/memory-store.js';
import { makeLmdbFolder } from './lmdb/lmdb-folder.js';
import { describeStore, type StoreHarness } from './store-suite.js';

async function lmdbHarness(): Promise<StoreHarness> {
  const { path, remove } = await makeLmdbFolder();
  const store = openLmdbStore({ path });
  let latest = store;
  return {
    store,
    reopen: async () => {
      await latest.close();
      latest = openLmdbStore({ path });
      return latest;
    },
    dispose: async () => {
      await latest.close();
      await remove();
    },
  };
}

async function memoryHarness(): Promise<StoreHarness> {
  const store = new MemoryStore();
  let latest = store;
  return {
    store,
    reopen: async () => {
      await latest.close();
      latest = latest.crash();
      return latest;
    },
    dispose: () => latest.close(),
  };
}

describeStore('LMDB', lmdbHarness);
describeStore('memory', memoryHarness);
