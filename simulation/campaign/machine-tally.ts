/** What a campaign tells of the moves of state machines, and asks back for its progress and summary. */
import type { FaultLevel, MachineStep } from '../model.js';

export interface MachineTally {
  add(step: MachineStep, faults: FaultLevel): void;
  numbers(): Reach;
}

/** How much was reached of what exists. Pairs are of a state and an event that can meet it. */
export interface Reach {
  readonly statesReached: number;
  readonly statesAll: number;
  readonly transitionsReached: number;
  readonly transitionsAll: number;
  readonly pairsReached: number;
  readonly pairsAll: number;
}
