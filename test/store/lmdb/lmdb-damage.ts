/** A database file with some of everything in it, and ways to damage it. */
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { openLmdbStore } from '../../../src/store/lmdb/lmdb-store.js';
import type { Write } from '../../../src/store/store.js';

/** Small records, large ones on overflow pages, removed ones that leave free pages, over several commits. */
export async function fillStore(path: string, keys: number): Promise<void> {
  const store = openLmdbStore({ path });
  for (let round = 0; round < 3; round++) {
    const writes: Write[] = [];
    for (let n = 0; n < keys; n++) {
      const key = `key_${String(n).padStart(8, '0')}`;
      writes.push({ table: 'keys', key, value: `{"n":${n},"round":${round}}` });
      writes.push({ table: 'ledger', key: `${key}/${round}`, value: `entry ${n}` });
      if (n % 50 === 0) writes.push({ table: 'job_inputs', key, value: `${round}`.repeat(20_000 + n) });
      if (n % 3 === round) writes.push({ table: 'jobs', key, value: undefined });
      else writes.push({ table: 'jobs', key, value: 'j'.repeat(300) });
    }
    await store.commit(writes);
  }
  await store.close();
}

/** Changes bytes of the file in place. */
export function patch(path: string, at: number, change: (bytes: Buffer) => void, length = 8): void {
  const descriptor = openSync(path, 'r+');
  try {
    const bytes = Buffer.alloc(length);
    readSync(descriptor, bytes, 0, length, at);
    change(bytes);
    writeSync(descriptor, bytes, 0, length, at);
  } finally {
    closeSync(descriptor);
  }
}
