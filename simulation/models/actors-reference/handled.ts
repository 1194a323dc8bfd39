import type { JobEffect } from './job-life.js';

/** The outcome of a message. */
export interface Handled {
  /** The expected reply; undefined if there is none. */
  readonly says: string | undefined;
  readonly writes: boolean;
  readonly effects: readonly (readonly [job: string, effect: JobEffect])[];
}

export function silent(says: string): Handled {
  return { says, writes: false, effects: [] };
}
