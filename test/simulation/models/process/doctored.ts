/** An observation and a disk, with one thing changed: a checker that passes over it is blind. */
import type { Observation } from '../../../../simulation/history/observation.js';
import type { StoreReader, Table } from '../../../../src/store/store.js';

export interface Doctor {
  see?(seen: Observation): Observation;
  disk?(records: StoreReader): StoreReader;
}

/** Changes the first answer that `change` finds something in. */
export function answerDoctored(change: (body: Record<string, unknown>, status: number) => boolean): Doctor {
  let isDone = false;
  return {
    see(seen) {
      if (isDone || seen.what !== 'answered' || !seen.body.startsWith('{')) return seen;
      const body = JSON.parse(seen.body) as Record<string, unknown>;
      isDone = change(body, seen.status);
      return isDone ? { ...seen, body: JSON.stringify(body) } : seen;
    },
  };
}

/** Leaves one record out of a table, the same in every image: the first that the table is seen with. */
export function recordLost(table: Table): Doctor {
  let lost: string | undefined;
  return {
    disk: (records) => ({
      get: (of, key) => (of === table && key === lost ? undefined : records.get(of, key)),
      *range(of, options) {
        for (const entry of records.range(of, options)) {
          if (of === table) lost ??= entry.key;
          if (of !== table || entry.key !== lost) yield entry;
        }
      },
    }),
  };
}
