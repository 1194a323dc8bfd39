import { jobsTally } from '../../actors/jobs/tallies.js';
import type { Tallies } from '../../actors/runtime/tallies.js';
import { ID_PREFIXES } from '../../actors/storage/ids.js';
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
 * The newest identifier of a job, an order, a key, an account or a user. Lists are in the order of their ids,
 * and those of this run are told from those before by them. If the wall clock went back over a boot of the
 * machine, time may begin before the newest of them was made.
 */
export function newestId(store: Store): string | undefined {
  const newest = TABLES_OF_IDS.flatMap(([table, kind]) => {
    const prefix = ID_PREFIXES[kind];
    // Other names, as that of the first account, begin with a letter.
    const made = { from: `${prefix}0`, to: `${prefix}${BEHIND_DIGITS}` };
    return [...store.range(table, { ...made, reverse: true, limit: 1 })];
  });
  const [id] = newest.map(({ key }) => key).sort((one, other) => (timePart(one) < timePart(other) ? 1 : -1));
  return id;
}

const TABLES_OF_IDS = [
  ['jobs', 'job'],
  ['orders', 'order'],
  ['keys', 'apiKey'],
  ['management_keys', 'managementKey'],
  ['accounts', 'account'],
  ['users', 'user'],
] as const;
const BEHIND_DIGITS = ':';

function timePart(id: string): string {
  return id.slice(id.indexOf('_') + 1);
}
