/** A part of the gateway that is searched alone: the chances of its histories, and its course with a twin. */
import type { FaultLevel } from '../../model.js';
import type { Random } from '../../world/random.js';
import type { Trial } from './trial.js';

/** Something that is done to a part. Plain JSON. */
export interface Act {
  readonly do: string;
}

/** One part and its twin, as they go through a history. */
export interface Course<A extends Act = Act> {
  /** Does it to both. */
  take(act: A): void | Promise<void>;
  /** Holds all that the part tells against the twin. Is called after each act, and after time has passed. */
  compare(): void;
  /** The history is over. */
  end?(): void | Promise<void>;
}

/** A part, and the chances of its histories. Limits and acts are plain JSON. */
export interface Part<Limits = unknown, A extends Act = Act> {
  readonly name: string;
  limits(random: Random, faults: FaultLevel): Limits;
  act(random: Random, limits: Limits, faults: FaultLevel): A;
  /** The ms that pass before an act. */
  pauseMs(random: Random, limits: Limits): number;
  begin(trial: Trial, limits: Limits): Course<A>;
}
