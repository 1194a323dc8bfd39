/**
 * What a running system tells those who watch it. Nobody watching costs one comparison per event.
 * An inspector must not throw: it is called in the midst of things.
 */
export interface Inspector {
  turn?(event: { kind: string; id: string; message: unknown; outcome: 'done' | 'failed' }): void;
  commit?(event: {
    turns: number;
    writes: number;
    tookMs: number;
    outcome: 'committed' | 'rejected' | 'late';
  }): void;
  /** A turn, an activation, an outward effect or the receiver of a reply threw: a defect of ours. */
  defect?(event: { kind: string; id: string; error: unknown }): void;
  setAside?(event: { kind: string; id: string; forMs: number }): void;
  activated?(event: { kind: string; id: string }): void;
  passivated?(event: { kind: string; id: string }): void;
  /** The gate closed because the disk failed, or opened again. */
  storage?(event: { state: 'refusing' | 'taking'; error: unknown }): void;
}

/** Numbers that only grow, and a few that tell how it stands now. */
export interface SystemFigures {
  turns: number;
  turnsFailed: number;
  commits: number;
  commitsFailed: number;
  commitMsTotal: number;
  activations: number;
  passivations: number;
  refusedOverloaded: number;
  setAsides: number;
  remindersFired: number;
}
