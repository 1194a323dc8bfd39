import { jobsTally } from '../../actors/jobs/tallies.js';
import type { Tallies } from '../../actors/runtime/tallies.js';
import type { RollingWindows } from '../../actors/windows/rolling-windows.js';
import type { Store } from '../../store/store.js';

/** State that the start found on disk. */
export interface Recovered {
  /** Windows that count requests of the minute before. */
  readonly windows: number;
  readonly keys: number;
  /** Jobs that go on. */
  readonly unfinishedJobs: number;
  /** Format of the records before this start brought them up to date. */
  readonly formatBefore?: number;
}

/** @param formatBefore undefined if the records were of this format already */
export function recoveredOf(
  windows: RollingWindows,
  tallies: Tallies,
  formatBefore: number | undefined,
): Recovered {
  const sum = (...names: string[]) => names.reduce((all, name) => all + Number(tallies.get(name) ?? 0), 0);
  return {
    windows: windows.count,
    keys: sum('keys/active'),
    unfinishedJobs: sum(jobsTally('pending'), jobsTally('in_progress')),
    ...(formatBefore === undefined ? {} : { formatBefore }),
  };
}

/**
 * Jobs of this run are told from those before by their ids. If the wall clock went back over a boot of the
 * machine, time may begin before the newest of them was made.
 */
export function newestJob(store: Store): string | undefined {
  for (const { key } of store.range('jobs', { reverse: true, limit: 1 })) return key;
  return undefined;
}
