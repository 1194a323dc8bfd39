import { Histogram, WAIT_BOUNDS_MS } from '../../metrics/histogram.js';

/**
 * The events that a running system tells an observer. Without an observer each costs one comparison.
 * An inspector must not throw: it is called in the midst of things.
 */
export interface Inspector {
  turn?(event: { kind: string; id: string; message: unknown; outcome: 'done' | 'failed' }): void;
  commit?(event: { turns: number; writes: number; tookMs: number; outcome: CommitOutcome }): void;
  /** A turn, an activation, an outward effect or the receiver of a reply threw: a defect of ours. */
  defect?(event: { kind: string; id: string; error: unknown }): void;
  quarantined?(event: { kind: string; id: string; forMs: number }): void;
  activated?(event: { kind: string; id: string }): void;
  passivated?(event: { kind: string; id: string }): void;
  /** The gate closed because the disk failed, or opened again. */
  storage?(event: { state: 'refusing' | 'taking'; error: unknown }): void;
}

export type CommitOutcome = 'committed' | 'rejected' | 'late';

/** Numbers that only grow. */
export class SystemMetrics {
  turns = 0;
  turnsFailed = 0;
  commits = 0;
  /** How long commits took, by what became of them. */
  readonly commitDurations: Readonly<Record<CommitOutcome, Histogram>> = {
    committed: new Histogram(WAIT_BOUNDS_MS),
    rejected: new Histogram(WAIT_BOUNDS_MS),
    late: new Histogram(WAIT_BOUNDS_MS),
  };
  /**
   * Of each batch that was committed: from the end of its first turn until what that turn says may go out.
   */
  readonly gateWaits = new Histogram(WAIT_BOUNDS_MS);
  turnsCommitted = 0;
  writesCommitted = 0;
  activations = 0;
  passivations = 0;
  refusedOverloaded = 0;
  /** Messages refused because they had waited too long to be of use. */
  refusedStale = 0;
  quarantines = 0;
  remindersFired = 0;
}
