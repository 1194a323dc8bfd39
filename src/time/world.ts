/**
 * The one seam through which the outside world enters: time, timers and randomness.
 *
 * Production, tests and the simulator each pass a world of their own; nothing under `src/actors` or
 * `src/machines` touches an ambient clock, timer or random source (a test in the run checks the text).
 */
import type { Clock } from './clock.js';

/** Stops a timer. Stopping one that has fired or was stopped does nothing. */
export type CancelTimer = () => void;

export interface World extends Clock {
  /**
   * Runs `task` once, `delayMs` of steady time from now or a little later; a `delayMs` of any size is fine.
   */
  after(delayMs: number, task: () => void): CancelTimer;
  /** Runs `task` when the events at hand have been handled, before the next batch of them. */
  soon(task: () => void): void;
  /**
   * Milliseconds, with fractions, since some fixed instant: to tell how long something took, never to decide
   * by.
   */
  stopwatchMs(): number;
  /** `count` bytes from a cryptographic source. */
  randomBytes(count: number): Uint8Array;
  /** A fraction in [0, 1) for jitter and sampling; not for secrets. */
  random(): number;
}
