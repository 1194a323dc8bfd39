import type { SteadyMs } from '../../time/clock.js';
import type { AnyBehavior } from './behavior.js';

/**
 * One actor in memory.
 *
 * Invariants
 *  1. `committed` is on disk; `working` is `committed` plus what uncommitted turns did.
 *  2. `dirtyIn` is the youngest batch that holds a change of this actor; undefined exactly while
 *     `working` is `committed`.
 *  3. A cell that is dirty, has mail or rests after failures is not passivated.
 *  4. `alive` turns false once, when the cell leaves memory; whoever kept it must look the actor up again.
 */
export class Activation<State = unknown> {
  alive = true;
  working: State | undefined;
  committed: State | undefined;
  dirtyIn: object | undefined = undefined;
  inTurn = false;
  mailbox: Envelope[] | undefined = undefined;
  failures = 0;
  quarantinedUntil: SteadyMs | undefined = undefined;
  /** The passivation sweep in which the cell was last used. */
  usedInSweep = 0;

  // biome-ignore lint/suspicious/noExplicitAny: a cell hosts any behavior
  readonly behavior: AnyBehavior<any>;
  readonly id: string;

  // biome-ignore lint/suspicious/noExplicitAny: a cell hosts any behavior
  constructor(behavior: AnyBehavior<any>, id: string, state: State | undefined) {
    this.behavior = behavior;
    this.id = id;
    this.working = state;
    this.committed = state;
  }
}

/** A message on its way, with where its outcome goes. */
export interface Envelope {
  readonly message: unknown;
  // biome-ignore lint/suspicious/noExplicitAny: replies of every type pass through a mailbox
  readonly reply: ((outcome: any) => void) | undefined;
  /** The name of the reminder this message stands for. */
  readonly reminder: string | undefined;
  /** How long it may wait in a mailbox, in ms. */
  readonly patienceMs: number;
  /** When it got into a mailbox; 0 before. */
  queuedAt: number;
}
