/** The machine has little left of something, for a while. */
import type { Shortage } from '../../world/shortages.js';

export interface ShortageStep {
  readonly id: number;
  readonly at: number;
  readonly do: 'shortage';
  readonly of: Shortage;
  readonly forMs: number;
}
