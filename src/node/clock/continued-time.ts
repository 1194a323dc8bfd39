import type { Write } from '../../store/store.js';
import type { NodeEnvironment, RunWorld } from '../environment.js';
import { anchorAt, anchorWrite, type ClockReading, continueSteady, readAnchor } from './steady-anchor.js';

export interface ContinuedTime {
  readonly world: RunWorld;
  /** The anchor as it is to be written by now. */
  readonly anchor: () => Write;
  /** Wall time less steady time, in ms, that the anchor on disk knows. */
  readonly anchoredLeadMs: number;
}

/** The world of this run, with steady time going on from the run before, and the anchor for the next one. */
export async function continueTime({ store, readClocks, worldAt }: NodeEnvironment): Promise<ContinuedTime> {
  const offsetMs = continueSteady(readAnchor(store), readClocks());
  const anchor = (now: ClockReading): Write => anchorWrite(anchorAt(now, offsetMs));
  // The commit may take long, and the wall clock be stepped meanwhile.
  const now = readClocks();
  await store.commit([anchor(now)]);
  return {
    world: worldAt(offsetMs),
    anchor: () => anchor(readClocks()),
    anchoredLeadMs: now.wallMs - (now.monotonicMs + offsetMs),
  };
}
