import type { Effect } from '../actors/jobs/effects.js';

/**
 * Told of what the dispatcher does for traced jobs, which are named by their `traceparent`. Must not throw.
 */
export interface DispatchObserver {
  /** The turn that wanted this is on disk. Told before anything else that its commit sets free. */
  released(effect: Effect, trace: string): void;
  /** A job of the run before goes on. */
  takenUp(jobId: string, trace: string): void;
  /** A result is being opened; answers with the same. */
  opens<T>(content: Promise<T>, trace: string, provider: string): Promise<T>;
}
