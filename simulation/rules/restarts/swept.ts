/** Records whose time is over are removed soon after, if the node has the time for it. */
import type { StoreReader } from '../../../src/store/store.js';
import { WellSince } from '../facts/ends/well-since.js';
import type { Rule } from '../invariant.js';

/** A node that has been up for so long, with a disk that works, has removed what was due. */
const REMOVED_WITHIN_MS = 45_000;

export const SWEPT: Rule = {
  name: 'swept',
  says: 'A record is gone from the disk soon after its time, if the node runs and its disk works.',
  watch(_, report) {
    const well = new WellSince();
    return {
      observe: (seen) => well.observe(seen),
      disk(records: StoreReader) {
        if (well.lastedMs <= REMOVED_WITHIN_MS) return;
        const { steady_ms: now = 0 } = JSON.parse(records.get('meta', 'clock') ?? '{}') as {
          readonly steady_ms?: number;
        };
        // The rows stand in the order in which they are due.
        for (const { key } of records.range('expiry', { limit: 1 })) {
          const overdueMs = now - Number.parseInt(key, 10);
          if (overdueMs > REMOVED_WITHIN_MS)
            report(`expiry ${key} was due ${overdueMs} ms before the node's clock was noted`);
        }
      },
    };
  },
};
