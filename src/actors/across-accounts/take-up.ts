/** Takes up the jobs and orders that the runs before left unfinished. */

import { type Limits, USUAL_LIMITS } from '../../limits/limits.js';
import type { Entry, Table } from '../../store/store.js';
import type { World } from '../../time/world.js';
import type { NodeEffect } from '../effects.js';
import type { ActorSystem } from '../runtime/system.js';

const READ_AGAIN_MS = 1_000;

export interface TakeUpOptions {
  readonly world: World;
  readonly system: ActorSystem<NodeEffect>;
  /** The usual ones if left out. */
  readonly limits?: Limits;
}

/**
 * Walks over the records between `after` and `before`, some at a time. None is taken up twice, also if a walk
 * breaks off. A record that cannot be read is told of, and left out.
 */
export function takeUp(
  options: TakeUpOptions,
  table: Table,
  { after, before }: { readonly after: string; readonly before: string },
  take: (entry: Entry) => void,
): void {
  const { world, system, limits = USUAL_LIMITS } = options;
  let taken = after;
  const goOn = () => takeUp(options, table, { after: taken, before }, take);
  let count = 0;
  try {
    for (const entry of system.records.range(table, { from: after, to: before })) {
      if (entry.key === after) continue;
      if (count === limits.takenUpAtOnce) {
        world.soon(goOn);
        return;
      }
      taken = entry.key;
      takeOne(system, entry, take);
      count += 1;
    }
  } catch (error) {
    readAgain(options, error, goOn);
  }
}

function takeOne(system: TakeUpOptions['system'], entry: Entry, take: (entry: Entry) => void): void {
  try {
    take(entry);
  } catch (error) {
    system.reportDefect('dispatcher', error);
  }
}

/** A disk that fails may refuse reads for a while, too. */
export function readAgain({ world, system }: TakeUpOptions, error: unknown, task: () => void): void {
  system.reportDefect('dispatcher', error);
  world.after(READ_AGAIN_MS, task);
}
