/** The machine of a run, as far as it bears on the figures: no names of hosts, no paths. */
import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { availableParallelism, cpus, release, totalmem } from 'node:os';
import { loadUws } from '../../src/http/uws/uws.js';

/** The facts that a reader is told, by name. */
export type Machine = Readonly<Record<string, string>>;

/** By the type that `statfs` tells, see `statfs(2)`. */
const FILE_SYSTEMS: Readonly<Record<number, string>> = {
  61267: 'ext4',
  1481003842: 'xfs',
  2435016766: 'btrfs',
  16914836: 'tmpfs (memory: no disk is measured)',
  2035054128: 'overlayfs',
  801189825: 'zfs',
};

/** @param folder where sections keep their data */
export async function describeMachine(folder: string): Promise<Machine> {
  const { type } = await statfs(folder);
  return {
    CPU: cpus()[0]?.model.trim() ?? 'unknown',
    cores: String(availableParallelism()),
    memory: `${(totalmem() / 2 ** 30).toFixed(1)} GiB`,
    kernel: `Linux ${release().split('-')[0]}`,
    'file system': FILE_SYSTEMS[type] ?? `0x${type.toString(16)}`,
    Node: process.versions.node,
    V8: process.versions.v8,
    'uWebSockets.js': loadUws().version,
    'lmdb-js': versionOf('lmdb'),
    date: new Date().toISOString().slice(0, 10),
  };
}

function versionOf(packageName: string): string {
  const require = createRequire(import.meta.url);
  const [home] = require.resolve(packageName).split(`/node_modules/${packageName}/`);
  const manifest = readFileSync(`${home}/node_modules/${packageName}/package.json`, 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
