/**
 * The cost of each workload, as stored beside this file, for each major release of Node and architecture.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { arch, version } from 'node:process';
import type { Cost } from './count.js';

/** Costs by name of the workload. */
export type Costs = Readonly<Record<string, Cost>>;

interface Stored {
  /** The release that was counted. */
  readonly node: string;
  readonly costs: Costs;
}

/** V8 compiles otherwise from release to release, and for each architecture. */
export const PLATFORM = `node ${version.slice(1).split('.')[0]} ${arch}`;

/** The costs stored for the Node at hand; undefined if there are none. */
export function readExpected(path: string): Costs | undefined {
  return readAll(path)[PLATFORM]?.costs;
}

export function storeExpected(path: string, costs: Costs): void {
  const all = { ...readAll(path), [PLATFORM]: { node: version, costs } };
  writeFileSync(path, `${JSON.stringify(all, undefined, 2)}\n`);
}

function readAll(path: string): Readonly<Record<string, Stored>> {
  return JSON.parse(readFileSync(path, 'utf8'));
}
