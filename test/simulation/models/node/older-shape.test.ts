import { expect, test } from 'vitest';
import {
  derivedRecords,
  differences,
  olderShape,
} from '../../../../simulation/models/node/disk/older-shape.js';
import { MemoryStore } from '../../../../src/store/memory/memory-store.js';

async function folder(): Promise<MemoryStore> {
  const store = new MemoryStore();
  await store.commit([
    { table: 'meta', key: 'format', value: '7' },
    { table: 'accounts', key: 'a', value: '{"v":1,"keys":2,"credited":"5"}' },
    { table: 'account_activity', key: 'a/2026-01-01/m/p', value: '{"v":1}' },
    { table: 'account_management_keys', key: 'a/k', value: '1' },
  ]);
  return store;
}

test('a folder of format 5 has no sums and lists of accounts', async () => {
  const store = await folder();
  await store.commit(olderShape(store, 5));
  expect(store.get('meta', 'format')).toBe('5');
  expect(store.get('accounts', 'a')).toBe('{"v":1,"credited":"5"}');
  expect([...store.range('account_activity', {})]).toEqual([]);
  expect([...store.range('account_management_keys', {})]).toEqual([]);
});

test('a folder of format 6 differs in the number of its format alone', async () => {
  const store = await folder();
  expect(olderShape(store, 6)).toEqual([{ table: 'meta', key: 'format', value: '6' }]);
});

test('all that an upgrade made otherwise is named, whatever the order of fields', async () => {
  const store = await folder();
  const before = derivedRecords(store);
  await store.commit([{ table: 'accounts', key: 'a', value: '{"credited":"5","v":1,"keys":2}' }]);
  expect(differences(before, derivedRecords(store))).toEqual([]);
  await store.commit([
    { table: 'accounts', key: 'a', value: '{"v":1,"keys":3,"credited":"5"}' },
    { table: 'account_management_keys', key: 'a/k', value: undefined },
  ]);
  expect(differences(before, derivedRecords(store)).toSorted()).toEqual([
    'account_management_keys/a/k',
    'accounts/a',
  ]);
});
