import { describe, expect, it } from 'vitest';
import { newestId } from '../../../src/node/folder/recovered.js';
import { MemoryStore } from '../../../src/store/memory/memory-store.js';
import type { Table } from '../../../src/store/store.js';

const OLD = '01m7xpe7exc1zt9p7065gmcfk0';
const NEW = '01m7xpeftkbhy78bhmxetcnrx5';

async function newestOf(...ids: readonly (readonly [Table, string])[]): Promise<string | undefined> {
  const store = new MemoryStore();
  await store.commit(ids.map(([table, key]) => ({ table, key, value: '{}' })));
  return newestId(store);
}

describe('the newest identifier on disk', () => {
  it.each([
    ['jobs', 'video_'],
    ['orders', 'order_'],
    ['keys', 'key_'],
    ['management_keys', 'mkey_'],
    ['accounts', 'acct_'],
    ['users', 'user_'],
  ] as const)('may be in table %s', async (table, prefix) => {
    const older = [['jobs', `video_${OLD}`] as const, ['keys', `key_${OLD}`] as const];
    expect(await newestOf(...older, [table, prefix + NEW])).toBe(prefix + NEW);
  });

  it('is none of the first account, whose name tells no time, and of an empty folder', async () => {
    expect(await newestOf(['accounts', 'acct_default'], ['accounts', `acct_${OLD}`])).toBe(`acct_${OLD}`);
    expect(await newestOf(['accounts', 'acct_default'])).toBeUndefined();
  });
});
