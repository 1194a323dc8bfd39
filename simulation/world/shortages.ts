/**
 * The things that a computer may have little left of. `last_memory`: so little that there is no time to see
 * whether it stays. `time`: the event loop is late each time, and goes on to be busy for a while.
 */
export const SHORTAGES = ['disk', 'memory', 'last_memory', 'time'] as const;
export type Shortage = (typeof SHORTAGES)[number];
