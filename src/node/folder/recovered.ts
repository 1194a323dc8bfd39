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
 * The newest identifier of a job or an order. Those of this run are told from those before by their ids. If
 * the wall clock went back over a boot of the machine, time may begin before the newest of them was made.
 */
export function newestId(store: Store): string | undefined {
  const newest = (['jobs', 'orders'] as const).flatMap((table) => [
    ...store.range(table, { reverse: true, limit: 1 }),
  ]);
  const [id] = newest.map(({ key }) => key).sort((one, other) => (timePart(one) < timePart(other) ? 1 : -1));
  return id;
}

function timePart(id: string): string {
  return id.slice(id.indexOf('_') + 1);
}
