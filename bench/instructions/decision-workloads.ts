/** The decision alone: whether a request is admitted. */

import { fresh } from '../load/fresh-text.js';
import { DecisionParts } from '../sections/decision/decision-parts.js';
import type { PreparedWorkload, Workload } from './workload.js';

/** As high as a limit goes. */
const RPM = 1_000_000;
const FROM_MS = 1_000_000;
/** Decisions of one instant. */
const BATCH = 16;
/** Between instants of the busy key: its window holds 600 of them, and one expires as one comes. */
const BUSY_STEP_MS = 100;
const KEYS = 1_024;
/**
 * Between instants of any key: each is asked every 21 s, so its window holds three, and one expires as one
 * comes.
 */
const ANY_STEP_MS = 330;
/** Odd, so that it visits every key. */
const STRIDE = 389;

export const busyKey: Workload = {
  name: 'decision: busy key',
  summary: 'a request of a key that is found already: admitted by its window, noted for the journal',
  warmUps: 40_000,
  operations: 160_000,
  outcome: 'admitted',
  async prepare() {
    const parts = new DecisionParts(1, RPM);
    const decide = parts.deciderFor(parts.fields[0] ?? '');
    return inBatches((from) => {
      const nowMs = FROM_MS + (from / BATCH) * BUSY_STEP_MS;
      let admitted = 0;
      for (let at = from; at < from + BATCH; at++) if (decide(nowMs)) admitted++;
      return admitted;
    });
  },
};

export const anyKey: Workload = {
  name: 'decision: any key',
  summary: `from the text of the Authorization field, of one of ${KEYS} keys, to the verdict of its window`,
  warmUps: 16_000,
  operations: 64_000,
  outcome: 'admitted',
  async prepare() {
    const parts = new DecisionParts(KEYS, RPM);
    const count = anyKey.warmUps + anyKey.operations;
    const fields = Array.from({ length: count }, (_, at) => fresh(parts.fields[(at * STRIDE) % KEYS] ?? ''));
    return inBatches((from) => {
      const nowMs = FROM_MS + (from / BATCH) * ANY_STEP_MS;
      let admitted = 0;
      for (let at = from; at < from + BATCH; at++) if (parts.decide(fields[at] as string, nowMs)) admitted++;
      return admitted;
    });
  },
};

/** A function called often is compiled for good with all that it calls; a long loop would not be. */
function inBatches(batch: (from: number) => number): PreparedWorkload {
  return {
    async run(from, to) {
      let admitted = 0;
      for (let at = from; at < to; at += BATCH) admitted += batch(at);
      return { admitted };
    },
  };
}
