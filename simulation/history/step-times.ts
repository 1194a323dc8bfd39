/** The times of the steps of a history. */
import type { NodeStep } from './node-history.js';

/** A node is down on purpose for at least so long. */
export const NIGHT_MS = 3_600_000;

/**
 * When each step happens. A night in which no node is down, for its step was left out of the history, is left
 * out, too: a node that runs is woken four times a second.
 */
export function timesOf(steps: readonly NodeStep[]): ReadonlyMap<NodeStep, number> {
  let before = 0;
  let nightUntil = 0;
  let skipped = 0;
  const times = new Map<NodeStep, number>();
  for (const step of steps) {
    const { at } = step;
    const awakeMs = at - Math.max(before, nightUntil);
    if (awakeMs > NIGHT_MS) skipped += awakeMs - NIGHT_MS;
    before = Math.max(before, at);
    if (step.do === 'restart' && step.downMs >= NIGHT_MS) nightUntil = at + step.downMs;
    times.set(step, at - skipped);
  }
  return times;
}
