/** Records that a node leaves on disk are sound in the eyes of its own `verify`. */
import { audit } from '../../../src/audit/records/audit.js';
import type { Rule } from '../invariant.js';

/** It takes as long as all other rules. */
const ONE_END_IN = 5;
/** Few, so that a history pays little and what belongs apart shares a sum. */
export const BUCKETS = 16;

export const SOUND_RECORDS: Rule = {
  name: 'sound-records',
  says: 'Whenever no process has the records, `verify` finds nothing in them.',
  watch(_setup, report) {
    let ends = 0;
    return {
      observe() {},
      disk(records, when) {
        ends += 1;
        if (when !== 'end' && ends % ONE_END_IN !== 0) return;
        audit(records, {
          buckets: BUCKETS,
          report: ({ kind, table, key, what }) => report(`${kind}, ${table} ${key}: ${what}`),
        });
      },
    };
  },
};
