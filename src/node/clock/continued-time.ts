import type { Store, Write } from '../../store/store.js';
import type { World } from '../../time/world.js';
import { anchorAt, anchorWrite, type ClockReading, continueSteady, readAnchor } from './steady-anchor.js';

/** The time, timers and chance of one run of a node. */
export interface RunWorld extends World {
  /** Cancels every timer; none is set any more. */
  stop(): void;
}

/** The clocks of a machine, and the store that carries time over a restart. */
export interface TimeEnvironment {
  /** The node closes it when it stops; if the start fails, whoever opened it does. */
  readonly store: Store;
  readonly readClocks: () => ClockReading;
  /** @param steadyOffsetMs steady time less monotonic time */
  readonly worldAt: (steadyOffsetMs: number) => RunWorld;
}

export interface ContinuedTime {
  readonly world: RunWorld;
  /** The anchor as it is to be written by now. */
  readonly anchor: () => Write;
  /** Wall time less steady time, in ms, that the anchor on disk knows. */
  readonly anchoredLeadMs: number;
}

/** The world of this run, with steady time going on from the run before, and the anchor for the next one. */
export async function continueTime({ store, readClocks, worldAt }: TimeEnvironment): Promise<ContinuedTime> {
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
