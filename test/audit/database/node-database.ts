/** Database files as a simulated node left them, for tests that damage them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateNodeHistory } from '../../../simulation/history/generate.js';
import { NodeRun } from '../../../simulation/models/node/node-run.js';
import { openLmdbStore } from '../../../src/store/lmdb/lmdb-store.js';
import { type StoreReader, TABLES, type Write } from '../../../src/store/store.js';
import { folderOfTest } from '../../temporary-folder.js';
import { RecordCopy } from '../records/record-copy.js';

export interface NodeDatabase {
  /** The newest file, to be damaged. */
  readonly path: string;
  /** The bytes of the file after each life of the node, oldest first. */
  readonly images: readonly Buffer[];
}

/** To be called in a test. */
export async function nodeDatabase(seed: number): Promise<NodeDatabase> {
  const path = join(folderOfTest('node-database'), 'tollgate.mdb');
  const states: RecordCopy[] = [];
  await new NodeRun(generateNodeHistory(seed, 'heavy'), {
    see: () => {},
    disk: (records: StoreReader) => void states.push(new RecordCopy(records)),
  }).run();
  const images: Buffer[] = [];
  for (const [n, state] of states.entries()) {
    const store = openLmdbStore({ path });
    await store.commit(writesFrom(states[n - 1], state));
    await store.close();
    images.push(readFileSync(path));
  }
  return { path, images };
}

function writesFrom(before: RecordCopy | undefined, after: RecordCopy): Write[] {
  return TABLES.flatMap((table) => [
    ...(before?.entries(table) ?? [])
      .filter(({ key }) => after.get(table, key) === undefined)
      .map(({ key }): Write => ({ table, key, value: undefined })),
    ...after
      .entries(table)
      .filter(({ key, value }) => before?.get(table, key) !== value)
      .map((entry): Write => ({ table, ...entry })),
  ]);
}
