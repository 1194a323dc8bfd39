/** The part of the system that a turn needs, and how a turn is refused. */
import type { Activation } from './activation.js';
import type { Behavior, Refusal } from './behavior.js';
import type { Gate } from './gate.js';
import type { Supervisor } from './supervisor.js';

/** Thrown out of a turn that cannot be made now. Not a defect. */
export class TurnRefused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

export interface TurnHost<Effect> {
  readonly gate: Gate<Effect>;
  readonly supervisor: Supervisor;
  activationOf(behavior: Behavior<unknown, unknown, unknown, Effect>, id: string): Activation;
}
