/** Counts what one operation of each workload costs. */
import { countProcess } from './cachegrind.js';
import type { Workload } from './workload.js';

export interface Cost {
  /** An operation's. */
  readonly instructions: number;
  /** Allocated on V8's heap by an operation. */
  readonly bytes: number;
}

/**
 * Two processes for each workload, `atOnce` of them side by side. The costs come in the order of the
 * workloads.
 */
export async function countAll(workloads: readonly Workload[], atOnce: number): Promise<readonly Cost[]> {
  const jobs = workloads.flatMap(({ name, operations }) => [
    () => countProcess(name, 0),
    () => countProcess(name, operations),
  ]);
  const counted = await sideBySide(jobs, atOnce);
  return workloads.map(({ operations }, at) => {
    const none = counted[2 * at];
    const all = counted[2 * at + 1];
    if (none === undefined || all === undefined) throw new Error('a process was not counted');
    return {
      instructions: Math.round((all.instructions - none.instructions) / operations),
      bytes: Math.round((all.bytes - none.bytes) / operations),
    };
  });
}

async function sideBySide<T>(jobs: readonly (() => Promise<T>)[], atOnce: number): Promise<readonly T[]> {
  const results: T[] = [];
  const waiting = jobs.entries();
  const work = async () => {
    for (const [at, job] of waiting) results[at] = await job();
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}
