import type { SteadyMs } from '../../time/clock.js';
import type { AnyBehavior } from './behavior.js';

/**
 * One actor in memory.
 *
 * Invariants
 *  1. `committed` is on disk; `working` is `committed` plus what uncommitted turns did.
 *  2. `dirtyIn` is the youngest batch that holds a change of this actor; undefined exactly while
 *     `working` is `committed`.
 *  3. An actor that is dirty, has mail or is quarantined is not passivated.
 *  4. `alive` turns false once, when the activation leaves memory; a holder must look the actor up again.
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
  /** The passivation sweep in which the actor was last used. */
  usedInSweep = 0;

  // biome-ignore lint/suspicious/noExplicitAny: an activation hosts any behavior
  readonly behavior: AnyBehavior<any>;
  readonly id: string;

  // biome-ignore lint/suspicious/noExplicitAny: an activation hosts any behavior
  constructor(behavior: AnyBehavior<any>, id: string, state: State | undefined) {
    this.behavior = behavior;
    this.id = id;
    this.working = state;
    this.committed = state;
  }
}

/** A message on its way, with the receiver of its outcome. */
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
