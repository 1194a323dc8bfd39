import { statSync, truncateSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { StoreFile } from '../../../../simulation/models/store/store-file.js';

const file = new StoreFile(2 ** 20);
const { path } = file.options;
const store = file.open();

afterEach(async () => {
  await store.close();
  file.remove();
});

it('a file lacks room if it has holes, or ends with what LMDB uses of it', async () => {
  await store.commit([{ table: 'meta', key: 'a', value: '1' }]);
  expect(file.roomLacking(store.usage())).toBeUndefined();
  const { size } = statSync(path);
  truncateSync(path, size + 2 ** 20);
  // Other disks may take zeros without keeping them.
  const holes = path.startsWith('/dev/shm') ? `of ${size + 2 ** 20} bytes the file has blocks` : '';
  expect(file.roomLacking(store.usage()) ?? '').toContain(holes);
  const { usedPages = 0, freePages = 0, pageBytes = 0 } = store.usage() ?? {};
  truncateSync(path, (usedPages + freePages) * pageBytes);
  expect(file.roomLacking(store.usage())).toContain('of which LMDB uses');
});
