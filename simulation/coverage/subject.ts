/** The measure of coverage: charts, which pairs of state and event are not to be expected, and moments. */
import type { Moment } from '../moments/moments.js';
import type { Chart } from './chart-of.js';

/** A pair of state and event that cannot occur, and why. */
export interface CannotOccur {
  readonly machine: string;
  readonly state: string;
  readonly event: string;
  readonly reason: string;
}

export interface Subject {
  readonly charts: readonly Chart[];
  readonly cannotOccur: readonly CannotOccur[];
  /** Those that have to come in a campaign of five minutes. */
  readonly moments: readonly Moment[];
}
