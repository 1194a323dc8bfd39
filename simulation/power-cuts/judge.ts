/**
 * Judges database files as power cuts left them, in a process of its own: LMDB may end it. It is sent a
 * `CutFile` for each and answers with what is wrong with it.
 */
import { existsSync, rmSync } from 'node:fs';
import { CheckedRecords } from '../../src/audit/database/checked-records.js';
import { objectionTo } from '../../src/audit/database/verify-file.js';
import { audit } from '../../src/audit/records/audit.js';
import { messageOf } from '../../src/errors/error-text.js';
import { openLmdbStore } from '../../src/store/lmdb/lmdb-store.js';
import { LmdbSnapshot } from '../../src/store/lmdb/snapshot.js';
import type { Promised } from './promises.js';

export interface CutFile {
  readonly path: string;
  /** By the answers that clients had. */
  readonly promised: readonly Promised[];
}

process.on('message', async ({ path, promised }: CutFile) => {
  process.send?.(await judge(path, promised));
});

/** All that is wrong, in words; nothing if the file is as it should be. */
async function judge(path: string, promised: readonly Promised[]): Promise<readonly string[]> {
  try {
    // A store that was never opened before is begun anew.
    if (promised.length === 0 && objectionTo(path) !== undefined) return [];
    return [...(await discrepancies(path)), ...(await broken(path, promised))];
  } catch (error) {
    return [messageOf(error)];
  } finally {
    if (existsSync(`${path}-lock`)) rmSync(`${path}-lock`);
  }
}

async function discrepancies(path: string): Promise<readonly string[]> {
  const objection = objectionTo(path);
  if (objection !== undefined) return [objection];
  const found: string[] = [];
  const snapshot = new LmdbSnapshot(path);
  const report = ({ table, key, what }: { table: string; key: string; what: string }) =>
    found.push(`${table}/${key}: ${what}`);
  try {
    audit(new CheckedRecords(snapshot, { withChecksums: true, report, step: () => {} }), {
      report,
      progress: () => {},
    });
  } finally {
    await snapshot.close();
  }
  return found;
}

/** As a node would open it. */
async function broken(path: string, promised: readonly Promised[]): Promise<readonly string[]> {
  const store = openLmdbStore({ path });
  try {
    return promised.flatMap(({ table, key, fields }) => {
      const record = store.get(table, key);
      if (record === undefined) return [`${table}/${key} was answered and is not there`];
      const said = JSON.parse(record) as Readonly<Record<string, unknown>>;
      return Object.entries(fields)
        .filter(([name, value]) => said[name] !== value)
        .map(([name, value]) => `${table}/${key}: ${name} is ${said[name]}, and ${value} was answered`);
    });
  } finally {
    await store.close();
  }
}
